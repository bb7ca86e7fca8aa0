import { recoveryCan } from '@tonle/contract/key-recovery-states';
import { reasons } from '@tonle/contract/reasons';
import { Refusal } from '@tonle/contract/refusal';
import { readAccount } from '@tonle/ledger';
import { type Db, inTransaction, rawTx, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import type { Codes } from '../../jobs/codes.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { type Customer, customerRow } from '../customers/customers.public.ts';
import { noteDelivered } from './delivery.service.ts';
import { type EnteredBy, recoveryCode } from './recovery-codes.ts';
import { auditMove, auditOf, codeSubject, movedBy, wrongState } from './recovery-rules.ts';
import {
  addMaker,
  insertRequest,
  moveRequest,
  newestRequestOf,
  openRequestOf,
  type RecoveryRequest,
  requestOf,
} from './requests.store.ts';

/** The first steps of a recovery, which the bank's staff take or the customer in the app: a code is sent, and entered. */
export interface AskingDeps {
  readonly db: Db;
  readonly codes: Codes;
}

/** The holder of an account that can get a new key: frozen is fine, since a lost phone is a reason to block. */
export async function customerToRecover(tx: Tx, accountId: string): Promise<Customer> {
  const customer = await customerRow(tx, accountId, { lock: true });
  const state = customer && (await readAccount(rawTx(tx), accountId));
  if (customer === undefined || state === undefined) {
    throw new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
  }
  if (state.status === 'DELETED') throw new Refusal('ACCOUNT_DELETED', { account: accountId });
  if (state.status === 'DEACTIVATED') throw new Refusal('ACCOUNT_DEACTIVATED', { account: accountId });
  return customer;
}

/** Of the bank's people, those who have a part in a request from its first step on; an app is none of them. */
export const makersOf = ({ userId }: Actor): bigint[] => (userId === null ? [] : [userId]);

export type Asking = {
  accountId: string;
  actor: Actor;
  enteredBy: EnteredBy;
  /** As it was typed; where nobody typed it, the bank's own record. */
  name?: string;
  /** Judged once the account is known to be one that can be recovered, before another request is begun. */
  allowed?: (tx: Tx) => Promise<void>;
};

/** As long as a request can carry it. */
const recordedNameOf = (it: Customer): string =>
  (it.full_name ?? it.organization_name ?? it.account_id).slice(0, 140);

/** Sends the customer a code; asked again while it is waited for, another one (decisions section 8). */
export async function askForRecovery(
  { db, codes }: AskingDeps,
  { accountId, actor, enteredBy, name, allowed }: Asking,
): Promise<RecoveryRequest> {
  const request = await inTransaction(db, async (tx) => {
    const customer = await customerToRecover(tx, accountId);
    const to = recoveryCode(customer, { bank: (await ownBank(tx)).name, enteredBy });
    const open = await openRequestOf(tx, accountId, { lock: true });
    if (open !== undefined) {
      if (!recoveryCan.resend(open)) throw wrongState(open.status);
      await codes.resend(tx, codeSubject(open.id), to);
      await addMakers(tx, open.id, actor);
      await auditOf(tx, actor, 'KEY_RECOVERY_CODE_RESENT', open);
      return open;
    }
    await allowed?.(tx);
    const created = await insertRequest(
      tx,
      {
        account_id: accountId,
        account_type: customer.account_type,
        name: name ?? recordedNameOf(customer),
        status: 'PREPARED',
        makers: makersOf(actor),
      },
      movedBy(actor),
    );
    await codes.send(tx, codeSubject(created.id), to);
    await auditMove(tx, actor, { request: created, from: null });
    return created;
  });
  codes.wake();
  return request;
}

/** The code that was sent: the customer has told it to staff, or types it in the app. */
export async function enterSentCode(
  { db, codes }: AskingDeps,
  { accountId, code, actor }: { accountId: string; code: string; actor: Actor },
): Promise<RecoveryRequest> {
  const open = await inTransaction(db, (tx) => openOrNewest(tx, accountId), { readOnly: true });
  return codes.check(codeSubject(open.id), code, {
    before: async (tx) => {
      const request = await requestOf(tx, open.id, { lock: true });
      if (request === undefined) throw new Refusal('NOT_FOUND');
      const current = (await noteDelivered(tx, request.id)) ?? request;
      if (!recoveryCan.verify(current)) throw wrongState(current.status);
    },
    right: async (tx) => {
      await addMakers(tx, open.id, actor);
      const request = await moveOrRefuse(tx, 'verify', open.id, actor);
      await auditMove(tx, actor, { request, from: 'CREATED' });
      return request;
    },
    wrong: (tx, { triesLeft }) => countWrong(tx, open, actor, triesLeft),
  });
}

/** Writes down a wrong code; the fifth ends the request. */
export async function countWrong(
  tx: Tx,
  request: RecoveryRequest,
  actor: Actor,
  triesLeft: number,
): Promise<void> {
  if (triesLeft > 0) {
    await auditOf(tx, actor, 'KEY_RECOVERY_CODE_WRONG', request, { new: { triesLeft } });
    return;
  }
  const before = (await requestOf(tx, request.id))?.status ?? request.status;
  const reason = reasons['reason.code-exhausted'];
  const failed = await moveRequest(tx, 'exhaust', request.id, movedBy(actor), { reason });
  if (failed === undefined) throw wrongState(before);
  await auditMove(tx, actor, { request: failed, from: before });
}

async function openOrNewest(tx: Tx, accountId: string): Promise<RecoveryRequest> {
  const request = (await openRequestOf(tx, accountId)) ?? (await newestRequestOf(tx, accountId));
  if (request === undefined) throw new Refusal('NOT_FOUND');
  return request;
}

export async function addMakers(tx: Tx, id: bigint, actor: Actor): Promise<void> {
  for (const userId of makersOf(actor)) await addMaker(tx, id, userId);
}

/** The move, or the refusal that says how the request stands now. */
export async function moveOrRefuse(
  tx: Tx,
  move: Parameters<typeof moveRequest>[1],
  id: bigint,
  actor: Actor,
  set: Parameters<typeof moveRequest>[4] = {},
): Promise<RecoveryRequest> {
  const moved = await moveRequest(tx, move, id, movedBy(actor), set);
  if (moved !== undefined) return moved;
  const current = await requestOf(tx, id);
  throw current === undefined ? new Refusal('NOT_FOUND') : wrongState(current.status);
}
