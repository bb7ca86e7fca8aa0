import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/** More than there are tables and places; beyond it the ones longest untouched are forgotten. */
const keptMax = 200;

export async function preferencesOf(tx: Tx, userId: bigint): Promise<Record<string, string>> {
  const rows = await tx
    .selectFrom('console_user_preference')
    .select(['name', 'value'])
    .where('user_id', '=', userId)
    .execute();
  return Object.fromEntries(rows.map((it) => [it.name, it.value]));
}

export async function keepPreference(tx: Tx, userId: bigint, name: string, value: string): Promise<void> {
  await tx
    .insertInto('console_user_preference')
    .values({ user_id: userId, name, value, updated: sql`clock_timestamp()` })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'name']).doUpdateSet({ value, updated: sql`clock_timestamp()` }),
    )
    .execute();
  const tooMany = tx
    .selectFrom('console_user_preference')
    .select('name')
    .where('user_id', '=', userId)
    .orderBy('updated', 'desc')
    .offset(keptMax);
  await tx
    .deleteFrom('console_user_preference')
    .where('user_id', '=', userId)
    .where('name', 'in', tooMany)
    .execute();
}

export async function forgetPreference(tx: Tx, userId: bigint, name: string): Promise<void> {
  await tx
    .deleteFrom('console_user_preference')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .execute();
}
