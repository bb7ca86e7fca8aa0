import type { AccountKind, Status, TransactionType } from './command.ts';
import type { RecordKind, SealedRecord, TransferTextFields } from './encoding.ts';
import { readState } from './state.ts';

/** Reads sealed rows back as what was hashed. Numbers come as text, bytes as hex, instants as epoch milliseconds. */

const epochMs = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint::text`;
const hexText = (column: string) => `encode(${column}, 'hex')`;

export const sealedTables: Record<RecordKind, string> = {
  A: 'account',
  K: 'key_registration',
  T: 'transfer',
  E: 'event',
  I: 'command_key',
};

/** What each table's rows are selected as; a transfer comes with its entries, `d` and `c`. */
export const sealedColumns: Record<RecordKind, string> = {
  A: `r.seq::text, r.account_id, r.kind, r.bank_code, r.status, ${epochMs('r.created')} AS created_ms`,
  K: `r.seq::text, r.account_id, r.key_id, r.action, ${hexText('r.public_key')} AS public_key,
      ${epochMs('r.created')} AS created_ms`,
  T: `r.seq::text, ${epochMs('r.created')} AS created_ms, ${hexText('r.hash')} AS hash, ${hexText('r.nonce')} AS nonce,
      r.state, r.amount_minor::text, r.debit_account_id, r.credit_account_id, r.source_account_id,
      r.destination_account_id, r.paired_seq::text, r.group_seq::text, r.fi_transaction_id, r.fast_transaction_id,
      r.ext_ref, r.description, r.source_name, r.source_phone_number, r.destination_name, r.destination_phone_number,
      r.details, r.key_id, ${hexText('r.signature')} AS signature,
      (SELECT encode(p.hash, 'hex') FROM transfer p WHERE p.seq = r.paired_seq) AS paired_hash`,
  E: `r.seq::text, r.transfer_seq::text, ${epochMs('r.created')} AS created_ms, r.previous_state, r.state,
      r.paired_seq::text, r.message_id, r.details`,
  I: `r.seq::text, r.principal, r.key, r.first_seq::text, ${hexText('r.request_hash')} AS request_hash`,
};

type Text = string | null;

export type AccountSealedRow = {
  seq: string;
  account_id: string;
  kind: AccountKind;
  bank_code: Text;
  status: string;
  created_ms: string;
};
export type KeySealedRow = {
  seq: string;
  account_id: string;
  key_id: string;
  action: string;
  public_key: string;
  created_ms: string;
};
export type TransferSealedRow = {
  seq: string;
  created_ms: string;
  hash: string;
  nonce: string;
  state: number;
  amount_minor: string;
  debit_account_id: string;
  credit_account_id: string;
  source_account_id: string;
  destination_account_id: string;
  paired_seq: Text;
  group_seq: Text;
  fi_transaction_id: string;
  fast_transaction_id: Text;
  ext_ref: Text;
  description: Text;
  source_name: Text;
  source_phone_number: Text;
  destination_name: Text;
  destination_phone_number: Text;
  details: Record<string, string>;
  key_id: Text;
  signature: Text;
  paired_hash: Text;
};
export type EventSealedRow = {
  seq: string;
  transfer_seq: string;
  created_ms: string;
  previous_state: number;
  state: number;
  paired_seq: Text;
  message_id: Text;
  details: Record<string, string>;
};
export type CommandSealedRow = {
  seq: string;
  principal: string;
  key: string;
  first_seq: string;
  request_hash: string;
};

const orNull = (text: Text): bigint | null => (text === null ? null : BigInt(text));

export const accountRecord = (row: AccountSealedRow): SealedRecord => ({
  kind: 'A',
  seq: BigInt(row.seq),
  createdMs: Number(row.created_ms),
  accountId: row.account_id,
  accountKind: row.kind,
  bankCode: row.bank_code,
  status: row.status,
});

export const keyRecord = (row: KeySealedRow): SealedRecord => ({
  kind: 'K',
  seq: BigInt(row.seq),
  createdMs: Number(row.created_ms),
  accountId: row.account_id,
  keyId: row.key_id,
  action: row.action,
  publicKey: row.public_key,
});

export const transferRecord = (
  row: TransferSealedRow,
  debitBalanceAfterMinor: bigint,
  creditBalanceAfterMinor: bigint,
): SealedRecord => ({
  kind: 'T',
  seq: BigInt(row.seq),
  createdMs: Number(row.created_ms),
  hash: row.hash,
  debitBalanceAfterMinor,
  creditBalanceAfterMinor,
  pairedSeq: orNull(row.paired_seq),
  groupSeq: orNull(row.group_seq),
  keyId: row.key_id,
  signature: row.signature,
});

export function eventRecord(row: EventSealedRow): SealedRecord {
  const previous = readState(row.previous_state);
  const now = readState(row.state);
  return {
    kind: 'E',
    seq: BigInt(row.seq),
    createdMs: Number(row.created_ms),
    transferSeq: BigInt(row.transfer_seq),
    assetId: now.assetId,
    type: now.type,
    previous: { status: previous.status, businessStatus: previous.businessStatus },
    standing: { status: now.status, businessStatus: now.businessStatus },
    pairedSeq: orNull(row.paired_seq),
    messageId: row.message_id,
    details: row.details,
  };
}

export const commandRecord = (row: CommandSealedRow): SealedRecord => ({
  kind: 'I',
  seq: BigInt(row.seq),
  principal: row.principal,
  key: row.key,
  firstSeq: BigInt(row.first_seq),
  requestHash: row.request_hash,
});

const orAbsent = (text: Text): string | undefined => text ?? undefined;

/** The fields of the canonical payload, from which the transaction hash can be computed again. */
export function transferTextFields(row: TransferSealedRow): TransferTextFields {
  const state: { assetId: 'khr#nbc' | 'usd#nbc'; status: Status; type: TransactionType } = readState(
    row.state,
  );
  return {
    nonce: row.nonce,
    assetId: state.assetId,
    amountMinor: BigInt(row.amount_minor),
    type: state.type,
    standing: { status: state.status, businessStatus: readState(row.state).businessStatus },
    debitAccountId: row.debit_account_id,
    creditAccountId: row.credit_account_id,
    sourceAccountId: row.source_account_id,
    destinationAccountId: row.destination_account_id,
    pairedHash: row.paired_hash,
    fiTransactionId: row.fi_transaction_id,
    fastTransactionId: orAbsent(row.fast_transaction_id),
    extRef: orAbsent(row.ext_ref),
    description: orAbsent(row.description),
    sourceName: orAbsent(row.source_name),
    sourcePhoneNumber: orAbsent(row.source_phone_number),
    destinationName: orAbsent(row.destination_name),
    destinationPhoneNumber: orAbsent(row.destination_phone_number),
    details: row.details,
  };
}
