import type { Activity } from '@tonle/contract/audit-log';
import type { ContactChangeMove } from '@tonle/contract/contact-change-states';
import type { ContactChangeEvent, ContactChangeState } from '@tonle/contract/contact-changes';
import { phonePattern } from '@tonle/contract/phone';
import { Refusal } from '@tonle/contract/refusal';
import { readAccount } from '@tonle/ledger';
import { type Db, inTransaction, rawTx, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import type { CodeDelivery, CodeSubject, Codes } from '../../jobs/codes.ts';
import type { Outbox } from '../../jobs/outbox.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { type OwnBank, ownBank } from '../bank-info/bank-info.public.ts';
import { type Customer, customerRow, isContactInUse } from '../customers/customers.public.ts';
import { askedText, codeText } from './contact-change-messages.ts';
import {
  type ContactChangeRow,
  changeById,
  insertChange,
  insertEvent,
  moveChange,
  openChangeOf,
} from './contact-changes.store.ts';

export interface ContactChangeDeps {
  readonly db: Db;
  readonly codes: Codes;
  readonly outbox: Outbox;
}

/** What somebody is told stays of use for so long. */
const NOTICE_MINUTES = 24 * 60;

export const stateOf = (it: ContactChangeRow): ContactChangeState => ({
  id: String(it.id),
  status: it.status,
});
export const codeSubjectOf = (id: bigint): CodeSubject => ({ kind: 'CONTACT_CHANGE', id: String(id) });

/** Opens a request and sends its code; asked again for the same contact it gives the one that is open (decisions section 8). */
export async function createChange(
  { db, codes, outbox }: ContactChangeDeps,
  order: { accountId: string; newContact: string; actor: Actor & { userId: bigint } },
): Promise<ContactChangeState> {
  const { accountId, newContact, actor } = order;
  const state = await inTransaction(db, async (tx) => {
    const { customer, bank } = await livingCustomer(tx, accountId);
    const open = await openChangeOf(tx, accountId);
    if (open?.new_contact === newContact) return stateOf(open);
    if (open !== undefined) throw new Refusal('CONTACT_CHANGE_OPEN');
    await judgeContact(tx, bank, customer, newContact);
    const row = await insertChange(tx, {
      account_id: accountId,
      account_type: customer.account_type,
      old_contact: customer.primary_contact,
      new_contact: newContact,
      creator_user_id: actor.userId,
      creator_login: actor.login ?? '',
      creator_name: actor.fullName ?? '',
    });
    // The account's own are ruled out by the customer's lock, so another account asks for this contact.
    if (row === undefined) throw new Refusal('CONTACT_IN_USE');
    const about = { bank: bank.name, accountId };
    await codes.send(tx, codeSubjectOf(row.id), deliveryOf(about, newContact));
    await tellContact(tx, outbox, row, 'CONTACT_CHANGE_ASKED', askedText(about, newContact));
    await record(tx, row, { event: 'CREATED', actor });
    return stateOf(row);
  });
  outbox.wake();
  return state;
}

/** The customer, locked, so that of two requests for one account one comes after the other. */
async function livingCustomer(tx: Tx, accountId: string): Promise<{ customer: Customer; bank: OwnBank }> {
  const customer = await customerRow(tx, accountId, { lock: true });
  const account = customer && (await readAccount(rawTx(tx), accountId));
  if (customer === undefined || account === undefined) {
    throw new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
  }
  if (account.status === 'DELETED') throw new Refusal('ACCOUNT_DELETED', { account: accountId });
  return { customer, bank: await ownBank(tx) };
}

/** With SMS registration a person's primary contact is a phone, with EMAIL an e-mail address; an organisation's is either. */
async function judgeContact(tx: Tx, bank: OwnBank, customer: Customer, contact: string): Promise<void> {
  const refuse = (key: string) => {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'replacementMobilePrimaryContact', key }]);
  };
  const wantsPhone = bank.mobileRegistration === 'SMS';
  if (customer.account_type === 'MOBILE' && phonePattern.test(contact) !== wantsPhone) {
    refuse(wantsPhone ? 'contact.invalid' : 'email.invalid');
  }
  if (contact === customer.primary_contact) refuse('primary-contact.same');
  if (await isContactInUse(tx, contact, customer.account_type)) throw new Refusal('CONTACT_IN_USE');
}

const deliveryOf = (about: { bank: string; accountId: string }, contact: string): CodeDelivery => ({
  contact,
  purpose: 'CONTACT_CHANGE_CODE',
  text: codeText(about),
});

/** Tells the contact that is to be replaced. */
export const tellContact = (
  tx: Tx,
  outbox: Outbox,
  row: ContactChangeRow,
  purpose: 'CONTACT_CHANGE_ASKED' | 'CONTACT_CHANGED',
  text: { subject: string; text: string },
): Promise<void> =>
  outbox.put(tx, {
    channel: row.old_contact.includes('@') ? 'MAIL' : 'SMS',
    purpose,
    subjectId: row.account_id,
    recipient: row.old_contact,
    minutes: NOTICE_MINUTES,
    ...text,
  });

export type Decided = { requestId: bigint; actor: Actor };

/** Judges a code, whoever enters it: staff, or the customer's app. */
export async function verifyChange(
  { codes }: Pick<ContactChangeDeps, 'codes'>,
  { requestId, actor, code }: Decided & { code: string },
): Promise<ContactChangeRow> {
  let row: ContactChangeRow | undefined;
  return codes.check(codeSubjectOf(requestId), code, {
    before: async (tx) => {
      row = await changeById(tx, requestId, { lock: true });
      if (row === undefined) throw new Refusal('NOT_FOUND');
      if (row.status !== 'OPEN') throw new Refusal('WRONG_STATE', { state: row.status });
    },
    right: async (tx) => {
      const moved = await movedChange(tx, requestId, 'verify');
      await record(tx, moved, { event: 'VERIFIED', actor });
      return moved;
    },
    wrong: async (tx) => {
      if (row === undefined) return;
      await record(tx, row, { event: 'CODE_REFUSED', actor });
    },
  });
}

export async function resendCode(
  { db, codes }: ContactChangeDeps,
  { requestId, actor }: Decided,
): Promise<ContactChangeState> {
  const state = await inTransaction(db, async (tx) => {
    const row = await movedChange(tx, requestId, 'resend');
    const about = { bank: (await ownBank(tx)).name, accountId: row.account_id };
    await codes.resend(tx, codeSubjectOf(requestId), deliveryOf(about, row.new_contact));
    await record(tx, row, { event: 'CODE_RESENT', actor });
    return stateOf(row);
  });
  codes.wake();
  return state;
}

export const cancelChange = ({ db }: ContactChangeDeps, { requestId, actor }: Decided) =>
  inTransaction(db, async (tx) => {
    const row = await movedChange(tx, requestId, 'cancel');
    await record(tx, row, { event: 'CANCELED', actor });
    return stateOf(row);
  });

/** Approves a request; never by whoever created it (decisions section 4). */
export const authorizeChange = (
  { db }: ContactChangeDeps,
  { requestId, actor }: Decided & { actor: Actor & { userId: bigint } },
) =>
  inTransaction(db, async (tx) => {
    const before = await changeById(tx, requestId, { lock: true });
    if (before === undefined) throw new Refusal('NOT_FOUND');
    if (before.creator_user_id === actor.userId) throw new Refusal('OWN_REQUEST');
    const row = await movedChange(tx, requestId, 'authorize', { authorized_by: actor.userId });
    await record(tx, row, { event: 'AUTHORIZED', actor });
    return stateOf(row);
  });

export const rejectChange = (
  { db }: ContactChangeDeps,
  { requestId, actor, reason }: Decided & { reason: string },
) =>
  inTransaction(db, async (tx) => {
    const row = await movedChange(tx, requestId, 'reject', { reason });
    await record(tx, row, { event: 'REJECTED', actor, reason });
    return stateOf(row);
  });

/** The request after a move, or the refusal that says how it stands. */
async function movedChange(
  tx: Tx,
  requestId: bigint,
  move: ContactChangeMove,
  set: { reason?: string; authorized_by?: bigint } = {},
): Promise<ContactChangeRow> {
  const row = await moveChange(tx, requestId, move, set);
  if (row !== undefined) return row;
  const now = await changeById(tx, requestId);
  throw now === undefined ? new Refusal('NOT_FOUND') : new Refusal('WRONG_STATE', { state: now.status });
}

/** What the audit log says of each step. */
const entries: Readonly<Record<ContactChangeEvent['event'], { activity: Activity; words: string }>> = {
  CREATED: { activity: 'CONTACT_CHANGE_REQUESTED', words: 'Asked to change the primary contact of' },
  CODE_RESENT: {
    activity: 'CONTACT_CHANGE_CODE_RESENT',
    words: 'Sent another code for the contact change of',
  },
  CODE_REFUSED: {
    activity: 'CONTACT_CHANGE_CODE_REFUSED',
    words: 'Entered a wrong code for the contact change of',
  },
  VERIFIED: { activity: 'CONTACT_CHANGE_VERIFIED', words: 'Verified the new primary contact of' },
  AUTHORIZED: { activity: 'CONTACT_CHANGE_AUTHORIZED', words: 'Approved the contact change of' },
  REJECTED: { activity: 'CONTACT_CHANGE_REJECTED', words: 'Rejected the contact change of' },
  CANCELED: { activity: 'CONTACT_CHANGE_CANCELED', words: 'Cancelled the contact change of' },
  CLOSED: { activity: 'CONTACT_CHANGED', words: 'Changed the primary contact of' },
};

/** A step of the request's timeline, and the audit entry that goes with it. */
export async function record(
  tx: Tx,
  row: ContactChangeRow,
  step: {
    event: ContactChangeEvent['event'];
    actor: Actor;
    reason?: string;
    at?: Date;
  },
): Promise<void> {
  const { event, actor, reason, at } = step;
  const { activity, words } = entries[event];
  await insertEvent(tx, {
    request_id: row.id,
    event,
    by_name: actor.fullName ?? '',
    by_login: actor.login,
    reason: reason ?? null,
    ...(at === undefined ? {} : { at }),
  });
  await audit(tx, {
    actor,
    activity,
    description: `${words} ${row.account_id}`,
    subject: row.account_id,
    old: { primaryContact: row.old_contact },
    new: {
      requestId: String(row.id),
      primaryContact: row.new_contact,
      status: row.status,
      ...(reason === undefined ? {} : { reason }),
    },
    ...(at === undefined ? {} : { at }),
  });
}
