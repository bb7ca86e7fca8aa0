import type { ChannelAccount, ChannelTransaction, KycRequest } from '@tonle/contract/channel';
import type { PageOf } from '@tonle/contract/paging';
import { addDays, dayOf } from '@tonle/contract/phnom-penh-day';
import { Refusal } from '@tonle/contract/refusal';
import { type AccountState, readAccount, readState } from '@tonle/ledger';
import { type AssetId, assetIds, currencyOf, formatAmount } from '@tonle/money';
import { rawTx, type Tx } from '../../db/tx.ts';
import type { ChannelApp } from '../../http/channel-app.ts';
import { type Customer, customerRow } from '../customers/customers.public.ts';
import { newestRequestOf, type VerificationRequest } from '../verification/verification.public.ts';
import { type OwnTransaction, ownTransactions, spentOn } from './own-account.store.ts';

/** An account that the app is for; whatever else there is is not there for it. */
export async function ownAccount(
  tx: Tx,
  app: ChannelApp,
  accountId: string,
  options: { lock?: boolean } = {},
): Promise<{ customer: Customer; state: AccountState }> {
  const customer = await customerRow(tx, accountId, options);
  const state = customer && (await readAccount(rawTx(tx), accountId));
  if (customer === undefined || state === undefined || !app.accountTypes.has(customer.account_type)) {
    throw new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
  }
  return { customer, state };
}

const decimal = (amountMinor: bigint, assetId: AssetId): string =>
  formatAmount(amountMinor, currencyOf(assetId));

export async function showAccount(
  tx: Tx,
  app: ChannelApp,
  accountId: string,
  now: Date,
): Promise<ChannelAccount> {
  const { customer, state } = await ownAccount(tx, app, accountId);
  const request = await newestRequestOf(tx, accountId);
  const spent = await spentOn(tx, accountId, dayOf(now));
  const limitsMinor = { 'khr#nbc': state.dayLimitKhrMinor, 'usd#nbc': state.dayLimitUsdMinor };
  const ofEach = <T>(make: (assetId: AssetId) => T) => ({
    'khr#nbc': make('khr#nbc'),
    'usd#nbc': make('usd#nbc'),
  });
  return {
    accountId,
    accountType: customer.account_type,
    fullName: customer.full_name,
    organizationName: customer.organization_name,
    primaryContact: customer.primary_contact,
    secondaryContact: customer.secondary_contact,
    address: customer.address,
    createdTime: customer.registered_at.toISOString(),
    frozen: state.frozen,
    accountStatus: state.status,
    kycStatus: customer.kyc_status,
    kycRequest: request === undefined ? null : kycRequestOf(request),
    assets: ofEach((assetId) => decimal(state.balancesMinor[assetId], assetId)),
    limits: ofEach((assetId) => {
      const limitMinor = limitsMinor[assetId];
      return {
        dayLimit: limitMinor === null ? null : decimal(limitMinor, assetId),
        spent: decimal(spent[assetId], assetId),
      };
    }),
  };
}

export const kycRequestOf = (it: VerificationRequest): KycRequest => ({
  verificationId: String(it.id),
  accountId: it.account_id,
  requestStatus: it.status,
  requestedDate: it.requested_at.toISOString(),
  updatedTime: it.updated_at.toISOString(),
  remarks: it.reason,
});

export type TransactionsAsked = {
  size: number;
  cursor?: string | undefined;
  type?: (typeof types)[number] | undefined;
  currency?: 'KHR' | 'USD' | undefined;
  fromDate?: string | undefined;
  toDate?: string | undefined;
};

/** In the ledger's order: an entry's kind = asset × 3 + type. */
const types = ['SEND_PAY', 'DEPOSIT', 'RECEIVE'] as const;
const shownTypes = { SEND_PAY: 'Send/Pay', DEPOSIT: 'Deposit', RECEIVE: 'Receive' } as const;

/** By default the whole past. */
export async function listOwnTransactions(
  tx: Tx,
  app: ChannelApp,
  accountId: string,
  asked: TransactionsAsked,
  now: Date,
): Promise<PageOf<ChannelTransaction>> {
  await ownAccount(tx, app, accountId);
  const { rows, total } = await ownTransactions(tx, {
    accountId,
    kinds: kindsOf(asked),
    fromDay: asked.fromDate ?? '2000-01-01',
    // The book's clock may be ahead of ours by a moment.
    toDay: asked.toDate ?? addDays(dayOf(now), 1),
    before: asked.cursor === undefined ? undefined : readCursor(asked.cursor),
    limit: asked.size + 1,
  });
  const shown = rows.slice(0, asked.size);
  const last = shown.at(-1);
  const hasNext = rows.length > shown.length;
  return {
    rows: shown.map(transactionOf),
    total,
    hasNext,
    ...(hasNext && last !== undefined ? { next: cursorOf(last.seq) } : {}),
  };
}

const kindsOf = ({ type, currency }: TransactionsAsked): number[] =>
  assetIds.flatMap((assetId, asset) =>
    types.flatMap((one, index) =>
      (type === undefined || type === one) && (currency === undefined || currency === currencyOf(assetId))
        ? [asset * 3 + index]
        : [],
    ),
  );

const cursorOf = (seq: bigint): string => Buffer.from(String(seq)).toString('base64url');

function readCursor(cursor: string): bigint {
  const digits = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^\d{1,18}$/.test(digits)) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'cursor', key: 'field.invalid' }]);
  }
  return BigInt(digits);
}

function transactionOf(it: OwnTransaction): ChannelTransaction {
  const { assetId, status, businessStatus } = readState(it.state);
  return {
    transactionHash: it.hash,
    fiTransactionId: it.fi_transaction_id,
    createdTime: it.created.toISOString(),
    transactionType: shownTypes[types[it.kind % 3] ?? 'SEND_PAY'],
    assetId,
    amount: decimal(it.amount_minor, assetId),
    balanceAfter: decimal(it.balance_after_minor, assetId),
    sourceAccountId: it.source_account_id,
    destinationAccountId: it.destination_account_id,
    counterpartyName: it.amount_minor < 0n ? it.destination_name : it.source_name,
    description: it.description,
    extRef: it.ext_ref,
    status,
    businessStatus,
  };
}
