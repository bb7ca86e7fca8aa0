import type {
  AccountGroup,
  AccountSummary,
  Branch,
  DomainAccount,
  MovedAccount,
  SummaryScope,
} from '@tonle/contract/domain-accounts';
import { type PageOf, searchLengthMin } from '@tonle/contract/paging';
import { Refusal } from '@tonle/contract/refusal';
import { readAccount } from '@tonle/ledger';
import { formatAmount } from '@tonle/money';
import { fromNearerEnd } from '../../db/nearer-end.ts';
import type { CustomerType } from '../../db/tables/customers.ts';
import { rawTx, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { listedAccountOf, moveToBranch } from '../customers/customers.public.ts';
import {
  type AccountsPage,
  type AccountsWanted,
  type AccountToMove,
  countFound,
  type ListedDomainAccount,
  listAccounts,
  listBranches,
  lockAccounts,
} from './domain-accounts.store.ts';
import { advanceTotals, type DomainTotal, lockTotals, readTotals } from './domain-totals.store.ts';

export async function branchPage(
  tx: Tx,
  { page, size, sort }: { page: number; size: number; sort: { direction: 'asc' | 'desc' } },
): Promise<PageOf<Branch>> {
  const all = await listBranches(tx, sort.direction);
  const rows = all.slice(page * size, (page + 1) * size);
  return {
    rows: rows.map((it) => ({ id: String(it.id), name: it.name, headBranch: it.head_branch })),
    total: all.length,
  };
}

const inScope: Readonly<Record<SummaryScope, (it: DomainTotal) => boolean>> = {
  DOMAIN: () => true,
  DIRECT_ACCOUNT: (it) => it.branchId !== 0,
  BRANCH: (it) => it.branchId !== 0,
  CUSTOMER: (it) => it.branchId === 0,
};

/** Of one snapshot, which the transaction must keep: then the parts add up to the whole. */
export async function summaryOf(
  tx: Tx,
  { type, branch }: { type?: CustomerType | undefined; branch: SummaryScope },
): Promise<AccountSummary> {
  const totals = (await readTotals(tx)).filter(
    (it) => inScope[branch](it) && (type === undefined || it.accountType === type),
  );
  let count = totals.reduce((sum, it) => sum + it.count, 0);
  let khrMinor = totals.reduce((sum, it) => sum + it.khrMinor, 0n);
  let usdMinor = totals.reduce((sum, it) => sum + it.usdMinor, 0n);
  // The main account is of no channel's type.
  if (type === undefined && (branch === 'DOMAIN' || branch === 'DIRECT_ACCOUNT')) {
    const main = await readAccount(rawTx(tx), (await ownBank(tx)).mainAccountId);
    count += main === undefined ? 0 : 1;
    khrMinor += main?.balancesMinor['khr#nbc'] ?? 0n;
    usdMinor += main?.balancesMinor['usd#nbc'] ?? 0n;
  }
  return {
    totalAccount: count,
    totalAmounts: { 'khr#nbc': formatAmount(khrMinor, 'KHR'), 'usd#nbc': formatAmount(usdMinor, 'USD') },
  };
}

type Asked = {
  branch: AccountGroup;
  type?: CustomerType | undefined;
  filter?: string | undefined;
  sort: AccountsPage['sort'];
  page: number;
  size: number;
};

/** A page of one of the two groups, of one snapshot, which the transaction must keep. */
export async function accountPage(tx: Tx, asked: Asked): Promise<PageOf<DomainAccount>> {
  const { branch, type, filter, sort, page, size } = asked;
  if (filter !== undefined && [...filter].length < searchLengthMin) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'filter', key: 'search.too-short' }]);
  }
  const wanted: AccountsWanted = { direct: branch === 'DIRECT_ACCOUNT', accountType: type, search: filter };
  const counted = filter === undefined ? await countByTotals(tx, wanted) : await countFound(tx, wanted);
  const rows = await fromNearerEnd({ sort, offset: page * size, limit: size }, counted, (it) =>
    listAccounts(tx, wanted, it),
  );
  return { rows: rows.map(viewOf), ...counted };
}

async function countByTotals(tx: Tx, { direct, accountType }: AccountsWanted) {
  const total = (await readTotals(tx))
    .filter(
      (it) => (it.branchId !== 0) === direct && (accountType === undefined || it.accountType === accountType),
    )
    .reduce((sum, it) => sum + it.count, 0);
  return { total, totalMore: false };
}

const viewOf = (it: ListedDomainAccount): DomainAccount => ({
  ...listedAccountOf(it),
  status: it.status,
  frozen: it.frozen,
});

type Move = { branchId: string; irohaAccounts: readonly string[]; actor: Actor };

/**
 * Moves accounts into the head branch, or out of it. What can be moved is; each account's outcome is told. The totals are
 * held first, so that two moves come one after the other and each account is counted once.
 */
export async function moveAccounts(
  tx: Tx,
  to: AccountGroup,
  { branchId, irohaAccounts, actor }: Move,
): Promise<MovedAccount[]> {
  const branch = (await listBranches(tx, 'asc')).find((it) => String(it.id) === branchId && it.head_branch);
  if (branch === undefined) throw new Refusal('NOT_FOUND');
  const counted = await lockTotals(tx);
  const ids = [...new Set(irohaAccounts)];
  const found = await lockAccounts(tx, ids);
  const target = to === 'DIRECT_ACCOUNT' ? branch.id : null;
  const outcomes = ids.map((accountId) => ({ accountId, outcome: outcomeOf(found.get(accountId), target) }));
  const moved = outcomes.filter((it) => it.outcome === 'MOVED').map((it) => it.accountId);
  if (moved.length > 0) {
    await advanceTotals(tx, counted, { accountIds: moved, branchId: target ?? 0 });
    await moveToBranch(tx, moved, target);
    await record(tx, to, moved, actor);
  }
  return outcomes;
}

function outcomeOf(it: AccountToMove | undefined, target: number | null): MovedAccount['outcome'] {
  if (it === undefined) return 'ACCOUNT_NOT_FOUND';
  if (it.status === 'DELETED') return 'ACCOUNT_DELETED';
  return it.branch_id === target ? 'ALREADY_THERE' : 'MOVED';
}

/** The entry names one account as its subject, several in its values. */
async function record(tx: Tx, to: AccountGroup, moved: readonly string[], actor: Actor): Promise<void> {
  const [group, other] = to === 'DIRECT_ACCOUNT' ? ['DIRECT', 'INDIRECT'] : ['INDIRECT', 'DIRECT'];
  const [first] = moved;
  await audit(tx, {
    actor,
    activity: to === 'DIRECT_ACCOUNT' ? 'ACCOUNTS_MADE_DIRECT' : 'ACCOUNTS_MADE_INDIRECT',
    description: `Made ${moved.length === 1 ? first : `${moved.length} accounts`} ${group.toLowerCase()}`,
    ...(moved.length === 1 && first !== undefined ? { subject: first } : {}),
    old: { group: other },
    new: { group, accounts: moved },
  });
}
