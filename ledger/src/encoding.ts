/**
 * The canonical texts that are hashed. Each is a JSON array of strings and nulls (details as an array of pairs sorted by
 * key), whose first element names what it is and its version, so that no text of one kind can pass for another. It runs in
 * the browser too: nothing here may import from Node.
 */
import type { AccountKind, Details, Standing, TransferDraft } from './command.ts';

/** Pairs sorted by key (UTF-16 code units); empty values are left out. */
export const detailPairs = (details: Details | undefined): [string, string][] =>
  Object.entries(details ?? {})
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));

const given = (value: string | null | undefined): string | null => value || null;

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

export type TransferTextFields = Omit<TransferDraft, 'nonce' | 'pairedHash' | 'group'> & {
  nonce: string;
  pairedHash: string | null;
};

/** What is signed, and whose SHA-256 is the transaction hash. */
export function transferPayload(transfer: TransferTextFields): string {
  return JSON.stringify([
    'tonle transfer 1',
    transfer.nonce,
    transfer.assetId,
    transfer.amountMinor.toString(),
    transfer.type,
    transfer.standing.status,
    transfer.standing.businessStatus,
    transfer.debitAccountId,
    transfer.creditAccountId,
    given(transfer.sourceAccountId) ?? transfer.debitAccountId,
    given(transfer.destinationAccountId) ?? transfer.creditAccountId,
    transfer.pairedHash,
    transfer.fiTransactionId,
    given(transfer.fastTransactionId),
    given(transfer.extRef),
    given(transfer.description),
    given(transfer.sourceName),
    given(transfer.sourcePhoneNumber),
    given(transfer.destinationName),
    given(transfer.destinationPhoneNumber),
    detailPairs(transfer.details),
  ]);
}

/** One sealed record, as its leaf covers it. Sequence numbers and amounts are decimal texts, bytes are hex. */
export type SealedRecord =
  | {
      kind: 'A';
      seq: bigint;
      createdMs: number;
      accountId: string;
      accountKind: AccountKind;
      bankCode: string | null;
      status: string;
    }
  | {
      kind: 'K';
      seq: bigint;
      createdMs: number;
      accountId: string;
      keyId: string;
      action: string;
      publicKey: string;
    }
  | {
      kind: 'T';
      seq: bigint;
      createdMs: number;
      hash: string;
      debitBalanceAfterMinor: bigint;
      creditBalanceAfterMinor: bigint;
      pairedSeq: bigint | null;
      groupSeq: bigint | null;
      keyId: string | null;
      signature: string | null;
    }
  | {
      kind: 'E';
      seq: bigint;
      createdMs: number;
      transferSeq: bigint;
      assetId: string;
      type: string;
      previous: Standing;
      standing: Standing;
      pairedSeq: bigint | null;
      messageId: string | null;
      details: Details;
    }
  | { kind: 'I'; seq: bigint; principal: string; key: string; firstSeq: bigint; requestHash: string };

export type RecordKind = SealedRecord['kind'];

const decimal = (value: bigint | null): string | null => (value === null ? null : value.toString());

/** The text of a record's leaf; the leaf is SHA-256 of the byte 0 and this text. */
export function leafText(record: SealedRecord): string {
  const seq = record.seq.toString();
  switch (record.kind) {
    case 'A':
      return JSON.stringify([
        'tonle account 1',
        seq,
        `${record.createdMs}`,
        record.accountId,
        record.accountKind,
        record.bankCode,
        record.status,
      ]);
    case 'K':
      return JSON.stringify([
        'tonle key 1',
        seq,
        `${record.createdMs}`,
        record.accountId,
        record.keyId,
        record.action,
        record.publicKey,
      ]);
    case 'T':
      return JSON.stringify([
        'tonle posting 1',
        seq,
        `${record.createdMs}`,
        record.hash,
        record.debitBalanceAfterMinor.toString(),
        record.creditBalanceAfterMinor.toString(),
        decimal(record.pairedSeq),
        decimal(record.groupSeq),
        record.keyId,
        record.signature,
      ]);
    case 'E':
      return JSON.stringify([
        'tonle event 1',
        seq,
        `${record.createdMs}`,
        record.transferSeq.toString(),
        record.assetId,
        record.type,
        record.previous.status,
        record.previous.businessStatus,
        record.standing.status,
        record.standing.businessStatus,
        decimal(record.pairedSeq),
        record.messageId,
        detailPairs(record.details),
      ]);
    case 'I':
      return JSON.stringify([
        'tonle command 1',
        seq,
        record.principal,
        record.key,
        record.firstSeq.toString(),
        record.requestHash,
      ]);
  }
}

/** What a block says of itself; its hash is SHA-256 of the byte 2 and `blockText`. */
export type BlockHeader = {
  height: bigint;
  previousHash: string;
  merkleRoot: string;
  firstSeq: bigint;
  lastSeq: bigint;
  firstCreatedMs: number;
  createdMs: number;
  movedKhrMinor: bigint;
  movedUsdMinor: bigint;
  /** One letter a record. */
  kinds: string;
};

export function blockText(block: BlockHeader): string {
  return JSON.stringify([
    'tonle block 1',
    block.height.toString(),
    block.previousHash,
    block.merkleRoot,
    block.firstSeq.toString(),
    block.lastSeq.toString(),
    `${block.firstCreatedMs}`,
    `${block.createdMs}`,
    block.movedKhrMinor.toString(),
    block.movedUsdMinor.toString(),
    block.kinds,
  ]);
}

/** First byte of what is hashed, so that a leaf, a node and a block can never be taken for each other (RFC 6962). */
export const leafPrefix = 0;
export const nodePrefix = 1;
export const blockPrefix = 2;
