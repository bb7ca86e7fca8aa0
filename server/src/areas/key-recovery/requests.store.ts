import {
  openRecoveryStatuses,
  type RecoveryMove,
  type RecoveryStatus,
  recoveryHours,
  recoveryMoves,
} from '@tonle/contract/key-recovery-states';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { KeyRecoveryTables } from '../../db/tables/key-recovery.ts';
import { rawTx, type Tx } from '../../db/tx.ts';

export type RecoveryRequest = Selectable<KeyRecoveryTables['key_recovery_request']>;

const now = sql<Date>`clock_timestamp()`;

/** Who moved a request, as its timeline says it. */
export type MovedBy = { name: string; userId: bigint | null };

export type NewRequest = Omit<
  Insertable<KeyRecoveryTables['key_recovery_request']>,
  'expires' | 'created' | 'updated'
>;

/** Whoever calls has locked the customer and looked: an account has one open request. */
export async function insertRequest(tx: Tx, it: NewRequest, by: MovedBy): Promise<RecoveryRequest> {
  const request = await tx
    .insertInto('key_recovery_request')
    .values({ ...it, expires: sql<Date>`clock_timestamp() + make_interval(hours => ${recoveryHours}::int)` })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertStep(tx, request, by);
  return request;
}

/**
 * Moves a request where its state allows it, by one compare-and-set, and notes the step. Undefined where it stands
 * somewhere else by now, or is not there.
 */
export async function moveRequest(
  tx: Tx,
  move: RecoveryMove,
  id: bigint,
  by: MovedBy,
  set: Updateable<Omit<KeyRecoveryTables['key_recovery_request'], 'status' | 'updated'>> = {},
): Promise<RecoveryRequest | undefined> {
  const { from, to }: { from: readonly RecoveryStatus[]; to: RecoveryStatus } = recoveryMoves[move];
  const moved = await tx
    .updateTable('key_recovery_request')
    .set({ ...set, status: to, updated: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
  if (moved !== undefined) await insertStep(tx, moved, by);
  return moved;
}

/** Somebody had a part in making a request without moving it: they do not approve it either. */
export async function addMaker(tx: Tx, id: bigint, userId: bigint): Promise<void> {
  await tx
    .updateTable('key_recovery_request')
    .set({ makers: sql<bigint[]>`makers || ${userId}::bigint` })
    .where('id', '=', id)
    .execute();
}

export type PastStep = Omit<Insertable<KeyRecoveryTables['key_recovery_step']>, 'request_id'>;

/** A request of the demo's past, with the steps that it took. */
export async function insertPastRequest(
  tx: Tx,
  it: Insertable<KeyRecoveryTables['key_recovery_request']>,
  steps: readonly PastStep[],
): Promise<bigint> {
  const { id } = await tx
    .insertInto('key_recovery_request')
    .values(it)
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('key_recovery_step')
    .values(steps.map((step) => ({ ...step, request_id: id })))
    .execute();
  return id;
}

async function insertStep(tx: Tx, it: RecoveryRequest, { name, userId }: MovedBy): Promise<void> {
  await tx
    .insertInto('key_recovery_step')
    .values({ request_id: it.id, status: it.status, by_name: name, by_user: userId, reason: it.reason })
    .execute();
}

type Locking = { lock?: boolean };

export function requestOf(
  tx: Tx,
  id: bigint,
  { lock = false }: Locking = {},
): Promise<RecoveryRequest | undefined> {
  const row = tx.selectFrom('key_recovery_request').selectAll().where('id', '=', id);
  return (lock ? row.forUpdate() : row).executeTakeFirst();
}

export function requestOfHash(
  tx: Tx,
  trxHash: string,
  { lock = false }: Locking = {},
): Promise<RecoveryRequest | undefined> {
  const row = tx.selectFrom('key_recovery_request').selectAll().where('trx_hash', '=', trxHash);
  return (lock ? row.forUpdate() : row).executeTakeFirst();
}

/** The request of an account that is not over; there is one at most. */
export function openRequestOf(
  tx: Tx,
  accountId: string,
  { lock = false }: Locking = {},
): Promise<RecoveryRequest | undefined> {
  const row = tx
    .selectFrom('key_recovery_request')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', 'in', openRecoveryStatuses);
  return (lock ? row.forUpdate() : row).executeTakeFirst();
}

export const newestRequestOf = (tx: Tx, accountId: string): Promise<RecoveryRequest | undefined> =>
  tx
    .selectFrom('key_recovery_request')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Seconds until an account has begun fewer requests than this within 24 hours; 0 where it has. */
export async function secondsUntilFewer(tx: Tx, accountId: string, count: number): Promise<number> {
  const oldest = await tx
    .selectFrom('key_recovery_request')
    .select(
      sql<number>`ceil(extract(epoch FROM created + interval '1 day' - clock_timestamp()))::int`.as(
        'seconds',
      ),
    )
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return Math.max(0, oldest?.seconds ?? 0);
}

export const stepsOf = (tx: Tx, id: bigint): Promise<Selectable<KeyRecoveryTables['key_recovery_step']>[]> =>
  tx
    .selectFrom('key_recovery_step')
    .selectAll()
    .where('request_id', '=', id)
    .orderBy('id')
    .limit(50)
    .execute();

/** Why a code is sent, as the outbox counts. */
export const codePurpose = 'KEY_RECOVERY_CODE';

/** Prepared requests whose code has reached the customer. */
export const deliveredRequests = async (tx: Tx, of: { id?: bigint; max: number }): Promise<bigint[]> => {
  const rows = await tx
    .selectFrom('key_recovery_request as r')
    .select('r.id')
    .where('r.status', '=', 'PREPARED')
    .$if(of.id !== undefined, (query) => query.where('r.id', '=', of.id ?? 0n))
    .where((it) =>
      it.exists(
        it
          .selectFrom('outgoing_message as m')
          .select(sql`1`.as('one'))
          .where('m.subject_id', '=', sql<string>`r.id::text`)
          .where('m.purpose', '=', codePurpose)
          .where('m.state', '=', 'SENT'),
      ),
    )
    .orderBy('r.id')
    .limit(of.max)
    .execute();
  return rows.map(({ id }) => id);
};

export const requestsIn = async (
  tx: Tx,
  status: 'AUTHORIZED' | 'APPROVED',
  max: number,
): Promise<RecoveryRequest[]> =>
  tx
    .selectFrom('key_recovery_request')
    .selectAll()
    .where('status', '=', status)
    .orderBy('id')
    .limit(max)
    .execute();

/** Requests whose time is over while people still had something to do. */
export const expiredRequests = async (tx: Tx, max: number): Promise<bigint[]> => {
  const rows = await tx
    .selectFrom('key_recovery_request')
    .select('id')
    .where('status', 'in', recoveryMoves.expire.from)
    .where('expires', '<=', now)
    .orderBy('expires')
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
};

export type CustomerKey = { keyId: string; publicKey: Buffer };

/** The keys that an account has in the ledger and that are not revoked. */
export async function keysOf(tx: Tx, accountId: string): Promise<CustomerKey[]> {
  const { rows } = await rawTx(tx).query<CustomerKey>(
    `SELECT k.key_id AS "keyId", k.public_key AS "publicKey" FROM key_registration k
     WHERE k.account_id = $1 AND k.action = 'REGISTER' AND NOT EXISTS (
       SELECT FROM key_registration r WHERE r.key_id = k.key_id AND r.action = 'REVOKE')
     ORDER BY k.seq`,
    [accountId],
  );
  return rows;
}

/** Whether a key is or was anybody's. */
export async function isKeyKnown(tx: Tx, keyId: string): Promise<boolean> {
  const { rows } = await rawTx(tx).query('SELECT FROM key_registration WHERE key_id = $1 LIMIT 1', [keyId]);
  return rows.length > 0;
}
