import { type Insertable, type Selectable, sql } from 'kysely';
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

export type NewRequest = Insertable<VerificationTables['verification_request']>;

/** Enters a request as it is, a decided one too: while the demo's past is written. */
export async function addRequest(tx: Tx, request: NewRequest): Promise<bigint> {
  const { id } = await tx
    .insertInto('verification_request')
    .values(request)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

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

/** A request by its id; `lock` keeps it as it is until the transaction ends. */
export function requestById(
  tx: Tx,
  id: bigint,
  { lock = false }: { lock?: boolean } = {},
): Promise<VerificationRequest | undefined> {
  const row = tx.selectFrom('verification_request').selectAll().where('id', '=', id);
  return (lock ? row.forNoKeyUpdate() : row).executeTakeFirst();
}

export type Decision = {
  status: 'APPROVED' | 'REJECTED';
  by: string;
  userId: bigint;
  reason?: string;
};

/** Decides on a request that waits; whoever calls has locked it and looked. */
export async function decideRequest(
  tx: Tx,
  id: bigint,
  { status, by, userId, reason }: Decision,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('verification_request')
    .set({
      status,
      reason: reason ?? null,
      decided_by: by,
      decided_by_user: userId,
      decided_at: sql`clock_timestamp()`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`the request ${id} was decided without its lock`);
}

/** Somebody who looks at a request, as it goes to the other servers and from each to its readers. */
export type Presence = {
  verificationId: string;
  accountType: CustomerType;
  viewer: string;
  fullName: string;
  here: boolean;
};

export async function tellPresence(tx: Tx, presence: Presence): Promise<void> {
  await sql`SELECT pg_notify('presence', ${JSON.stringify(presence)})`.execute(tx);
}
