import type { BlockHeader } from './encoding.ts';

/** A block as it is stored, read back as what was hashed. */
export type BlockRow = {
  height: string;
  first_seq: string;
  last_seq: string;
  record_count: number;
  first_created_ms: string;
  created_ms: string;
  moved_khr_minor: string;
  moved_usd_minor: string;
  kinds: string;
  leaves: string;
  merkle_root: string;
  previous_hash: string;
  hash: string;
};

export const blockColumns = `height::text, first_seq::text, last_seq::text, record_count,
  (extract(epoch FROM first_created) * 1000)::bigint::text AS first_created_ms,
  (extract(epoch FROM created) * 1000)::bigint::text AS created_ms, moved_khr_minor::text, moved_usd_minor::text,
  encode(kinds, 'escape') AS kinds, encode(leaves, 'hex') AS leaves, encode(merkle_root, 'hex') AS merkle_root,
  encode(previous_hash, 'hex') AS previous_hash, encode(hash, 'hex') AS hash`;

export const blockHeader = (row: BlockRow): BlockHeader => ({
  height: BigInt(row.height),
  previousHash: row.previous_hash,
  merkleRoot: row.merkle_root,
  firstSeq: BigInt(row.first_seq),
  lastSeq: BigInt(row.last_seq),
  firstCreatedMs: Number(row.first_created_ms),
  createdMs: Number(row.created_ms),
  movedKhrMinor: BigInt(row.moved_khr_minor),
  movedUsdMinor: BigInt(row.moved_usd_minor),
  kinds: row.kinds,
});
