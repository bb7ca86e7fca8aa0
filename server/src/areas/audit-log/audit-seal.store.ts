import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';
import { GENESIS, type SealedText, sealOf } from './audit-seal.ts';

/** One sealer at a time, whichever server it is of. */
const SEALER_LOCK = 7_310_000_002n;

const entryText = sql`a.id, a.transaction_id::text AS "transactionId",
  (extract(epoch FROM a.created) * 1000)::bigint::text AS "createdMs", a.user_id::text AS "userId", a.login,
  a.full_name AS "fullName", a.roles::text AS roles, a.activity, a.description, a.subject,
  a.old_values::text AS "oldValues", a.new_values::text AS "newValues", a.request_id AS "requestId", a.address`;

export interface Head {
  readonly seq: bigint;
  readonly entryId: bigint;
  readonly transactionId: string;
  readonly hash: Buffer;
}

export async function findHead(tx: Db): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    SELECT seq, entry_id AS "entryId", transaction_id::text AS "transactionId", hash
    FROM audit_seal ORDER BY seq DESC LIMIT 1`.execute(tx);
  return rows[0];
}

/**
 * Chains the next entries of transactions that have all ended: those below the snapshot's xmin, so that none can commit
 * behind them. Answers how many; undefined where another server is at it.
 */
export async function sealNext(tx: Tx, max: number): Promise<number | undefined> {
  const { rows: locks } = await sql<{ mine: boolean }>`
    SELECT pg_try_advisory_xact_lock(${SEALER_LOCK}) AS mine`.execute(tx);
  if (locks[0]?.mine !== true) return undefined;
  const head = await findHead(tx);
  const { rows } = await sql<SealedText>`
    SELECT ${entryText} FROM audit_log a
    WHERE (a.transaction_id, a.id) > (${head?.transactionId ?? '0'}::xid8, ${head?.entryId ?? 0n}::bigint)
      AND a.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY a.transaction_id, a.id LIMIT ${max}`.execute(tx);
  let seq = head?.seq ?? 0n;
  let previous: Buffer = head?.hash ?? GENESIS;
  const seals = rows.map((it) => {
    seq += 1n;
    previous = sealOf(previous, seq, it);
    return { seq, hash: previous, it };
  });
  if (seals.length === 0) return 0;
  await sql`
    INSERT INTO audit_seal (seq, entry_id, transaction_id, hash)
    SELECT * FROM unnest(${seals.map((one) => one.seq)}::bigint[], ${seals.map((one) => one.it.id)}::bigint[],
      ${seals.map((one) => one.it.transactionId)}::text[]::xid8[], ${seals.map((one) => one.hash)}::bytea[])`.execute(
    tx,
  );
  return seals.length;
}

export interface SealedRow extends Partial<SealedText> {
  readonly seq: bigint;
  readonly entryId: bigint;
  readonly sealedTransactionId: string;
  readonly hash: Buffer;
}

/** The chain after a number, each seal with its entry, which is missing where it was taken away. */
export async function chainAfter(tx: Db, seq: bigint, max: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    SELECT s.seq, s.entry_id AS "entryId", s.transaction_id::text AS "sealedTransactionId", s.hash, ${entryText}
    FROM audit_seal s LEFT JOIN audit_log a ON a.id = s.entry_id
    WHERE s.seq > ${seq} ORDER BY s.seq LIMIT ${max}`.execute(tx);
  return rows;
}

/** The first entry that stands within the chain's range without a seal: it was put in behind the sealer. */
export async function findUnsealedBehind(tx: Db, head: Head): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT a.id FROM audit_log a
    WHERE (a.transaction_id, a.id) <= (${head.transactionId}::xid8, ${head.entryId}::bigint)
      AND NOT EXISTS (SELECT FROM audit_seal s WHERE s.entry_id = a.id)
    ORDER BY a.transaction_id, a.id LIMIT 1`.execute(tx);
  return rows[0]?.id;
}

/** The entries that the sealer has not come to yet. */
export async function unsealedTail(
  tx: Db,
  head: Head | undefined,
): Promise<{ count: number; first: bigint | null; last: bigint | null }> {
  const { rows } = await sql<{ count: number; first: bigint | null; last: bigint | null }>`
    SELECT count(*)::int AS count, min(a.id) AS first, max(a.id) AS last FROM audit_log a
    WHERE (a.transaction_id, a.id) > (${head?.transactionId ?? '0'}::xid8, ${head?.entryId ?? 0n}::bigint)`.execute(
    tx,
  );
  return rows[0] ?? { count: 0, first: null, last: null };
}

export async function hashAt(tx: Db, seq: bigint): Promise<{ hash: Buffer; entryId: bigint } | undefined> {
  const { rows } = await sql<{ hash: Buffer; entryId: bigint }>`
    SELECT hash, entry_id AS "entryId" FROM audit_seal WHERE seq = ${seq}`.execute(tx);
  return rows[0];
}

/** The public key of a registration. */
export async function publicKeyOf(tx: Db, keyId: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ public_key: Buffer }>`
    SELECT public_key FROM key_registration WHERE key_id = ${keyId} ORDER BY seq LIMIT 1`.execute(tx);
  return rows[0]?.public_key;
}
