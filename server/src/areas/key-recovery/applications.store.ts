import type { Picture, PictureStore } from '../../adapters/images.ts';
import type { Tx } from '../../db/tx.ts';

/** Customers' applications, behind the port of all pictures. */
export const applications: PictureStore<Tx, { accountId: string }> = {
  put: async (tx, { accountId, sourceHash }, { content, mediaType, width, height }) => {
    const row = await tx
      .insertInto('key_recovery_application')
      .values({
        account_id: accountId,
        content,
        media_type: mediaType,
        width,
        height,
        source_hash: Buffer.from(sourceHash),
      })
      .returning('application_id')
      .executeTakeFirstOrThrow();
    return row.application_id;
  },
  get: async (tx, id) => {
    const row = await tx
      .selectFrom('key_recovery_application')
      .select(['content', 'media_type as mediaType', 'width', 'height'])
      .where('application_id', '=', id)
      .executeTakeFirst();
    return row satisfies Picture | undefined;
  },
};
