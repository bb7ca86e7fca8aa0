import {
  type Authorizer,
  type AuthorizerChange,
  type AuthorizerChangeDetail,
  type AuthorizerChangeEvent,
  type AuthorizerChangeState,
  type AuthorizerDirection,
  authorizersMax,
} from '@tonle/contract/authorizers';
import type { PageOf } from '@tonle/contract/paging';
import { Refusal } from '@tonle/contract/refusal';
import { readAccount } from '@tonle/ledger';
import { rawTx, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { audit, bankItself } from '../audit-log/audit-log.public.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { customerRow } from '../customers/customers.public.ts';
import {
  type AccountsAsked,
  type AuthorizerChangeRow,
  changeById,
  countSigners,
  insertChange,
  type ListedAccount,
  listAccounts,
  listChanges,
  type Pair,
  pendingChange,
  signsFor,
} from './authorizers.store.ts';

/** "shop" and "shop@chkt" are the same desktop account of this bank. Refused where there is none. */
async function desktopAccountOf(tx: Tx, accountName: string): Promise<string> {
  const accountId = accountName.includes('@') ? accountName : `${accountName}@${(await ownBank(tx)).domain}`;
  const customer = await customerRow(tx, accountId);
  if (customer?.account_type !== 'DESKTOP') throw new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
  return accountId;
}

const viewOf = (it: ListedAccount): Authorizer => ({
  id: it.account_id,
  accountId: it.account_id,
  organizationName: it.organization_name ?? '',
});

/** All that sign for an account. */
export async function authorizersOf(tx: Tx, accountId: string): Promise<Authorizer[]> {
  const sort = { field: 'accountId', direction: 'asc' } as const;
  const all = { signing: true, search: undefined, sort, page: 0, size: authorizersMax };
  return (await listAccounts(tx, { accountId, ...all })).rows.map(viewOf);
}

export async function authorizerPage(
  tx: Tx,
  { accountName, ...asked }: Omit<AccountsAsked, 'accountId'> & { accountName: string },
): Promise<PageOf<Authorizer>> {
  const accountId = await desktopAccountOf(tx, accountName);
  const { rows, ...counted } = await listAccounts(tx, { accountId, ...asked });
  return {
    ...counted,
    rows: rows.map(viewOf),
  };
}

export async function changePage(
  tx: Tx,
  { accountName, ...asked }: { accountName: string; direction: 'asc' | 'desc'; page: number; size: number },
): Promise<PageOf<AuthorizerChange>> {
  const accountId = await desktopAccountOf(tx, accountName);
  const { rows, total } = await listChanges(tx, { accountId, ...asked });
  return {
    total,
    rows: rows.map(changeView),
  };
}

const changeView = (it: AuthorizerChangeRow): AuthorizerChange => ({
  id: String(it.id),
  createDate: it.created.toISOString(),
  accountName: it.authorizer_account_id,
  creatorAccountName: it.account_id,
  direction: it.direction,
  status: it.status,
  changeMadeBy: it.made_by_name,
  reason: it.reason,
});

/** A change with its timeline, which its row tells: it is asked for, and settled once. */
export async function showChange(tx: Tx, id: bigint): Promise<AuthorizerChangeDetail> {
  const row = await changeById(tx, id);
  if (row === undefined) throw new Refusal('NOT_FOUND');
  const account = await readAccount(rawTx(tx), row.account_id);
  const nameOf = async (accountId: string) => (await customerRow(tx, accountId))?.organization_name ?? '';
  return {
    ...changeView(row),
    authorizerName: await nameOf(row.authorizer_account_id),
    creatorName: await nameOf(row.account_id),
    waitsForUnblocking: row.status === 'PENDING' && account?.frozen === true,
    events: eventsOf(row),
  };
}

function eventsOf(it: AuthorizerChangeRow): AuthorizerChangeEvent[] {
  const asked: AuthorizerChangeEvent = {
    event: 'REQUESTED',
    time: it.created.toISOString(),
    by: it.made_by_name,
    byLogin: it.made_by_login,
    reason: null,
  };
  if (it.settled === null) return [asked];
  const event = it.status === 'FAILED' ? 'FAILED' : 'CARRIED_OUT';
  const by = bankItself.fullName ?? '';
  return [asked, { event, time: it.settled.toISOString(), by, byLogin: null, reason: it.reason }];
}

const stateOf = (it: AuthorizerChangeRow): AuthorizerChangeState => ({
  id: String(it.id),
  status: it.status,
});

/** Both accounts, locked in the order of their ids, so that a change and a deletion come one after the other. */
async function lockedPair(tx: Tx, { accountId, authorizerAccountId }: Pair): Promise<void> {
  for (const id of [accountId, authorizerAccountId].sort()) {
    const customer = await customerRow(tx, id, { lock: true });
    const account = customer && (await readAccount(rawTx(tx), id));
    if (customer?.account_type !== 'DESKTOP' || account === undefined) {
      throw new Refusal('ACCOUNT_NOT_FOUND', { account: id });
    }
    if (account.status === 'DELETED') throw new Refusal('ACCOUNT_DELETED', { account: id });
  }
}

/** Why a change cannot be, as things stand; undefined where it can. */
export async function whyNot(
  tx: Tx,
  pair: Pair,
  direction: AuthorizerDirection,
): Promise<Refusal | undefined> {
  await lockedPair(tx, pair);
  const account = pair.authorizerAccountId;
  const signs = await signsFor(tx, pair);
  if (direction === 'REMOVE_SIGNATORY')
    return signs ? undefined : new Refusal('AUTHORIZER_NOT_THERE', { account });
  if (signs) return new Refusal('AUTHORIZER_ALREADY', { account });
  if ((await countSigners(tx, pair.accountId)) < authorizersMax) return undefined;
  return new Refusal('AUTHORIZERS_TOO_MANY', { max: authorizersMax });
}

/** Asks for a change; asked again while it waits, it is the same request (decisions section 8). */
export async function askChange(
  tx: Tx,
  { pair, direction, actor }: { pair: Pair; direction: AuthorizerDirection; actor: Actor },
): Promise<AuthorizerChangeState> {
  if (pair.accountId === pair.authorizerAccountId) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'authorizerAccountId', key: 'authorizer.itself' }]);
  }
  const reason = await whyNot(tx, pair, direction);
  const open = await pendingChange(tx, pair);
  if (open?.direction === direction) return stateOf(open);
  if (open !== undefined) throw new Refusal('AUTHORIZER_CHANGE_OPEN');
  if (reason !== undefined) throw reason;
  const row = await insertChange(tx, {
    account_id: pair.accountId,
    authorizer_account_id: pair.authorizerAccountId,
    direction,
    made_by_login: actor.login,
    made_by_name: actor.fullName ?? actor.login ?? '',
  });
  // Both accounts are locked, so nobody else can have asked meanwhile.
  if (row === undefined) throw new Refusal('AUTHORIZER_CHANGE_OPEN');
  await recordChange(tx, actor, row, 'AUTHORIZER_CHANGE_REQUESTED');
  return stateOf(row);
}

/** The audit entry of a request, and of what became of it. */
export async function recordChange(
  tx: Tx,
  actor: Actor,
  row: Pick<AuthorizerChangeRow, 'account_id' | 'authorizer_account_id' | 'direction'>,
  activity:
    | 'AUTHORIZER_CHANGE_REQUESTED'
    | 'AUTHORIZER_ADDED'
    | 'AUTHORIZER_REMOVED'
    | 'AUTHORIZER_CHANGE_FAILED',
  reason?: string,
): Promise<void> {
  const descriptions = {
    AUTHORIZER_CHANGE_REQUESTED: 'Asked to change who signs for an account',
    AUTHORIZER_ADDED: 'An account signs for another',
    AUTHORIZER_REMOVED: 'An account signs for another no longer',
    AUTHORIZER_CHANGE_FAILED: 'Who signs for an account could not be changed',
  } as const;
  await audit(tx, {
    actor,
    activity,
    description: descriptions[activity],
    subject: row.account_id,
    new: {
      authorizer: row.authorizer_account_id,
      direction: row.direction,
      ...(reason === undefined ? {} : { reason }),
    },
  });
}
