import { amountMinorMax } from '@tonle/money';
import { type Book, type BookAccount, spentKey } from './book.ts';
import type { Command, RefusalReason, RegistrationDraft, Requirement, TransferDraft } from './command.ts';
import { hexOf } from './hex.ts';
import { assetNumber, phnomPenhDay, readState } from './state.ts';

/** What a command itself would add, so that its later parts are judged with its earlier ones. */
type Ahead = {
  opened: Set<string>;
  balancesMinor: Map<string, bigint>;
  hashes: Set<string>;
};

/** Says why a command is refused, or nothing where it may be posted; changes nothing. */
export function whyRefused(book: Book, command: Command, createdMs: number): RefusalReason | undefined {
  if (command.deadline && book.nowMs > command.deadline.getTime()) {
    return { name: 'DEADLINE_PASSED', deadline: command.deadline };
  }
  const ahead: Ahead = { opened: new Set(), balancesMinor: new Map(), hashes: new Set() };
  return (
    firstReason(command.openings, ({ accountId }) => {
      if (book.accounts.has(accountId) || ahead.opened.has(accountId)) {
        return { name: 'ACCOUNT_EXISTS', accountId };
      }
      ahead.opened.add(accountId);
      return undefined;
    }) ??
    firstReason(command.registrations, (registration, index) =>
      whyNotRegistered(book, ahead, registration, command.registrations?.slice(0, index) ?? []),
    ) ??
    firstReason(command.requires, (requirement) => whyNotMet(book, ahead, requirement, createdMs)) ??
    firstReason(command.transfers, ({ draft, hash, signed }) => {
      const hex = hexOf(hash);
      if (book.transactions.has(hex) || ahead.hashes.has(hex)) {
        return { name: 'DUPLICATE_HASH', transactionHash: hex };
      }
      const reason = whyNotSigned(book, draft, signed?.keyId) ?? whyNotMoved(book, ahead, draft);
      ahead.hashes.add(hex);
      return reason;
    }) ??
    firstReason(command.events, ({ transactionHash }) => {
      const hex = hexOf(transactionHash);
      return book.transactions.has(hex) || ahead.hashes.has(hex)
        ? undefined
        : { name: 'TRANSACTION_MISSING', transactionHash: hex };
    })
  );
}

function firstReason<T>(
  parts: readonly T[] | undefined,
  reasonOf: (part: T, index: number) => RefusalReason | undefined,
): RefusalReason | undefined {
  if (!parts) return undefined;
  for (let index = 0; index < parts.length; index++) {
    const reason = reasonOf(parts[index] as T, index);
    if (reason) return reason;
  }
  return undefined;
}

function whyNotRegistered(
  book: Book,
  ahead: Ahead,
  { accountId, keyId, action }: RegistrationDraft,
  earlier: readonly RegistrationDraft[],
): RefusalReason | undefined {
  if (!book.accounts.has(accountId) && !ahead.opened.has(accountId)) {
    return { name: 'ACCOUNT_MISSING', accountId };
  }
  const key = book.keys.get(keyId);
  const twice = earlier.some((registration) => registration.keyId === keyId);
  if (action === 'REGISTER') return key || twice ? { name: 'SIGNING_KEY_EXISTS', keyId } : undefined;
  const held = key && !key.revoked && key.accountId === accountId;
  return held && !twice ? undefined : { name: 'SIGNING_KEY_MISSING', accountId, keyId };
}

function whyNotMet(
  book: Book,
  ahead: Ahead,
  requirement: Requirement,
  createdMs: number,
): RefusalReason | undefined {
  switch (requirement.kind) {
    case 'account-open': {
      const { accountId } = requirement;
      const account = book.accounts.get(accountId);
      if (!account) return ahead.opened.has(accountId) ? undefined : { name: 'ACCOUNT_MISSING', accountId };
      if (account.status !== 'ACTIVATED')
        return { name: 'ACCOUNT_CLOSED', accountId, status: account.status };
      return account.frozen ? { name: 'ACCOUNT_FROZEN', accountId } : undefined;
    }
    case 'transaction-in': {
      const transactionHash = hexOf(requirement.hash);
      const transaction = book.transactions.get(transactionHash);
      if (!transaction) return { name: 'TRANSACTION_MISSING', transactionHash };
      const { status, businessStatus } = readState(transaction.state);
      const met = requirement.standings.some(
        (standing) => standing.status === status && standing.businessStatus === businessStatus,
      );
      return met ? undefined : { name: 'WRONG_STATE', transactionHash, status, businessStatus };
    }
    case 'key-registered':
      return whyKeyUnusable(book, requirement.accountId, requirement.keyId);
    case 'day-limit':
      return whyOverLimit(book, requirement, createdMs);
  }
}

function whyKeyUnusable(book: Book, accountId: string, keyId: string): RefusalReason | undefined {
  const key = book.keys.get(keyId);
  const usable = key && !key.revoked && key.accountId === accountId;
  return usable ? undefined : { name: 'SIGNING_KEY_MISSING', accountId, keyId };
}

function whyOverLimit(
  book: Book,
  { accountId, assetId, amountMinor }: Extract<Requirement, { kind: 'day-limit' }>,
  createdMs: number,
): RefusalReason | undefined {
  const account = book.accounts.get(accountId);
  if (!account) return { name: 'ACCOUNT_MISSING', accountId };
  const limitMinor = account.dayLimitsMinor[assetNumber(assetId)];
  const spentMinor = book.spentMinor.get(spentKey(accountId, assetId, phnomPenhDay(createdMs))) ?? 0n;
  if (limitMinor === null || spentMinor + amountMinor <= limitMinor) return undefined;
  return { name: 'DAY_LIMIT_EXCEEDED', accountId, assetId, limitMinor, spentMinor, amountMinor };
}

function whyNotSigned(
  book: Book,
  draft: TransferDraft,
  keyId: string | undefined,
): RefusalReason | undefined {
  if (keyId !== undefined) return whyKeyUnusable(book, draft.debitAccountId, keyId);
  const fromMain = book.accounts.get(draft.debitAccountId)?.kind === 'MAIN';
  return fromMain ? { name: 'SIGNATURE_MISSING', accountId: draft.debitAccountId } : undefined;
}

export const mayBeNegative = (account: Pick<BookAccount, 'kind'>): boolean =>
  account.kind === 'SETTLEMENT' || account.kind === 'ISSUANCE';

function whyNotMoved(book: Book, ahead: Ahead, draft: TransferDraft): RefusalReason | undefined {
  const { assetId, amountMinor, debitAccountId, creditAccountId } = draft;
  const debit = book.accounts.get(debitAccountId);
  if (!debit) return { name: 'ACCOUNT_MISSING', accountId: debitAccountId };
  const credit = book.accounts.get(creditAccountId);
  if (!credit) return { name: 'ACCOUNT_MISSING', accountId: creditAccountId };
  if (draft.pairedHash && !book.transactions.has(hexOf(draft.pairedHash))) {
    return { name: 'TRANSACTION_MISSING', transactionHash: hexOf(draft.pairedHash) };
  }
  const asset = assetNumber(assetId);
  const balanceMinor = ahead.balancesMinor.get(debitAccountId + asset) ?? debit.balancesMinor[asset];
  const debited = balanceMinor - amountMinor;
  if (debited < 0n && !mayBeNegative(debit)) {
    return { name: 'INSUFFICIENT_FUNDS', accountId: debitAccountId, assetId, balanceMinor, amountMinor };
  }
  const credited =
    (ahead.balancesMinor.get(creditAccountId + asset) ?? credit.balancesMinor[asset]) + amountMinor;
  if (debited < -amountMinorMax) return { name: 'BALANCE_OUT_OF_RANGE', accountId: debitAccountId, assetId };
  if (credited > amountMinorMax) return { name: 'BALANCE_OUT_OF_RANGE', accountId: creditAccountId, assetId };
  ahead.balancesMinor.set(debitAccountId + asset, debited);
  ahead.balancesMinor.set(creditAccountId + asset, credited);
  return undefined;
}
