import { sql } from 'kysely';
import type { Picture, PictureStore } from '../../adapters/images.ts';
import type { ImageKind } from '../../db/tables/customers.ts';
import type { Tx } from '../../db/tx.ts';

export type ImageOf = { accountId: string; kind: ImageKind };

/** Customers' pictures in the database, so that one backup holds everything and one transaction both change and picture. */
export const pictures: PictureStore<Tx, ImageOf> = {
  put: async (tx, { accountId, kind, sourceHash }, { content, mediaType, width, height }) => {
    const row = await tx
      .insertInto('customer_image')
      .values({
        account_id: accountId,
        kind,
        content,
        media_type: mediaType,
        width,
        height,
        source_hash: Buffer.from(sourceHash),
      })
      .returning('image_id')
      .executeTakeFirstOrThrow();
    return row.image_id;
  },
  get: async (tx, id) => {
    const row = await tx
      .selectFrom('customer_image')
      .select(['content', 'media_type as mediaType', 'width', 'height'])
      .where('image_id', '=', id)
      .executeTakeFirst();
    return row satisfies Picture | undefined;
  },
};

/** The picture that these same bytes made before. */
export const keptImageOf = (
  tx: Tx,
  { accountId, kind }: ImageOf,
  sourceHash: Uint8Array,
): Promise<{ imageId: string; width: number; height: number } | undefined> =>
  tx
    .selectFrom('customer_image')
    .select(['image_id as imageId', 'width', 'height'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('source_hash', '=', Buffer.from(sourceHash))
    .executeTakeFirst();

/** Which of these pictures are of this account, and of which kind. Whoever drops some has locked the customer. */
export const imagesOf = (
  tx: Tx,
  accountId: string,
  imageIds: readonly string[],
): Promise<{ imageId: string; kind: ImageKind }[]> =>
  tx
    .selectFrom('customer_image')
    .select(['image_id as imageId', 'kind'])
    .where('account_id', '=', accountId)
    .where('image_id', 'in', imageIds)
    .execute();

/** Of what was handed in and never asked with, an account keeps so many; the oldest go. */
const UNUSED_MAX = 8;

export async function dropUnusedImages(tx: Tx, accountId: string): Promise<void> {
  await sql`
    DELETE FROM customer_image WHERE image_id IN (
      SELECT i.image_id FROM customer_image i
      WHERE i.account_id = ${accountId}
        AND NOT EXISTS (SELECT FROM customer c WHERE i.image_id IN (c.photo_id, c.identity_id) AND c.account_id = ${accountId})
        AND NOT EXISTS (SELECT FROM verification_request v WHERE v.account_id = ${accountId}
          AND i.image_id IN (v.photo_id, v.identity_id, v.old_photo_id, v.old_identity_id))
      ORDER BY i.created DESC, i.image_id OFFSET ${UNUSED_MAX})`.execute(tx);
}
