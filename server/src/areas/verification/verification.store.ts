import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { CustomerType } from '../../db/tables/customers.ts';
import type { IdentityCheck, VerificationTables, VerificationValues } from '../../db/tables/verification.ts';
import type { Tx } from '../../db/tx.ts';

export type VerificationRequest = Selectable<VerificationTables['verification_request']>;

/** What somebody asks to have verified. */
export type RequestedChange = {
  newValues: VerificationValues;
  photoId: string | null;
  identityId: string | null;
  identityCheck: IdentityCheck | null;
};

export const newestRequestOf = (tx: Tx, accountId: string): Promise<VerificationRequest | undefined> =>
  tx
    .selectFrom('verification_request')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

const changeColumns = (it: RequestedChange) => ({
  new_values: JSON.stringify(it.newValues),
  photo_id: it.photoId,
  identity_id: it.identityId,
  identity_check: it.identityCheck === null ? null : JSON.stringify(it.identityCheck),
});

/** One request of an account may be pending: whoever calls has locked the customer and looked. */
export const insertRequest = (
  tx: Tx,
  of: {
    accountId: string;
    accountType: CustomerType;
    oldValues: VerificationValues;
    oldPhotoId: string | null;
    oldIdentityId: string | null;
    requestedBy: string;
    requestedByUser: bigint | null;
  },
  change: RequestedChange,
): Promise<VerificationRequest> =>
  tx
    .insertInto('verification_request')
    .values({
      account_id: of.accountId,
      account_type: of.accountType,
      old_values: JSON.stringify(of.oldValues),
      old_photo_id: of.oldPhotoId,
      old_identity_id: of.oldIdentityId,
      requested_by: of.requestedBy,
      requested_by_user: of.requestedByUser,
      ...changeColumns(change),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Replaces what the pending request says; undefined where it is decided meanwhile. */
export const changePendingRequest = (
  tx: Tx,
  id: bigint,
  change: RequestedChange,
): Promise<VerificationRequest | undefined> =>
  tx
    .updateTable('verification_request')
    .set({
      ...changeColumns(change),
      revision: sql`revision + 1`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .returningAll()
    .executeTakeFirst();
