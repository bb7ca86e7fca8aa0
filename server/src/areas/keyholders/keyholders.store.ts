import type { Tx } from '../../db/tx.ts';

export interface CeremonyShare {
  readonly userId: bigint;
  readonly position: number;
  readonly salt: Buffer;
  readonly verifier: Buffer | null;
  readonly wrappedShare: Buffer | null;
}

export interface Ceremony {
  readonly id: bigint;
  readonly accountId: string;
  readonly keyId: string | null;
  readonly publicKey: Buffer | null;
  readonly shares: readonly CeremonyShare[];
}

/** The latest ceremony with its shares in keyholder order; undefined before there was one. */
export async function latestCeremony(tx: Tx): Promise<Ceremony | undefined> {
  const ceremony = await tx
    .selectFrom('keyholder_ceremony')
    .select(['id', 'account_id as accountId', 'key_id as keyId', 'public_key as publicKey'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (ceremony === undefined) return undefined;
  const shares = await tx
    .selectFrom('keyholder_share')
    .select(['user_id as userId', 'position', 'salt', 'verifier', 'wrapped_share as wrappedShare'])
    .where('ceremony_id', '=', ceremony.id)
    .orderBy('position')
    .execute();
  return { ...ceremony, shares };
}

export async function insertCeremony(
  tx: Tx,
  accountId: string,
  shares: readonly { userId: bigint; salt: Buffer }[],
): Promise<bigint> {
  const { id } = await tx
    .insertInto('keyholder_ceremony')
    .values({ account_id: accountId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = shares.map(({ userId, salt }, index) => ({
    ceremony_id: id,
    user_id: userId,
    position: index + 1,
    salt,
  }));
  await tx.insertInto('keyholder_share').values(rows).execute();
  return id;
}

/** Keeps a share, sealed, with its verifier; false where that keyholder has submitted before. */
export async function saveShare(
  tx: Tx,
  ceremonyId: bigint,
  userId: bigint,
  share: { verifier: Buffer; wrappedShare: Buffer; submittedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('keyholder_share')
    .set({ verifier: share.verifier, wrapped_share: share.wrappedShare, submitted_at: share.submittedAt })
    .where('ceremony_id', '=', ceremonyId)
    .where('user_id', '=', userId)
    .where('verifier', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The key is registered: what it was made from is no longer needed. */
export async function finishCeremony(
  tx: Tx,
  ceremonyId: bigint,
  key: { keyId: string; publicKey: Buffer; at: Date },
): Promise<void> {
  await tx
    .updateTable('keyholder_ceremony')
    .set({ key_id: key.keyId, public_key: key.publicKey, completed_at: key.at })
    .where('id', '=', ceremonyId)
    .execute();
  await tx
    .updateTable('keyholder_share')
    .set({ wrapped_share: null })
    .where('ceremony_id', '=', ceremonyId)
    .execute();
}
