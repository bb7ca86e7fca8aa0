import type { AssetId } from '@tonle/money';

/** What a transaction's state is made of; the codes are those of the specification (1-portal.md section 4). */
export const statuses = ['SUCCESS', 'FAILED', 'PENDING', 'REJECTED'] as const;
export type Status = (typeof statuses)[number];

export const businessStatuses = [
  'PENDING',
  'RECEIVED_AT_ACH',
  'RECEIVE_AT_ACH',
  'RECEIVE_AT_RECEIVER_BANK',
  'ACKNOWLEDGED_BY_FI',
  'FAILED_AT_ACH',
  'FAILED_AT_FI',
  'REFUNDED_BY_RECEIVER',
  'RECEIVED_AT_FI',
] as const;
export type BusinessStatus = (typeof businessStatuses)[number];

export const transactionTypes = ['SEND_PAY', 'DEPOSIT', 'RECEIVE'] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const accountKinds = ['MAIN', 'CUSTOMER', 'SETTLEMENT', 'ISSUANCE'] as const;
/** MAIN and CUSTOMER never go below zero; SETTLEMENT (one per other bank) and ISSUANCE may. */
export type AccountKind = (typeof accountKinds)[number];

export type AccountStatus = 'ACTIVATED' | 'DEACTIVATED' | 'DELETED';

/** Where a transaction stands. A transaction to a customer of the bank has no business status. */
export type Standing = { status: Status; businessStatus: BusinessStatus | null };

/** Strings only, so that its canonical text is the same everywhere. An empty value is left out before sealing. */
export type Details = Readonly<Record<string, string>>;

/** Money to be moved once: one debit, one credit, one asset. */
export type TransferDraft = {
  /** 1 to 32 random bytes, given by the caller, so that two equal transfers are two. */
  nonce: Uint8Array;
  assetId: AssetId;
  amountMinor: bigint;
  type: TransactionType;
  /** Where the transaction starts: SUCCESS for the bank's own, PENDING/PENDING to another bank. */
  standing: Standing;
  /** The book's own legs. For another bank's account, its bank's settlement account. */
  debitAccountId: string;
  creditAccountId: string;
  /** What people see; the leg's account where left out. */
  sourceAccountId?: string;
  destinationAccountId?: string;
  fiTransactionId: string;
  fastTransactionId?: string;
  extRef?: string;
  description?: string;
  sourceName?: string;
  sourcePhoneNumber?: string;
  destinationName?: string;
  destinationPhoneNumber?: string;
  /** Whatever else the detail screen shows: bank names and codes, wallet types, exchange rate, QR text, source of funds. */
  details?: Details;
  /** The hash of an earlier transaction that this one gives back; both then carry each other's hash. */
  pairedHash?: Uint8Array;
  /** Transfers of one command with the same number are linked, as the two legs of an exchange are. */
  group?: number;
};

/** Something that befell a transaction, kept for good. */
export type EventDraft = {
  transactionHash: Uint8Array;
  /** The transaction's new standing; left out where a message is only noted and moves nothing. */
  standing?: Standing;
  messageId?: string;
  details?: Details;
  /** Position in this command's `transfers` of the posting that returns the money. */
  pairedTransfer?: number;
};

export type OpeningDraft = {
  accountId: string;
  kind: AccountKind;
  /** Participant code of the bank whose settlement account this is. */
  bankCode?: string;
  /** ACTIVATED where left out. */
  status?: 'ACTIVATED' | 'DEACTIVATED';
  /** A day's limit for `day-limit` requirements; none where left out. */
  dayLimitKhrMinor?: bigint;
  dayLimitUsdMinor?: bigint;
};

export type RegistrationDraft = {
  accountId: string;
  keyId: string;
  action: 'REGISTER' | 'REVOKE';
  publicKey: Uint8Array;
};

/** What must hold when the command's turn comes, judged under the chain head's lock. */
export type Requirement =
  /** The account exists, is ACTIVATED and not frozen. */
  | { kind: 'account-open'; accountId: string }
  /** The transaction stands in one of these states. */
  | { kind: 'transaction-in'; hash: Uint8Array; standings: readonly Standing[] }
  /** The account's payments of this Phnom Penh day and this amount together stay within its limit (none set: no limit). */
  | { kind: 'day-limit'; accountId: string; assetId: AssetId; amountMinor: bigint }
  /** The key is registered for the account and not revoked. */
  | { kind: 'key-registered'; accountId: string; keyId: string };

/** A row for a declared table (audit, outbox), written in the same database transaction as an accepted command. */
export type Attachment = { table: string; row: Readonly<Record<string, unknown>> };

/** Who asks again gets the first answer: kept for good with what it posted. */
export type CommandKey = {
  principal: string;
  key: string;
  /** SHA-256 of the parsed request; the same key with another request is refused. */
  requestHash: Uint8Array;
};

/** What may be asked of the ledger. All of it happens or none of it. */
export type Command = {
  key?: CommandKey;
  /** Refused when its turn comes later than this. */
  deadline?: Date;
  requires?: readonly Requirement[];
  openings?: readonly OpeningDraft[];
  registrations?: readonly RegistrationDraft[];
  /** Made by `prepareTransfer`, and signed by `signTransfer` where the source's key signs. */
  transfers?: readonly PreparedTransfer[];
  events?: readonly EventDraft[];
  attach?: readonly Attachment[];
  /** Only while an empty ledger is seeded: the time the records carry, never before the one before it. */
  created?: Date;
};

/** A draft with its canonical payload and the hash of it, which is the transaction's hash. */
export type PreparedTransfer = {
  readonly draft: TransferDraft;
  readonly payload: Uint8Array;
  readonly hash: Uint8Array;
  readonly signed?: { readonly keyId: string; readonly signature: Uint8Array };
};

export type PostedTransfer = {
  seq: bigint;
  /** Lower-case hex. */
  transactionHash: string;
  fiTransactionId: string;
  status: Status;
  businessStatus: BusinessStatus | null;
  created: Date;
};

/** Why a command was refused; nothing of it happened. */
export type RefusalReason =
  | {
      name: 'INSUFFICIENT_FUNDS';
      accountId: string;
      assetId: AssetId;
      balanceMinor: bigint;
      amountMinor: bigint;
    }
  | { name: 'BALANCE_OUT_OF_RANGE'; accountId: string; assetId: AssetId }
  | { name: 'ACCOUNT_MISSING'; accountId: string }
  | { name: 'ACCOUNT_FROZEN'; accountId: string }
  | { name: 'ACCOUNT_CLOSED'; accountId: string; status: AccountStatus }
  | { name: 'ACCOUNT_EXISTS'; accountId: string }
  | { name: 'TRANSACTION_MISSING'; transactionHash: string }
  | ({ name: 'WRONG_STATE'; transactionHash: string } & Standing)
  | {
      name: 'DAY_LIMIT_EXCEEDED';
      accountId: string;
      assetId: AssetId;
      limitMinor: bigint;
      spentMinor: bigint;
      amountMinor: bigint;
    }
  /** The key is not registered for the account, or revoked. */
  | { name: 'SIGNING_KEY_MISSING'; accountId: string; keyId: string }
  /** Money leaves the main account only with its key's signature. */
  | { name: 'SIGNATURE_MISSING'; accountId: string }
  | { name: 'SIGNING_KEY_EXISTS'; keyId: string }
  | { name: 'DEADLINE_PASSED'; deadline: Date }
  | { name: 'KEY_REUSED'; key: string }
  | { name: 'DUPLICATE_HASH'; transactionHash: string }
  /** The database refused this command's rows, with all others accepted: an attachment's constraint, as a rule. */
  | { name: 'REFUSED_BY_DATABASE'; sqlState: string; constraint?: string };

export type Posted = {
  outcome: 'posted';
  /** True where the key was known and this is the first answer again. */
  replayed: boolean;
  firstSeq: bigint;
  lastSeq: bigint;
  created: Date;
  transfers: readonly PostedTransfer[];
};

export type Result = Posted | { outcome: 'refused'; reason: RefusalReason };
