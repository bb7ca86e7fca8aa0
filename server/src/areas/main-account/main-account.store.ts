import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

export type AccountChoice = { accountId: string; name: string };

/** A page of the bank's accounts whose id starts with the letters. A range in byte order: nothing typed is a pattern. */
export async function accountsStartingWith(
  tx: Tx,
  letters: string,
  page: { offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ rows: AccountChoice[]; total: number }> {
  const within = (column: string) => {
    const id = sql.ref(column);
    return sql<boolean>`${id} >= ${letters} AND ${id} < ${`${letters}\u{10FFFF}`}`;
  };
  const accounts = tx
    .selectFrom('customer')
    .select([
      'account_id as accountId',
      sql<string>`CASE account_type WHEN 'MOBILE' THEN full_name ELSE organization_name END`.as('name'),
    ])
    .where(within('account_id'))
    .unionAll(
      tx
        .selectFrom('participant_bank')
        .select(['main_account_id as accountId', 'name'])
        .where('own', '=', true)
        .where(within('main_account_id')),
    );
  const rows = await accounts
    .orderBy('accountId', page.order)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total } = await tx
    .selectFrom(accounts.as('account'))
    .select(sql<bigint>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}
