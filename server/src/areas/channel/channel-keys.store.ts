import type { ChannelAccountType } from '@tonle/contract/channel';
import type { ChannelScope } from '@tonle/contract/channel-scopes';
import { type Selectable, sql } from 'kysely';
import type { ChannelTables } from '../../db/tables/channel.ts';
import type { Tx } from '../../db/tx.ts';

export type StoredKey = Selectable<ChannelTables['channel_key']>;

export type NewKey = {
  keyId: string;
  app: string;
  secretHash: Buffer;
  scopes: readonly ChannelScope[];
  accountTypes: readonly ChannelAccountType[];
};

/** False where this key is there already. */
export async function insertKey(tx: Tx, it: NewKey): Promise<boolean> {
  const row = await tx
    .insertInto('channel_key')
    .values({
      key_id: it.keyId,
      app: it.app,
      secret_hash: it.secretHash,
      scopes: [...it.scopes],
      account_types: [...it.accountTypes],
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A key that is not revoked. */
export const goodKey = (tx: Tx, keyId: string): Promise<StoredKey | undefined> =>
  tx
    .selectFrom('channel_key')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('revoked', 'is', null)
    .executeTakeFirst();

export const allKeys = (tx: Tx): Promise<StoredKey[]> =>
  tx.selectFrom('channel_key').selectAll().orderBy('app').orderBy('created').execute();

/** The key as it was revoked just now; undefined where there is none, or it was revoked before. */
export const revokeKey = (tx: Tx, keyId: string): Promise<StoredKey | undefined> =>
  tx
    .updateTable('channel_key')
    .set({ revoked: sql`clock_timestamp()` })
    .where('key_id', '=', keyId)
    .where('revoked', 'is', null)
    .returningAll()
    .executeTakeFirst();
