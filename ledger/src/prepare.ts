import { type KeyObject, sign } from 'node:crypto';
import { amountMinorMax } from '@tonle/money';
import type { PreparedTransfer, TransferDraft } from './command.ts';
import { detailPairs, type TransferTextFields, transferPayload } from './encoding.ts';
import { LedgerError } from './errors.ts';
import { hexOf } from './hex.ts';
import { sha256 } from './seal.ts';

const accountIdPattern = /^[a-z0-9_]{1,32}@[a-z0-9_]{1,9}$/;

/**
 * Longest values, in UTF-16 code units. The contract's own bounds are tighter and speak to people; they count characters, of
 * which one may be two units.
 */
const textBounds = {
  sourceAccountId: 128,
  destinationAccountId: 128,
  fiTransactionId: 64,
  fastTransactionId: 64,
  extRef: 128,
  description: 512,
  sourceName: 512,
  sourcePhoneNumber: 64,
  destinationName: 512,
  destinationPhoneNumber: 64,
} as const satisfies Partial<Record<keyof TransferDraft, number>>;
const boundedTexts = Object.entries(textBounds) as [keyof typeof textBounds, number][];

const detailCountMax = 64;
const detailKeyMax = 64;
const detailValueMax = 4096;

export function invalid(what: string): never {
  throw new LedgerError('INVALID', what);
}

/** PostgreSQL holds no NUL, and a lone surrogate would not come back as it was hashed. */
export function requireText(what: string, value: string, lengthMax: number): void {
  if (value.length > lengthMax || value.includes('\0') || !value.isWellFormed()) {
    invalid(`${what} is longer than ${lengthMax} or holds what no database text can`);
  }
}

export function requireDetails(details: Readonly<Record<string, string>> | undefined): void {
  if (!details) return;
  const pairs = Object.entries(details);
  if (pairs.length > detailCountMax) invalid('too many details');
  for (const [key, value] of pairs) {
    if (typeof value !== 'string' || key === '__proto__') invalid(`detail ${key} is no text`);
    requireText('detail key', key, detailKeyMax);
    requireText(`detail ${key}`, value, detailValueMax);
  }
}

export function requireAccountId(accountId: string): void {
  if (!accountIdPattern.test(accountId)) invalid(`${accountId.slice(0, 64)} is no account id of the book`);
}

function requireDraft(draft: TransferDraft): void {
  if (draft.amountMinor <= 0n || draft.amountMinor > amountMinorMax) invalid('the amount is out of range');
  if (draft.nonce.length < 1 || draft.nonce.length > 32) invalid('the nonce is 1 to 32 bytes');
  if (draft.debitAccountId === draft.creditAccountId) invalid('a transfer has two accounts');
  if (draft.fiTransactionId === '') invalid('the fiTransactionId is missing');
  requireAccountId(draft.debitAccountId);
  requireAccountId(draft.creditAccountId);
  for (const [name, lengthMax] of boundedTexts) {
    const value = draft[name];
    if (value !== undefined) requireText(name, value, lengthMax);
  }
  requireDetails(draft.details);
}

export const payloadFields = (draft: TransferDraft): TransferTextFields => ({
  ...draft,
  nonce: hexOf(draft.nonce),
  pairedHash: draft.pairedHash ? hexOf(draft.pairedHash) : null,
});

/** Checks a draft, and makes its canonical payload and the transaction hash, which is SHA-256 of the payload. */
export function prepareTransfer(draft: TransferDraft): PreparedTransfer {
  requireDraft(draft);
  const payload = Buffer.from(transferPayload(payloadFields(draft)));
  return { draft, payload, hash: sha256(payload) };
}

/** Signs a prepared transfer with an Ed25519 key, on one of Node's worker threads. */
export function signTransfer(
  prepared: PreparedTransfer,
  key: { keyId: string; privateKey: KeyObject },
): Promise<PreparedTransfer> {
  return new Promise((resolve, reject) => {
    sign(null, prepared.payload, key.privateKey, (error, signature) => {
      if (error) reject(error);
      else resolve({ ...prepared, signed: { keyId: key.keyId, signature } });
    });
  });
}

/** Details as they are stored: sorted by key, empty values left out. */
export const storedDetails = (details: TransferDraft['details']): string =>
  JSON.stringify(Object.fromEntries(detailPairs(details)));
