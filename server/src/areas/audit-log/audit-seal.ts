import { createHash } from 'node:crypto';

/** An entry as its hash covers it: each part as PostgreSQL writes it, so that what is hashed is what is read back. */
export interface SealedText {
  readonly id: bigint;
  readonly transactionId: string;
  readonly createdMs: string;
  readonly userId: string | null;
  readonly login: string | null;
  readonly fullName: string | null;
  readonly roles: string;
  readonly activity: string;
  readonly description: string;
  readonly subject: string | null;
  readonly oldValues: string | null;
  readonly newValues: string | null;
  readonly requestId: string | null;
  readonly address: string | null;
}

/** Before the first entry. */
export const GENESIS = Buffer.alloc(32);

/** The hash of an entry in its place: over the one before it, its number, and all of its text. */
export function sealOf(previous: Uint8Array, seq: bigint, it: SealedText): Buffer {
  const text = JSON.stringify([
    'tonle audit entry 1',
    Buffer.from(previous).toString('hex'),
    String(seq),
    String(it.id),
    it.transactionId,
    it.createdMs,
    it.userId,
    it.login,
    it.fullName,
    it.roles,
    it.activity,
    it.description,
    it.subject,
    it.oldValues,
    it.newValues,
    it.requestId,
    it.address,
  ]);
  return createHash('sha256').update(text).digest();
}

/** The head of a day as it is signed. */
export const headText = (it: { day: string; seq: string; entryId: string; hash: string }): string =>
  JSON.stringify(['tonle audit head 1', it.day, it.seq, it.entryId, it.hash]);
