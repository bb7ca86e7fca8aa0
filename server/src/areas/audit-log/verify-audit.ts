import { createPublicKey, verify } from 'node:crypto';
import type { Db } from '../../db/tx.ts';
import { listHeads, readHead } from './audit-heads.ts';
import {
  chainAfter,
  findHead,
  findUnsealedBehind,
  hashAt,
  publicKeyOf,
  type SealedRow,
  unsealedTail,
} from './audit-seal.store.ts';
import { GENESIS, headText, type SealedText, sealOf } from './audit-seal.ts';

const BATCH = 5_000;

export type AuditVerdict =
  | {
      readonly ok: true;
      readonly sealed: bigint;
      readonly headHash: string;
      readonly heads: number;
      readonly tail: { readonly count: number; readonly first: bigint | null; readonly last: bigint | null };
    }
  | { readonly ok: false; readonly bad: string; readonly what: string };

const bad = (what: string, where: string): AuditVerdict => ({ ok: false, bad: where, what });

/** Walks the chain over the audit log and names the first entry that is not as it was sealed; then the signed heads. */
export async function verifyAudit(db: Db, dataDir: string): Promise<AuditVerdict> {
  let seq = 0n;
  let previous: Buffer = GENESIS;
  for (;;) {
    const rows = await chainAfter(db, seq, BATCH);
    for (const row of rows) {
      const fault = faultOf(row, seq + 1n, previous);
      if (fault !== undefined) return bad(fault, `entry ${row.entryId}`);
      seq = row.seq;
      previous = row.hash;
    }
    if (rows.length < BATCH) break;
  }
  const head = await findHead(db);
  const behind = head && (await findUnsealedBehind(db, head));
  if (behind !== undefined) return bad('was put in behind the chain', `entry ${behind}`);
  const names = await listHeads(dataDir);
  for (const name of names) {
    const fault = await headFault(db, dataDir, name);
    if (fault !== undefined) return bad(fault, `head ${name}`);
  }
  const tail = await unsealedTail(db, head);
  return { ok: true, sealed: seq, headHash: previous.toString('hex'), heads: names.length, tail };
}

function faultOf(row: SealedRow, expected: bigint, previous: Buffer): string | undefined {
  if (row.seq !== expected) return `the seals before it are missing from ${expected} on`;
  if (row.id === null || row.id === undefined) return 'was taken away';
  if (row.transactionId !== row.sealedTransactionId) return 'is of another transaction than was sealed';
  const made = sealOf(previous, row.seq, row as SealedText);
  return made.equals(row.hash) ? undefined : 'is not as it was sealed';
}

/** The ledger keeps the 32 bytes of an Ed25519 key. */
const publicKeyFrom = (raw: Buffer) =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') } });

/** The chain may have been made anew as a whole; the signed heads of earlier days tell. */
async function headFault(db: Db, dataDir: string, name: string): Promise<string | undefined> {
  const head = await readHead(dataDir, name);
  if (head === undefined || `${head.day}.json` !== name) return 'cannot be read';
  const key = await publicKeyOf(db, head.keyId);
  if (key === undefined) return `is signed with ${head.keyId}, which was never the bank’s key`;
  const isSigned = verify(
    null,
    Buffer.from(headText(head)),
    publicKeyFrom(key),
    Buffer.from(head.signature, 'base64'),
  );
  if (!isSigned) return 'is not signed by the bank’s key';
  const found = await hashAt(db, BigInt(head.seq));
  if (found === undefined) return `names seal ${head.seq}, which is not there`;
  const isSame = found.hash.toString('hex') === head.hash && String(found.entryId) === head.entryId;
  return isSame ? undefined : `names another hash for seal ${head.seq} than the chain has`;
}
