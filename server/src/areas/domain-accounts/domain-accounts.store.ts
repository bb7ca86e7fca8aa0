import type { AccountStatus } from '@tonle/contract/account-id';
import { freeTextCountMax } from '@tonle/contract/paging';
import { sql } from 'kysely';
import type { CustomerType } from '../../db/tables/customers.ts';
import { rawTx, type Tx } from '../../db/tx.ts';
import { searchTermsOf } from '../customers/customers.public.ts';

export type BranchRow = { id: number; name: string; head_branch: boolean };

/** Few: an installation has its head branch. */
export const listBranches = (tx: Tx, direction: 'asc' | 'desc'): Promise<BranchRow[]> =>
  tx.selectFrom('branch').selectAll().orderBy('id', direction).execute();

export type AccountsWanted = {
  direct: boolean;
  accountType?: CustomerType | undefined;
  search?: string | undefined;
};
export type AccountsPage = {
  sort: { field: 'accountId' | 'name'; direction: 'asc' | 'desc' };
  offset: number;
  limit: number;
  /** True where it is read from the end; the rows come in that order too. */
  isReversed?: boolean;
};
export type ListedDomainAccount = {
  account_id: string;
  account_type: CustomerType;
  full_name: string | null;
  organization_name: string | null;
  khr_minor: bigint;
  usd_minor: bigint;
  status: AccountStatus;
  frozen: boolean;
};

const orders = {
  accountId: 'c.account_id',
  name: 'coalesce(c.organization_name, c.full_name) COLLATE "km-x-icu"',
};

/** Direct accounts are those of the head branch; its id is a parameter, so that each list is a stretch of an index. */
async function conditionOf(tx: Tx, { direct, accountType, search }: AccountsWanted) {
  const values: unknown[] = [];
  const conditions = ['c.branch_id IS NULL'];
  if (direct) {
    const head = (await listBranches(tx, 'asc')).find((it) => it.head_branch);
    conditions[0] = `c.branch_id = $${values.push(head?.id ?? 0)}::integer`;
  }
  if (accountType !== undefined) conditions.push(`c.account_type = $${values.push(accountType)}`);
  if (search !== undefined) {
    const terms = `$${values.push(searchTermsOf(search))}`;
    conditions.push(`c.search_words @@ lower(${terms} COLLATE "default")::tsquery`);
  }
  return { where: conditions.join(' AND '), values };
}

/** How many a search finds, so many at most; without a search the totals say it. */
export async function countFound(
  tx: Tx,
  wanted: AccountsWanted,
): Promise<{ total: number; totalMore: boolean }> {
  const { where, values } = await conditionOf(tx, wanted);
  const { rows } = await rawTx(tx).query<{ found: number }>(
    `SELECT count(*)::int AS found FROM (SELECT FROM customer c WHERE ${where} LIMIT ${freeTextCountMax + 1}) AS found`,
    values,
  );
  const found = rows[0]?.found ?? 0;
  return { total: Math.min(found, freeTextCountMax), totalMore: found > freeTextCountMax };
}

export async function listAccounts(
  tx: Tx,
  wanted: AccountsWanted,
  { sort, offset, limit, isReversed = false }: AccountsPage,
): Promise<ListedDomainAccount[]> {
  const { where, values } = await conditionOf(tx, wanted);
  const way = (sort.direction === 'desc') === isReversed ? 'ASC' : 'DESC';
  const order =
    sort.field === 'accountId' ? `c.account_id ${way}` : `${orders.name} ${way}, c.account_id ${way}`;
  const { rows } = await rawTx(tx).query<ListedDomainAccount>(
    `SELECT c.account_id, c.account_type, c.full_name, c.organization_name, k.balance_minor AS khr_minor,
       u.balance_minor AS usd_minor, s.status, s.frozen
     FROM (SELECT * FROM customer c WHERE ${where} ORDER BY ${order}
       OFFSET $${values.length + 1} LIMIT $${values.length + 2}) AS c
     JOIN account_state s ON s.account_id = c.account_id
     JOIN balance k ON k.account_id = c.account_id AND k.asset_id = 'khr#nbc'
     JOIN balance u ON u.account_id = c.account_id AND u.asset_id = 'usd#nbc'
     ORDER BY ${order}`,
    [...values, offset, limit],
  );
  return rows;
}

export type AccountToMove = { account_id: string; branch_id: number | null; status: AccountStatus };

/** The accounts of these ids that there are, held in the order of their ids until the transaction ends. */
export async function lockAccounts(
  tx: Tx,
  accountIds: readonly string[],
): Promise<Map<string, AccountToMove>> {
  const { rows } = await sql<AccountToMove>`
    SELECT c.account_id, c.branch_id, s.status FROM customer c JOIN account_state s ON s.account_id = c.account_id
    WHERE c.account_id = ANY (${accountIds}::text[]) ORDER BY c.account_id FOR NO KEY UPDATE OF c`.execute(
    tx,
  );
  return new Map(rows.map((it) => [it.account_id, it]));
}
