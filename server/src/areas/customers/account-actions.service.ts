import { Refusal, type RefusalName } from '@tonle/contract/refusal';
import {
  type AccountChange,
  type AccountState,
  deleteAccount,
  freezeAccount,
  readAccount,
  unfreezeAccount,
} from '@tonle/ledger';
import { formatAmount } from '@tonle/money';
import { type Db, inTransaction, rawTx, type Tx } from '../../db/tx.ts';
import type { Actor, Session } from '../../http/call.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { hasPaymentsUnderWay, type OpenRequest, openRequestOf } from './account-actions.store.ts';
import { type Customer, customerRow } from './customers.store.ts';
import { judgeChange } from './seeing.ts';

export type By = { accountId: string; session: Session; actor: Actor };
export type AccountNow = Pick<AccountState, 'accountId' | 'status' | 'frozen'>;

/** The customer, kept as they are until the transaction ends, where the caller may change them. */
export async function customerToChange(tx: Tx, { accountId, session }: By): Promise<Customer> {
  const customer = await customerRow(tx, accountId, { lock: true });
  if (customer === undefined) throw new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
  judgeChange(session.permissions, customer.account_type, accountId);
  return customer;
}

/** Blocks an account, or unblocks it. Of two who do it at once one is told that it is done already. */
export function setFrozen(db: Db, by: By, frozen: boolean): Promise<AccountNow> {
  return inTransaction(db, async (tx) => {
    const { accountId, actor } = by;
    await customerToChange(tx, by);
    const { before, after } = changed(
      await (frozen ? freezeAccount(rawTx(tx), accountId) : unfreezeAccount(rawTx(tx), accountId)),
    );
    if (before.frozen === frozen) {
      throw new Refusal(frozen ? 'ACCOUNT_BLOCKED' : 'ACCOUNT_NOT_BLOCKED', { account: accountId });
    }
    await audit(tx, {
      actor,
      activity: frozen ? 'ACCOUNT_BLOCKED' : 'ACCOUNT_UNBLOCKED',
      description: `${frozen ? 'Blocked' : 'Unblocked'} the account ${accountId}`,
      subject: accountId,
      old: { frozen: before.frozen },
      new: { frozen: after.frozen },
    });
    return now(after);
  });
}

/**
 * Deletes an account that holds nothing, has nothing under way and no request open (decisions section 8). The ledger's lock on
 * the account orders it among payments: whatever was posted before is seen here, and nothing is posted afterwards.
 */
export function removeAccount(db: Db, by: By): Promise<AccountNow> {
  return inTransaction(db, async (tx) => {
    const { accountId, actor } = by;
    await customerToChange(tx, by);
    const state = await readAccount(rawTx(tx), accountId);
    if (state?.status !== 'DELETED') await refuseOpenRequests(tx, accountId);
    const { before, after } = changed(await deleteAccount(rawTx(tx), accountId));
    if (await hasPaymentsUnderWay(tx, accountId)) {
      throw new Refusal('PAYMENTS_PENDING', { account: accountId });
    }
    await audit(tx, {
      actor,
      activity: 'ACCOUNT_DELETED',
      description: `Deleted the account ${accountId}`,
      subject: accountId,
      old: { status: before.status, frozen: before.frozen },
      new: { status: after.status, frozen: after.frozen },
    });
    return now(after);
  });
}

const pending = {
  VERIFICATION: 'VERIFICATION_PENDING',
  CONTACT_CHANGE: 'CONTACT_CHANGE_PENDING',
  KEY_RECOVERY: 'KEY_RECOVERY_PENDING',
  AUTHORIZER_CHANGE: 'AUTHORIZER_CHANGE_PENDING',
} as const satisfies Record<OpenRequest, RefusalName>;

async function refuseOpenRequests(tx: Tx, accountId: string): Promise<void> {
  const open = await openRequestOf(tx, accountId);
  if (open !== undefined) throw new Refusal(pending[open], { account: accountId });
}

const now = ({ accountId, status, frozen }: AccountState): AccountNow => ({ accountId, status, frozen });

/** What the ledger changed, or its refusal in words. */
function changed(change: AccountChange): { before: AccountState; after: AccountState } {
  if (change.outcome === 'changed') return change;
  const { reason } = change;
  const account = reason.accountId;
  if (reason.name === 'ACCOUNT_MISSING') throw new Refusal('ACCOUNT_NOT_FOUND', { account });
  if (reason.name === 'ACCOUNT_CLOSED') throw new Refusal('ACCOUNT_DELETED', { account });
  throw new Refusal('BALANCE_LEFT', {
    account,
    khr: formatAmount(reason.balancesMinor['khr#nbc'], 'KHR'),
    usd: formatAmount(reason.balancesMinor['usd#nbc'], 'USD'),
  });
}
