import { preferencesMax } from '@tonle/contract/preferences';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';

export const preferencesOf = (db: Db, userId: bigint): Promise<{ name: string; value: string }[]> =>
  db
    .selectFrom('console_user_preference')
    .select(['name', 'value'])
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .limit(preferencesMax)
    .execute();

/** Keeps a person's preference; those that were left alone for longest make room. */
export async function savePreference(
  tx: Tx,
  userId: bigint,
  it: { name: string; value: string },
): Promise<void> {
  await sql`INSERT INTO console_user_preference (user_id, name, value) VALUES (${userId}, ${it.name}, ${it.value})
    ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value, changed_at = clock_timestamp()`.execute(
    tx,
  );
  await sql`DELETE FROM console_user_preference WHERE user_id = ${userId} AND name IN (
    SELECT name FROM console_user_preference WHERE user_id = ${userId}
    ORDER BY changed_at DESC, name OFFSET ${preferencesMax})`.execute(tx);
}

export async function dropPreference(tx: Tx, userId: bigint, name: string): Promise<void> {
  await tx
    .deleteFrom('console_user_preference')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .execute();
}
