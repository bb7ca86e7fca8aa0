import type { Tx } from './database.ts';
import { Found, found, type LedgerFault } from './fault.ts';
import { compareProjections } from './verify-projections.ts';
import { type HeadRow, Walk } from './verify-walk.ts';

export type { LedgerFault } from './fault.ts';

export type Verification =
  | { ok: true; blocks: bigint; records: bigint; headHash: string }
  | { ok: false; fault: LedgerFault };

export type VerifyOptions = {
  /** Told now and then how far the walk has come. */
  onProgress?: (progress: { seq: bigint; of: bigint }) => void;
  /** Checks each signature against the key registered for it, the slowest part. On where left out. */
  signatures?: boolean;
};

/**
 * Walks the chain from its first block: each block's place, hash and Merkle root, each record's leaf, each transfer's hash,
 * signature, entries and balances; then rebuilds the projections and compares them. Reads one snapshot in a transaction of
 * its own on this connection, in memory that grows with the number of accounts, not of transfers.
 */
export async function verifyLedger(connection: Tx, options: VerifyOptions = {}): Promise<Verification> {
  await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const head = await readHead(connection);
    const walk = await Walk.begin(connection, options, head);
    await walk.blocks();
    await compareProjections(connection);
    return { ok: true, blocks: head.height, records: head.seq, headHash: head.hash };
  } catch (error) {
    if (error instanceof Found) return { ok: false, fault: error.fault };
    throw error;
  } finally {
    await connection.query('ROLLBACK');
  }
}

async function readHead(tx: Tx): Promise<HeadRow> {
  const { rows } = await tx.query<{ seq: string; height: string; hash: string; created_ms: string }>(
    `SELECT seq::text, height::text, encode(hash, 'hex') AS hash,
       (extract(epoch FROM created) * 1000)::bigint::text AS created_ms FROM ledger_head WHERE id = 1`,
  );
  const row = rows[0] ?? found('ledger_head', 'id=1', 'the row is missing');
  return {
    seq: BigInt(row.seq),
    height: BigInt(row.height),
    hash: row.hash,
    createdMs: Number(row.created_ms),
  };
}
