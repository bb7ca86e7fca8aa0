import { rawTx, type Tx } from '../../db/tx.ts';

export const newestRequestOf = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('verification_request')
    .select(['id', 'status', 'requested_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The newest key that is registered for an account and not revoked. */
export async function publicKeyOf(tx: Tx, accountId: string): Promise<Buffer | undefined> {
  const { rows } = await rawTx(tx).query<{ public_key: Buffer }>(
    `SELECT k.public_key FROM key_registration k
     WHERE k.account_id = $1 AND k.action = 'REGISTER' AND NOT EXISTS (
       SELECT FROM key_registration r WHERE r.key_id = k.key_id AND r.action = 'REVOKE')
     ORDER BY k.seq DESC LIMIT 1`,
    [accountId],
  );
  return rows[0]?.public_key;
}

/** A picture's kind and whose it is. */
export const imageOwnerOf = (tx: Tx, imageId: string) =>
  tx
    .selectFrom('customer_image as i')
    .innerJoin('customer as c', 'c.account_id', 'i.account_id')
    .select(['i.kind', 'c.account_id as accountId', 'c.account_type as accountType'])
    .where('i.image_id', '=', imageId)
    .executeTakeFirst();
