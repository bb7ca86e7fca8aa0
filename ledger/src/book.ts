import type { AssetId } from '@tonle/money';
import type { AccountKind, AccountStatus, Posted, PreparedTransfer } from './command.ts';
import type { SealedRecord } from './encoding.ts';
import { RollupDeltas } from './rollup.ts';
import type { Head, Moved } from './seal.ts';
import { assetNumber } from './state.ts';

export type BookAccount = {
  accountId: string;
  kind: AccountKind;
  frozen: boolean;
  status: AccountStatus;
  /** By asset number: KHR, USD. */
  dayLimitsMinor: [bigint | null, bigint | null];
  balancesMinor: [bigint, bigint];
};

/** Which lists show a transaction (3-decisions.md section 7). */
export type ListFlags = { incoming: boolean; outgoing: boolean; history: boolean };

export type BookTransaction = ListFlags & {
  seq: bigint;
  hash: string;
  state: number;
  amountMinor: bigint;
  day: string;
  debitAccountId: string;
  creditAccountId: string;
  pairedSeq: bigint | null;
  lastEventSeq: bigint | null;
};

export type BookKey = { keyId: string; accountId: string; revoked: boolean };

export type KnownCommand = { requestHash: string; posted: Posted };

/** What a batch needs to know of the ledger, read under the head's lock. */
export type Loaded = {
  head: Head;
  /** The database's clock, never before the head's time. */
  nowMs: number;
  accounts: Map<string, BookAccount>;
  /** By hash, lower-case hex. */
  transactions: Map<string, BookTransaction>;
  keys: Map<string, BookKey>;
  /** By `commandKeyOf`. */
  commands: Map<string, KnownCommand>;
  /** By `spentKey`, only for accounts with a day limit to judge. */
  spentMinor: Map<string, bigint>;
};

export const commandKeyOf = (principal: string, key: string): string => `${principal}\0${key}`;

export const spentKey = (accountId: string, assetId: AssetId, day: string): string =>
  `${accountId}\0${assetNumber(assetId)}\0${day}`;

export type OpeningRow = {
  seq: bigint;
  createdMs: number;
  account: BookAccount;
  status: string;
  bankCode: string | null;
};
export type RegistrationRow = {
  seq: bigint;
  createdMs: number;
  accountId: string;
  keyId: string;
  action: string;
  publicKey: Uint8Array;
};
export type TransferRow = {
  seq: bigint;
  createdMs: number;
  prepared: PreparedTransfer;
  state: number;
  pairedSeq: bigint | null;
  groupSeq: bigint | null;
};
export type EntryRow = {
  accountId: string;
  kind: number;
  seq: bigint;
  amountMinor: bigint;
  balanceAfterMinor: bigint;
};
export type EventRow = {
  seq: bigint;
  transferSeq: bigint;
  createdMs: number;
  previousState: number;
  state: number;
  pairedSeq: bigint | null;
  messageId: string | null;
  details: string;
};
export type CommandKeyRow = {
  principal: string;
  key: string;
  seq: bigint;
  firstSeq: bigint;
  requestHash: Uint8Array;
};
export type AttachedRow = {
  row: Readonly<Record<string, unknown>>;
  firstSeq: bigint;
  createdMs: number;
};

/** Everything one batch writes, table by table. */
export type BatchRows = {
  openings: OpeningRow[];
  registrations: RegistrationRow[];
  transfers: TransferRow[];
  entries: EntryRow[];
  events: EventRow[];
  commandKeys: CommandKeyRow[];
  posted: BookTransaction[];
  changed: Set<BookTransaction>;
  touched: Map<string, [BookAccount, 0 | 1]>;
  rollups: RollupDeltas;
  attached: Map<string, AttachedRow[]>;
};

/** The loaded state while a batch is decided on it, and what has been decided so far. */
export type Book = Loaded & {
  nextSeq: bigint;
  lastCreatedMs: number;
  firstCreatedMs: number | undefined;
  /** Of the commands accepted so far; none of them may be posted later than this. */
  earliestDeadlineMs: number | undefined;
  records: SealedRecord[];
  moved: Moved;
  rows: BatchRows;
  newTransactions: Set<BookTransaction>;
};

export const openBook = (loaded: Loaded): Book => ({
  ...loaded,
  nextSeq: loaded.head.seq + 1n,
  lastCreatedMs: loaded.head.createdMs,
  firstCreatedMs: undefined,
  earliestDeadlineMs: undefined,
  records: [],
  moved: { khrMinor: 0n, usdMinor: 0n },
  newTransactions: new Set(),
  rows: {
    openings: [],
    registrations: [],
    transfers: [],
    entries: [],
    events: [],
    commandKeys: [],
    posted: [],
    changed: new Set(),
    touched: new Map(),
    rollups: new RollupDeltas(),
    attached: new Map(),
  },
});
