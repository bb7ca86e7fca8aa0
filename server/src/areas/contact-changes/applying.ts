import { randomUUID } from 'node:crypto';
import { fill } from '@tonle/contract/messages';
import { reasons } from '@tonle/contract/reasons';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Log } from '../../http/call.ts';
import type { Outbox } from '../../jobs/outbox.ts';
import { OneByOne } from '../../jobs/repeat.ts';
import { bankItself } from '../audit-log/audit-log.public.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import {
  changeProfile,
  claimContact,
  customerRow,
  isContactInUse,
  releaseContact,
} from '../customers/customers.public.ts';
import { changedText } from './contact-change-messages.ts';
import { record, tellContact } from './contact-changes.service.ts';
import { type ContactChangeRow, moveChange, nextAuthorized } from './contact-changes.store.ts';

type ChangerDeps = { db: Db; outbox: Outbox; log: Pick<Log, 'warn'> };

/** Carries out what is authorized. A change of a blocked account waits until it is unblocked (decision 072). */
export const makeContactChanger = ({ db, outbox, log }: ChangerDeps): OneByOne =>
  new OneByOne({
    next: () => inTransaction(db, (tx) => applyNext(tx, outbox)),
    after: () => outbox.wake(),
    onFailure: (error) => log.warn({ err: error }, 'a change of contact could not be carried out'),
  });

/** It is released with the transaction that makes it, or never seen. */
const CLAIM_SECONDS = 60;

/** False where nothing was to be done. */
async function applyNext(tx: Tx, outbox: Outbox): Promise<boolean> {
  const request = await nextAuthorized(tx);
  if (request === undefined) return false;
  const { new_contact: contact, account_type: accountType } = request;
  // An account may be opened with it at this moment: its claim is looked at again in the next transaction.
  const claim = { contact, accountType, token: randomUUID() };
  if (!(await claimContact(tx, claim, CLAIM_SECONDS))) return true;
  await carryOut(tx, outbox, request);
  await releaseContact(tx, claim);
  return true;
}

async function carryOut(tx: Tx, outbox: Outbox, request: ContactChangeRow): Promise<void> {
  const { account_id: accountId, account_type: accountType, new_contact: contact } = request;
  await customerRow(tx, accountId, { lock: true });
  if (await isContactInUse(tx, contact, accountType)) {
    const reason = reasons['refusal.CONTACT_IN_USE'];
    await record(tx, await moved(tx, request, 'giveUp', { reason }), {
      event: 'REJECTED',
      actor: bankItself,
      reason,
    });
    return;
  }
  const row = await moved(tx, request, 'apply');
  await changeProfile(
    tx,
    accountId,
    { primaryContact: contact },
    { changedBy: row.creator_name, remarks: fill(reasons['reason.contact-change'], { request: row.id }) },
  );
  const about = { bank: (await ownBank(tx)).name, accountId };
  await tellContact(tx, outbox, row, 'CONTACT_CHANGED', changedText(about, contact));
  await record(tx, row, { event: 'CLOSED', actor: bankItself });
}

async function moved(
  tx: Tx,
  { id }: ContactChangeRow,
  move: 'apply' | 'giveUp',
  set: { reason?: string } = {},
): Promise<ContactChangeRow> {
  const row = await moveChange(tx, id, move, set);
  if (row === undefined) throw new Error(`request ${id} is held and was changed all the same`);
  return row;
}
