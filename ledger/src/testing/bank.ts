import { createHash } from 'node:crypto';
import type { Command, OpeningDraft, PreparedTransfer, Standing, TransferDraft } from '../command.ts';
import { prepareTransfer } from '../prepare.ts';

/** A small bank for tests: its accounts, and commands that are the same each time for the same numbers. */
export const mainId = 'chktkhppxxx@chkt';
export const issuanceId = 'issuance@settle';
export const settlementId = 'abaakhppxxx@settle';
export const customerId = (n: number): string => `customer_${n}@chkt`;
export const mainKeyId = 'main-key';

export const posted: Standing = { status: 'SUCCESS', businessStatus: null };
export const pending: Standing = { status: 'PENDING', businessStatus: 'PENDING' };
export const received: Standing = { status: 'SUCCESS', businessStatus: 'RECEIVED_AT_FI' };
export const acknowledged: Standing = { status: 'SUCCESS', businessStatus: 'ACKNOWLEDGED_BY_FI' };
export const refunded: Standing = { status: 'SUCCESS', businessStatus: 'REFUNDED_BY_RECEIVER' };

export const bytesOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A transfer whose hash follows from its number and what it moves. */
export function transferOf(
  number: number,
  draft: Partial<TransferDraft> & Pick<TransferDraft, 'debitAccountId' | 'creditAccountId'>,
): PreparedTransfer {
  const prepared = prepareTransfer({
    nonce: bytesOf(`nonce ${number}`).subarray(0, 16),
    assetId: 'khr#nbc',
    amountMinor: 100n,
    type: 'SEND_PAY',
    standing: posted,
    fiTransactionId: `fi-${number}`,
    ...draft,
  });
  if (draft.debitAccountId !== mainId) return prepared;
  // Not a real signature: whether one fits is for verify-ledger, the ledger only asks that the key is registered.
  return { ...prepared, signed: { keyId: mainKeyId, signature: bytesOf(`signature ${number}`) } };
}

/** Main account with its key, issuance, one other bank, and so many customers. */
export function openingCommands(customers: number, customer: Partial<OpeningDraft> = {}): Command[] {
  return [
    {
      openings: [
        { accountId: mainId, kind: 'MAIN' },
        { accountId: issuanceId, kind: 'ISSUANCE' },
        { accountId: settlementId, kind: 'SETTLEMENT', bankCode: 'ABAAKHPPXXX' },
      ],
      registrations: [
        { accountId: mainId, keyId: mainKeyId, action: 'REGISTER', publicKey: bytesOf('public key') },
      ],
    },
    ...Array.from({ length: customers }, (_, n) => ({
      openings: [{ accountId: customerId(n), kind: 'CUSTOMER' as const, ...customer }],
    })),
  ];
}

export const keyed = (key: string, body = key) => ({
  principal: 'manager',
  key,
  requestHash: bytesOf(body),
});
