import { hash } from 'node:crypto';
import {
  type BlockHeader,
  blockPrefix,
  blockText,
  leafPrefix,
  leafText,
  nodePrefix,
  type SealedRecord,
} from './encoding.ts';

const hashBytes = 32;
export const genesisHash = Buffer.alloc(hashBytes);

export const sha256 = (bytes: Uint8Array | string): Buffer => hash('sha256', bytes, 'buffer');

/** The prefix byte is below 0x80, so prefix and text are one UTF-8 string: hashed without copying. */
const hashPrefixed = (prefix: number, text: string): Buffer => sha256(String.fromCharCode(prefix) + text);

export const leafOf = (record: SealedRecord): Buffer => hashPrefixed(leafPrefix, leafText(record));

const pair = Buffer.alloc(1 + 2 * hashBytes);
pair[0] = nodePrefix;

/** `level` holds hashes end to end; the next level is written over its beginning. Returns how many there are. */
function foldLevel(level: Buffer, count: number): number {
  const pairs = count >> 1;
  for (let i = 0; i < pairs; i++) {
    level.copy(pair, 1, i * 2 * hashBytes, (i * 2 + 2) * hashBytes);
    sha256(pair).copy(level, i * hashBytes);
  }
  // The odd one out moves up as it is, never doubled: two different lists must not share a root (CVE-2012-2459).
  if (count % 2 === 1) level.copy(level, pairs * hashBytes, (count - 1) * hashBytes, count * hashBytes);
  return pairs + (count % 2);
}

/** The Merkle root of leaves laid end to end, in the shape of RFC 6962. */
export function merkleRoot(leaves: Uint8Array): Buffer {
  const level = Buffer.from(leaves);
  let count = level.length / hashBytes;
  while (count > 1) count = foldLevel(level, count);
  return Buffer.from(level.subarray(0, hashBytes));
}

export type MerkleStep = { side: 'left' | 'right'; hash: string };

/** The hashes that lead from one leaf to the root, nearest first. */
export function merklePath(leaves: Uint8Array, index: number): MerkleStep[] {
  const level = Buffer.from(leaves);
  const path: MerkleStep[] = [];
  let count = level.length / hashBytes;
  let position = index;
  while (count > 1) {
    const sibling = position ^ 1;
    if (sibling < count) {
      path.push({
        side: sibling < position ? 'left' : 'right',
        hash: level.toString('hex', sibling * hashBytes, (sibling + 1) * hashBytes),
      });
    }
    count = foldLevel(level, count);
    position >>= 1;
  }
  return path;
}

export const blockHash = (header: BlockHeader): Buffer => hashPrefixed(blockPrefix, blockText(header));

export type Head = { seq: bigint; height: bigint; hash: Buffer; createdMs: number };

export type Block = BlockHeader & { hash: Buffer; leaves: Buffer; recordCount: number };

export type Moved = { khrMinor: bigint; usdMinor: bigint };

/** Seals the records that follow the head, in order, as one block. */
export function seal(
  head: Head,
  records: readonly SealedRecord[],
  times: { firstCreatedMs: number; createdMs: number },
  moved: Moved,
): Block {
  const leaves = Buffer.allocUnsafe(records.length * hashBytes);
  let kinds = '';
  let seq = head.seq;
  for (const [index, record] of records.entries()) {
    seq += 1n;
    if (record.seq !== seq) throw new Error(`record ${record.seq} is out of sequence: ${seq} is next`);
    kinds += record.kind;
    leafOf(record).copy(leaves, index * hashBytes);
  }
  const header: BlockHeader = {
    height: head.height + 1n,
    previousHash: head.hash.toString('hex'),
    merkleRoot: merkleRoot(leaves).toString('hex'),
    firstSeq: head.seq + 1n,
    lastSeq: seq,
    firstCreatedMs: times.firstCreatedMs,
    createdMs: times.createdMs,
    movedKhrMinor: moved.khrMinor,
    movedUsdMinor: moved.usdMinor,
    kinds,
  };
  return { ...header, hash: blockHash(header), leaves, recordCount: records.length };
}
