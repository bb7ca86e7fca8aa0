/** Checks, in the browser or anywhere else, that a record is sealed in a block. Uses Web Crypto only. */
import { blockPrefix, leafPrefix, nodePrefix, toHex } from './encoding.ts';

/**
 * What the server hands out so that anyone can check one transaction for himself: the canonical texts as they were hashed
 * (see encoding.ts), and the way from the leaf to the block's Merkle root.
 */
export type InclusionProof = {
  /** The transfer's canonical payload; its SHA-256 is the transaction hash. Absent for records of other kinds. */
  payload?: string;
  leaf: string;
  /** Hashes in hex, nearest first. */
  path: readonly { side: 'left' | 'right'; hash: string }[];
  block: string;
  blockHash: string;
};

export type ProofFault =
  | 'transaction-hash'
  | 'leaf'
  | 'block'
  | 'sequence'
  | 'path'
  | 'merkle-root'
  | 'block-hash';

export type ProvenRecord = {
  label: string;
  seq: string;
  blockHeight: string;
  blockHash: string;
  /** For a transfer: what it says, in the order of the canonical payload. */
  transfer?: ProvenTransfer;
};

export type ProvenTransfer = {
  transactionHash: string;
  createdMs: number;
  assetId: string;
  amountMinor: string;
  type: string;
  status: string;
  businessStatus: string | null;
  debitAccountId: string;
  creditAccountId: string;
  sourceAccountId: string;
  destinationAccountId: string;
  fiTransactionId: string;
  debitBalanceAfterMinor: string;
  creditBalanceAfterMinor: string;
};

export type ProofCheck = { holds: true; record: ProvenRecord } | { holds: false; fault: ProofFault };

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));

const prefixed = (prefix: number, text: string): Uint8Array<ArrayBuffer> => {
  const body = new TextEncoder().encode(text);
  const bytes = new Uint8Array(body.length + 1);
  bytes[0] = prefix;
  bytes.set(body, 1);
  return bytes;
};

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[0-9a-f]{64}$/.test(text)) return undefined;
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(text.slice(i * 2, i * 2 + 2), 16));
}

/** A canonical text's parts; undefined where it is none. The text must be exactly what its parts give again. */
function readCanonical(text: string, labels: readonly string[]): unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(text);
    const known = Array.isArray(parts) && labels.includes(String(parts[0])) && JSON.stringify(parts) === text;
    return known ? parts : undefined;
  } catch {
    return undefined;
  }
}

const leafLabels = ['tonle account 1', 'tonle key 1', 'tonle posting 1', 'tonle event 1', 'tonle command 1'];
const letterOf: Record<string, string> = {
  'tonle account 1': 'A',
  'tonle key 1': 'K',
  'tonle posting 1': 'T',
  'tonle event 1': 'E',
  'tonle command 1': 'I',
};

const textAt = (parts: readonly unknown[], index: number): string => String(parts[index] ?? '');

/** The sides that a leaf's path must have, from its position and the number of leaves; another shape proves nothing. */
function sidesOf(index: number, count: number): ('left' | 'right')[] {
  const sides: ('left' | 'right')[] = [];
  for (let position = index, width = count; width > 1; position >>= 1, width = (width + 1) >> 1) {
    const sibling = position ^ 1;
    if (sibling < width) sides.push(sibling < position ? 'left' : 'right');
  }
  return sides;
}

async function rootOf(
  leaf: string,
  path: InclusionProof['path'],
  sides: readonly ('left' | 'right')[],
): Promise<string | undefined> {
  if (sides.length !== path.length) return undefined;
  let node = await sha256(prefixed(leafPrefix, leaf));
  for (const [i, step] of path.entries()) {
    const sibling = fromHex(step.hash);
    if (!sibling || step.side !== sides[i]) return undefined;
    const both = new Uint8Array(65);
    both[0] = nodePrefix;
    both.set(step.side === 'left' ? sibling : node, 1);
    both.set(step.side === 'left' ? node : sibling, 33);
    node = await sha256(both);
  }
  return toHex(node);
}

/** The SHA-256 of a canonical payload: the transaction hash. */
export const transactionHashOf = async (payload: string): Promise<string> =>
  toHex(await sha256(new Uint8Array(new TextEncoder().encode(payload))));

/** Checks a proof, and gives back what it proves, read from the very texts that were hashed. */
export async function checkProof(proof: InclusionProof): Promise<ProofCheck> {
  const fails = (fault: ProofFault): ProofCheck => ({ holds: false, fault });
  const leaf = readCanonical(proof.leaf, leafLabels);
  if (!leaf) return fails('leaf');
  const block = readCanonical(proof.block, ['tonle block 1']);
  if (!block) return fails('block');
  const label = textAt(leaf, 0);
  const isTransfer = label === 'tonle posting 1';
  const payload =
    proof.payload === undefined ? undefined : readCanonical(proof.payload, ['tonle transfer 1']);
  if (isTransfer && (!payload || (await transactionHashOf(proof.payload ?? '')) !== textAt(leaf, 3))) {
    return fails('transaction-hash');
  }
  const firstSeq = Number(textAt(block, 4));
  const count = Number(textAt(block, 5)) - firstSeq + 1;
  const index = Number(textAt(leaf, 1)) - firstSeq;
  const kinds = textAt(block, 10);
  const inBlock = index >= 0 && index < count && kinds.length === count && kinds[index] === letterOf[label];
  if (!inBlock) return fails('sequence');
  const root = await rootOf(proof.leaf, proof.path, sidesOf(index, count));
  if (root === undefined) return fails('path');
  if (root !== textAt(block, 3)) return fails('merkle-root');
  if (toHex(await sha256(prefixed(blockPrefix, proof.block))) !== proof.blockHash) return fails('block-hash');
  const record: ProvenRecord = {
    label,
    seq: textAt(leaf, 1),
    blockHeight: textAt(block, 1),
    blockHash: proof.blockHash,
  };
  if (isTransfer && payload) record.transfer = provenTransfer(payload, leaf);
  return { holds: true, record };
}

const provenTransfer = (payload: readonly unknown[], leaf: readonly unknown[]): ProvenTransfer => ({
  transactionHash: textAt(leaf, 3),
  createdMs: Number(textAt(leaf, 2)),
  assetId: textAt(payload, 2),
  amountMinor: textAt(payload, 3),
  type: textAt(payload, 4),
  status: textAt(payload, 5),
  businessStatus: payload[6] === null ? null : textAt(payload, 6),
  debitAccountId: textAt(payload, 7),
  creditAccountId: textAt(payload, 8),
  sourceAccountId: textAt(payload, 9),
  destinationAccountId: textAt(payload, 10),
  fiTransactionId: textAt(payload, 12),
  debitBalanceAfterMinor: textAt(leaf, 4),
  creditBalanceAfterMinor: textAt(leaf, 5),
});
