import { type Selectable, sql } from 'kysely';
import type { CustomerType, KycStatus } from '../../db/tables/customers.ts';
import type { KycLimitsTables } from '../../db/tables/kyc-limits.ts';
import type { Tx } from '../../db/tx.ts';

export type LimitRow = Selectable<KycLimitsTables['kyc_limit']>;

const sortColumns = {
  limitName: sql`limit_name COLLATE "km-x-icu"`,
  kycStatus: sql`kyc_status`,
  khrLimit: sql`day_limit_khr_minor`,
  usdLimit: sql`day_limit_usd_minor`,
  createdTime: sql`created_at`,
  updatedTime: sql`updated_at`,
} as const;
export type LimitSort = { field: keyof typeof sortColumns; direction: 'asc' | 'desc' };

export type LimitsAsked = {
  accountTypes: readonly CustomerType[];
  filter?: string | undefined;
  page: number;
  size: number;
  sort: LimitSort;
};

export async function listLimits(
  tx: Tx,
  { accountTypes, filter, page, size, sort }: LimitsAsked,
): Promise<{ rows: LimitRow[]; total: number }> {
  if (accountTypes.length === 0) return { rows: [], total: 0 };
  let of = tx.selectFrom('kyc_limit').where('account_type', 'in', accountTypes);
  if (filter !== undefined) {
    // A position and no pattern, so that nothing typed is one.
    of = of.where(sql<boolean>`position(lower(${filter}) IN lower(limit_name)) > 0`);
  }
  const rows = await of
    .selectAll()
    .orderBy(sortColumns[sort.field], sort.direction)
    .orderBy('id', sort.direction)
    .offset(page * size)
    .limit(size)
    .execute();
  const { total } = await of.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/**
 * A limit by its id. `share` keeps it as it is until the transaction ends, for whoever gives it to an account; `change`
 * also keeps others from giving it.
 */
export function limitById(tx: Tx, id: bigint, lock?: 'share' | 'change'): Promise<LimitRow | undefined> {
  const row = tx.selectFrom('kyc_limit').selectAll().where('id', '=', id);
  return (lock === 'share' ? row.forShare() : lock === 'change' ? row.forUpdate() : row).executeTakeFirst();
}

export type LimitValues = {
  limitName: string;
  description: string | null;
  khrMinor: bigint;
  usdMinor: bigint;
};

const columnsOf = (it: LimitValues) => ({
  limit_name: it.limitName,
  description: it.description,
  day_limit_khr_minor: it.khrMinor,
  day_limit_usd_minor: it.usdMinor,
});

export const insertLimit = (
  tx: Tx,
  of: { accountType: CustomerType; kycStatus: KycStatus },
  values: LimitValues,
): Promise<LimitRow> =>
  tx
    .insertInto('kyc_limit')
    .values({
      ...columnsOf(values),
      custom: true,
      account_type: of.accountType,
      kyc_status: of.kycStatus,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Only ever a limit of the bank's own. */
export const updateLimit = (tx: Tx, id: bigint, values: LimitValues): Promise<LimitRow> =>
  tx
    .updateTable('kyc_limit')
    .set({
      ...columnsOf(values),
      revision: sql`revision + 1`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('custom', '=', true)
    .returningAll()
    .executeTakeFirstOrThrow();

/** How many accounts were given a limit. */
export async function countAccountsWith(tx: Tx, limitId: bigint): Promise<number> {
  const { count } = await tx
    .selectFrom('account_limit')
    .select((it) => it.fn.countAll<string>().as('count'))
    .where('limit_id', '=', limitId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function putAccountLimit(tx: Tx, accountId: string, limitId: bigint): Promise<void> {
  await tx
    .insertInto('account_limit')
    .values({ account_id: accountId, limit_id: limitId })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ limit_id: limitId, set_at: sql`clock_timestamp()` }),
    )
    .execute();
}

/** The limit that an account has: the one it was given, else the national one of its kind and KYC status. */
export const limitOfAccount = (tx: Tx, accountId: string): Promise<LimitRow | undefined> =>
  tx
    .selectFrom('customer as c')
    .leftJoin('account_limit as a', 'a.account_id', 'c.account_id')
    .innerJoin('kyc_limit as l', (join) =>
      join.on(
        sql<boolean>`CASE WHEN a.limit_id IS NULL
          THEN NOT l.custom AND l.account_type = c.account_type AND l.kyc_status = c.kyc_status
          ELSE l.id = a.limit_id END`,
      ),
    )
    .selectAll('l')
    .where('c.account_id', '=', accountId)
    .executeTakeFirst();
