import type { AssetId } from '@tonle/money';
import {
  type Book,
  type BookAccount,
  type BookTransaction,
  type ListFlags,
  type OpeningRow,
  spentKey,
} from './book.ts';
import type {
  AccountKind,
  Command,
  EventDraft,
  OpeningDraft,
  PreparedTransfer,
  RegistrationDraft,
} from './command.ts';
import { hexOf } from './hex.ts';
import { storedDetails } from './prepare.ts';
import {
  assetNumber,
  entryKind,
  phnomPenhDay,
  readState,
  stateOf,
  viewedState,
  withStanding,
} from './state.ts';

/** Posts a command that `whyRefused` let through: changes the book and notes every row. Returns what was moved. */
export function post(book: Book, command: Command, createdMs: number): BookTransaction[] {
  const firstSeq = book.nextSeq;
  book.firstCreatedMs ??= createdMs;
  book.lastCreatedMs = createdMs;
  command.openings?.forEach((opening) => void open(book, opening, createdMs));
  command.registrations?.forEach((registration) => void register(book, registration, createdMs));
  const groups = new Map<number, bigint>();
  const posted = (command.transfers ?? []).map((transfer) => move(book, transfer, createdMs, groups));
  command.events?.forEach((event) => void happen(book, event, createdMs, posted));
  if (command.key) {
    const { principal, key, requestHash } = command.key;
    const seq = book.nextSeq++;
    book.records.push({ kind: 'I', seq, principal, key, firstSeq, requestHash: hexOf(requestHash) });
    book.rows.commandKeys.push({ principal, key, seq, firstSeq, requestHash });
  }
  for (const { table, row } of command.attach ?? []) {
    const rows = book.rows.attached.get(table) ?? [];
    if (rows.length === 0) book.rows.attached.set(table, rows);
    rows.push({ row, firstSeq, createdMs });
  }
  return posted;
}

function open(book: Book, draft: OpeningDraft, createdMs: number): void {
  const seq = book.nextSeq++;
  const account: BookAccount = {
    accountId: draft.accountId,
    kind: draft.kind,
    frozen: false,
    status: draft.status ?? 'ACTIVATED',
    dayLimitsMinor: [draft.dayLimitKhrMinor ?? null, draft.dayLimitUsdMinor ?? null],
    balancesMinor: [0n, 0n],
  };
  const row: OpeningRow = {
    seq,
    createdMs,
    account,
    status: account.status,
    bankCode: draft.bankCode ?? null,
  };
  book.accounts.set(account.accountId, account);
  book.rows.openings.push(row);
  book.records.push({
    kind: 'A',
    seq,
    createdMs,
    accountId: account.accountId,
    accountKind: account.kind,
    bankCode: row.bankCode,
    status: row.status,
  });
}

function register(book: Book, draft: RegistrationDraft, createdMs: number): void {
  const { accountId, keyId, action, publicKey } = draft;
  const seq = book.nextSeq++;
  book.keys.set(keyId, { keyId, accountId, revoked: action === 'REVOKE' });
  book.rows.registrations.push({ seq, createdMs, accountId, keyId, action, publicKey });
  book.records.push({
    kind: 'K',
    seq,
    createdMs,
    accountId,
    keyId,
    action,
    publicKey: hexOf(publicKey),
  });
}

const inDomain = (kind: AccountKind): boolean => kind === 'MAIN' || kind === 'CUSTOMER';

/** Which lists show a transfer between accounts of these kinds (3-decisions.md section 7). */
export function listFlags(debit: AccountKind, credit: AccountKind): ListFlags {
  return {
    incoming: credit === 'MAIN' || (!inDomain(debit) && inDomain(credit)),
    outgoing: debit === 'MAIN' || (inDomain(debit) && !inDomain(credit)),
    history: inDomain(debit) || inDomain(credit),
  };
}

function move(
  book: Book,
  prepared: PreparedTransfer,
  createdMs: number,
  groups: Map<number, bigint>,
): BookTransaction {
  const { draft } = prepared;
  const debit = accountIn(book, draft.debitAccountId);
  const credit = accountIn(book, draft.creditAccountId);
  const seq = book.nextSeq++;
  const state = stateOf(draft.assetId, draft.standing, draft.type);
  const transaction: BookTransaction = {
    ...listFlags(debit.kind, credit.kind),
    seq,
    hash: hexOf(prepared.hash),
    state,
    amountMinor: draft.amountMinor,
    day: phnomPenhDay(createdMs),
    debitAccountId: debit.accountId,
    creditAccountId: credit.accountId,
    pairedSeq: (draft.pairedHash && book.transactions.get(hexOf(draft.pairedHash))?.seq) ?? null,
    lastEventSeq: null,
  };
  let groupSeq: bigint | null = null;
  if (draft.group !== undefined) {
    groupSeq = groups.get(draft.group) ?? seq;
    groups.set(draft.group, groupSeq);
  }
  moveBalances(book, transaction, debit, credit, draft.assetId);
  count(book, transaction, 'enter');
  book.transactions.set(transaction.hash, transaction);
  book.newTransactions.add(transaction);
  book.rows.posted.push(transaction);
  book.rows.transfers.push({ seq, createdMs, prepared, state, pairedSeq: transaction.pairedSeq, groupSeq });
  const asset = assetNumber(draft.assetId);
  book.records.push({
    kind: 'T',
    seq,
    createdMs,
    hash: transaction.hash,
    debitBalanceAfterMinor: debit.balancesMinor[asset],
    creditBalanceAfterMinor: credit.balancesMinor[asset],
    pairedSeq: transaction.pairedSeq,
    groupSeq,
    keyId: prepared.signed?.keyId ?? null,
    signature: prepared.signed ? hexOf(prepared.signed.signature) : null,
  });
  return transaction;
}

function accountIn(book: Book, accountId: string): BookAccount {
  const account = book.accounts.get(accountId);
  if (!account) throw new Error(`account ${accountId} was not loaded`);
  return account;
}

function moveBalances(
  book: Book,
  { seq, state, amountMinor }: BookTransaction,
  debit: BookAccount,
  credit: BookAccount,
  assetId: AssetId,
): void {
  const asset = assetNumber(assetId);
  const legs = [
    { account: debit, side: 'debit', signedMinor: -amountMinor },
    { account: credit, side: 'credit', signedMinor: amountMinor },
  ] as const;
  for (const { account, side, signedMinor } of legs) {
    account.balancesMinor[asset] += signedMinor;
    book.rows.touched.set(account.accountId + asset, [account, asset]);
    book.rows.entries.push({
      accountId: account.accountId,
      kind: entryKind(state, side),
      seq,
      amountMinor: signedMinor,
      balanceAfterMinor: account.balancesMinor[asset],
    });
  }
  book.moved[asset === 0 ? 'khrMinor' : 'usdMinor'] += amountMinor;
}

/** Whether a payment in this state counts against the day's limit: one that failed or was refused does not. */
const isSpent = (state: number): boolean => {
  const { status } = readState(state);
  return status === 'SUCCESS' || status === 'PENDING';
};

/** Counts a transaction into, or out of, the rollups of its present state and what its payer spent that day. */
function count(book: Book, transaction: BookTransaction, direction: 'enter' | 'leave'): void {
  const { day, state, seq, amountMinor, debitAccountId, creditAccountId } = transaction;
  const { rollups } = book.rows;
  if (transaction.incoming) rollups[direction]('INCOMING', day, state, seq, amountMinor);
  if (transaction.outgoing) rollups[direction]('OUTGOING', day, state, seq, amountMinor);
  if (transaction.history) rollups[direction]('HISTORY', day, state, seq, amountMinor);
  rollups[direction](debitAccountId, day, viewedState(state, 'debit'), seq, amountMinor);
  rollups[direction](creditAccountId, day, viewedState(state, 'credit'), seq, amountMinor);
  if (book.spentMinor.size === 0 || !isSpent(state)) return;
  const key = spentKey(debitAccountId, readState(state).assetId, day);
  const spent = book.spentMinor.get(key);
  if (spent === undefined) return;
  book.spentMinor.set(key, direction === 'enter' ? spent + amountMinor : spent - amountMinor);
}

function happen(book: Book, draft: EventDraft, createdMs: number, posted: readonly BookTransaction[]): void {
  const transaction = book.transactions.get(hexOf(draft.transactionHash));
  if (!transaction) throw new Error('the transaction of an event was not loaded');
  const seq = book.nextSeq++;
  const previousState = transaction.state;
  const state = draft.standing ? withStanding(previousState, draft.standing) : previousState;
  const pairedSeq = draft.pairedTransfer === undefined ? null : (posted[draft.pairedTransfer]?.seq ?? null);
  if (state !== previousState) {
    count(book, transaction, 'leave');
    transaction.state = state;
    count(book, transaction, 'enter');
  }
  transaction.lastEventSeq = seq;
  transaction.pairedSeq = pairedSeq ?? transaction.pairedSeq;
  if (!book.newTransactions.has(transaction)) book.rows.changed.add(transaction);
  const details = storedDetails(draft.details);
  book.rows.events.push({
    seq,
    transferSeq: transaction.seq,
    createdMs,
    previousState,
    state,
    pairedSeq,
    messageId: draft.messageId || null,
    details,
  });
  const { status, businessStatus } = readState(previousState);
  const now = readState(state);
  book.records.push({
    kind: 'E',
    seq,
    createdMs,
    transferSeq: transaction.seq,
    assetId: now.assetId,
    type: now.type,
    previous: { status, businessStatus },
    standing: { status: now.status, businessStatus: now.businessStatus },
    pairedSeq,
    messageId: draft.messageId || null,
    details: draft.details ?? {},
  });
}
