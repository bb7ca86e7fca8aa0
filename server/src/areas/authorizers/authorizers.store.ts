import type { AuthorizerDirection } from '@tonle/contract/authorizers';
import { freeTextCountMax } from '@tonle/contract/paging';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { AuthorizersTables } from '../../db/tables/authorizers.ts';
import type { Tx } from '../../db/tx.ts';
import { searchTermsOf } from '../customers/customers.public.ts';

export type AuthorizerChangeRow = Selectable<AuthorizersTables['authorizer_change']>;

export type AccountsAsked = {
  accountId: string;
  /** Those that sign for it, or all the others. */
  signing: boolean;
  search: string | undefined;
  sort: { field: 'accountId' | 'organizationName'; direction: 'asc' | 'desc' };
  page: number;
  size: number;
};
export type ListedAccount = { account_id: string; organization_name: string | null };

/** Desktop accounts that are not deleted; names stand as a Khmer dictionary has them. */
export async function listAccounts(
  tx: Tx,
  { accountId, signing, search, sort, page, size }: AccountsAsked,
): Promise<{ rows: ListedAccount[]; total: number; totalMore: boolean }> {
  const signs = sql<boolean>`EXISTS (SELECT FROM authorizer a
    WHERE a.account_id = ${accountId} AND a.authorizer_account_id = c.account_id)`;
  const found = tx
    .selectFrom('customer as c')
    .where('c.account_type', '=', 'DESKTOP')
    .where('c.account_id', '<>', accountId)
    .where(
      sql<boolean>`EXISTS (SELECT FROM account_state s WHERE s.account_id = c.account_id AND s.status <> 'DELETED')`,
    )
    .where(signing ? signs : sql<boolean>`NOT ${signs}`)
    .$if(search !== undefined, (query) =>
      query.where(
        sql<boolean>`c.search_words @@ lower(${searchTermsOf(search ?? '')} COLLATE "default")::tsquery`,
      ),
    );
  const { count } = await tx
    .selectFrom(
      found
        .select('c.account_id')
        .limit(freeTextCountMax + 1)
        .as('some'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  const totalMore = count > freeTextCountMax;
  const total = totalMore ? freeTextCountMax : count;
  if (page * size >= total) return { rows: [], total, totalMore };
  const rows = await found
    .select(['c.account_id', 'c.organization_name'])
    .orderBy(
      sort.field === 'accountId' ? sql`c.account_id` : sql`c.organization_name COLLATE "km-x-icu"`,
      sort.direction,
    )
    .orderBy('c.account_id', sort.direction)
    .limit(size)
    .offset(page * size)
    .execute();
  return { rows, total, totalMore };
}

export async function listChanges(
  tx: Tx,
  it: { accountId: string; direction: 'asc' | 'desc'; page: number; size: number },
): Promise<{ rows: AuthorizerChangeRow[]; total: number }> {
  const own = tx.selectFrom('authorizer_change').where('account_id', '=', it.accountId);
  const { count } = await own.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('created', it.direction)
    .orderBy('id', it.direction)
    .limit(it.size)
    .offset(it.page * it.size)
    .execute();
  return { rows, total: count };
}

export const changeById = (tx: Tx, id: bigint): Promise<AuthorizerChangeRow | undefined> =>
  tx.selectFrom('authorizer_change').selectAll().where('id', '=', id).executeTakeFirst();

export type Pair = { accountId: string; authorizerAccountId: string };

export const pendingChange = (
  tx: Tx,
  { accountId, authorizerAccountId }: Pair,
): Promise<AuthorizerChangeRow | undefined> =>
  tx
    .selectFrom('authorizer_change')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('authorizer_account_id', '=', authorizerAccountId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();

/** Undefined where the pair has a change under way already. */
export const insertChange = (
  tx: Tx,
  it: Insertable<AuthorizersTables['authorizer_change']>,
): Promise<AuthorizerChangeRow | undefined> =>
  tx
    .insertInto('authorizer_change')
    .values(it)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** A change that waits, of an account that is not blocked, held until the transaction ends. Another server takes another one. */
export const nextPending = (tx: Tx): Promise<AuthorizerChangeRow | undefined> =>
  tx
    .selectFrom('authorizer_change')
    .selectAll()
    .where('status', '=', 'PENDING')
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM account_state s
        WHERE s.account_id = authorizer_change.account_id AND s.frozen)`,
    )
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export async function settleChange(tx: Tx, id: bigint, failure: string | undefined): Promise<void> {
  await tx
    .updateTable('authorizer_change')
    .set({
      status: failure === undefined ? 'SUCCESS' : 'FAILED',
      reason: failure ?? null,
      settled: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .execute();
}

/** Deleted accounts are in no list and sign for nobody: they take no place. */
export async function countSigners(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('authorizer')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`EXISTS (SELECT FROM account_state s
        WHERE s.account_id = authorizer.authorizer_account_id AND s.status <> 'DELETED')`,
    )
    .executeTakeFirstOrThrow();
  return count;
}

export async function signsFor(tx: Tx, { accountId, authorizerAccountId }: Pair): Promise<boolean> {
  const row = await tx
    .selectFrom('authorizer')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('authorizer_account_id', '=', authorizerAccountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes it so, whether or not it was so before. */
export async function setSigner(
  tx: Tx,
  { accountId, authorizerAccountId }: Pair,
  direction: AuthorizerDirection,
): Promise<void> {
  if (direction === 'ADD_SIGNATORY') {
    await tx
      .insertInto('authorizer')
      .values({ account_id: accountId, authorizer_account_id: authorizerAccountId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await tx
    .deleteFrom('authorizer')
    .where('account_id', '=', accountId)
    .where('authorizer_account_id', '=', authorizerAccountId)
    .execute();
}
