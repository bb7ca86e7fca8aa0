/** Checks, in the browser or anywhere else, that a record is sealed in a block. Uses Web Crypto only. */
import {
  type BlockHeader,
  blockPrefix,
  blockText,
  leafPrefix,
  leafText,
  nodePrefix,
  type SealedRecord,
  type TransferTextFields,
  toHex,
  transferPayload,
} from './encoding.ts';

export type { BlockHeader, SealedRecord, TransferTextFields } from './encoding.ts';

/** What the server hands out so that anyone can check one transaction for himself. */
export type InclusionProof = {
  /** The whole transfer, so that its hash can be computed; absent for records of other kinds. */
  transfer?: TransferTextFields;
  record: SealedRecord;
  /** The hashes from the leaf to the root, nearest first. */
  path: readonly { side: 'left' | 'right'; hash: string }[];
  block: BlockHeader;
  blockHash: string;
};

export type ProofFault = 'transaction-hash' | 'sequence' | 'path' | 'merkle-root' | 'block-hash';

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

/** The sides a leaf's path must have, from its position and the number of leaves; a path of another shape proves nothing. */
function sidesOf(index: number, count: number): ('left' | 'right')[] {
  const sides: ('left' | 'right')[] = [];
  for (let position = index, width = count; width > 1; position >>= 1, width = (width + 1) >> 1) {
    const sibling = position ^ 1;
    if (sibling < width) sides.push(sibling < position ? 'left' : 'right');
  }
  return sides;
}

export const transactionHashOf = async (transfer: TransferTextFields): Promise<string> =>
  toHex(await sha256(new TextEncoder().encode(transferPayload(transfer))));

/** Says what is wrong with a proof, or nothing where it holds. */
export async function checkProof(proof: InclusionProof): Promise<ProofFault | undefined> {
  const { record, block, path } = proof;
  if (record.kind === 'T') {
    const hash = proof.transfer && (await transactionHashOf(proof.transfer));
    if (hash !== record.hash) return 'transaction-hash';
  }
  const index = Number(record.seq - block.firstSeq);
  const count = Number(block.lastSeq - block.firstSeq) + 1;
  if (index < 0 || index >= count || block.kinds.length !== count || block.kinds[index] !== record.kind) {
    return 'sequence';
  }
  const sides = sidesOf(index, count);
  if (sides.length !== path.length) return 'path';
  let node = await sha256(prefixed(leafPrefix, leafText(record)));
  for (const [i, step] of path.entries()) {
    const sibling = fromHex(step.hash);
    if (!sibling || step.side !== sides[i]) return 'path';
    const both = new Uint8Array(65);
    both[0] = nodePrefix;
    both.set(step.side === 'left' ? sibling : node, 1);
    both.set(step.side === 'left' ? node : sibling, 33);
    node = await sha256(both);
  }
  if (toHex(node) !== block.merkleRoot) return 'merkle-root';
  const hash = toHex(await sha256(prefixed(blockPrefix, blockText(block))));
  return hash === proof.blockHash ? undefined : 'block-hash';
}
