import type { TransactionType } from '@tonle/contract/transaction-states';
import type { TransactionDetail, TransactionRow } from '@tonle/contract/transactions';
import { readState, type TransactionType as TypeCode } from '@tonle/ledger';
import { currencyOf, decimalsOf, formatAmount, symbolOf } from '@tonle/money';
import type { DecisionDelivery } from '../network/network.public.ts';
import type { TransactionFacts } from './transaction-details.ts';
import type { StoredEvent, StoredTransaction } from './transaction-rows.store.ts';

const typeNames: Record<TypeCode, TransactionType> = {
  SEND_PAY: 'Send/Pay',
  DEPOSIT: 'Deposit',
  RECEIVE: 'Receive',
};

/** Whoever pays sees Send/Pay, whoever is paid Deposit or Receive. */
const seenType = (it: StoredTransaction, type: TypeCode, accountId: string): TypeCode => {
  if (it.source_account_id === accountId) return 'SEND_PAY';
  return type === 'DEPOSIT' ? 'DEPOSIT' : 'RECEIVE';
};

/** A transaction as a list shows it (1-portal.md section 3); in an account's own list, its type as that account sees it. */
export function rowOf(it: StoredTransaction, seenBy?: string): TransactionRow {
  const { assetId, status, businessStatus, type } = readState(it.state);
  const currency = currencyOf(assetId);
  const { sourceOfFundsName, sourceOfFundsPhoneNumber } = it.details;
  return {
    transactionHash: it.hash,
    extRef: it.ext_ref,
    transactionCreatedTime: it.created.toISOString(),
    sourceAccountId: it.source_account_id,
    destinationAccountId: it.destination_account_id,
    currencyName: currency,
    transactionContent: {
      commandList: [{ commandCase: 'TRANSFER_ASSET', amount: formatAmount(it.amount_minor, currency) }],
      details: {
        sourceOfFunds:
          sourceOfFundsName === undefined
            ? null
            : { name: sourceOfFundsName, phoneNumber: sourceOfFundsPhoneNumber ?? '' },
      },
    },
    status,
    businessStatus,
    fstTrxStatus: businessStatus,
    transactionType: typeNames[seenBy === undefined ? type : seenType(it, type, seenBy)],
    fiTransactionId: it.fi_transaction_id,
  };
}

/** A transaction whole. A person's name is shown for a MOBILE wallet alone (1-portal.md section 3). */
export function detailOf(
  it: StoredTransaction,
  events: readonly StoredEvent[],
  delivery: DecisionDelivery | undefined,
): TransactionDetail {
  const row = rowOf(it);
  const { assetId } = readState(it.state);
  const facts: TransactionFacts = Object.assign({}, it.details, ...events.map((event) => event.details));
  const named = (walletType: string | undefined, name: string | null) =>
    walletType === 'MOBILE' ? name : null;
  return {
    ...row,
    currencySymbol: symbolOf(row.currencyName),
    precision: decimalsOf(row.currencyName),
    assetId,
    description: it.description,
    sourceName: named(facts.sourceWalletType, it.source_name),
    sourcePhoneNumber: it.source_phone_number,
    sourceBankName: facts.sourceBankName ?? null,
    sourceBankParticipantCode: facts.sourceBankParticipantCode ?? null,
    sourceWalletType: facts.sourceWalletType ?? null,
    destinationName: named(facts.destinationWalletType, it.destination_name),
    destinationPhoneNumber: it.destination_phone_number,
    destinationBankName: facts.destinationBankName ?? null,
    destinationBankParticipantCode: facts.destinationBankParticipantCode ?? null,
    destinationWalletType: facts.destinationWalletType ?? null,
    transactionWalletType: facts.transactionWalletType ?? null,
    receiverBankAccount: facts.receiverBankAccount ?? null,
    qrCode: facts.qrCode ?? null,
    errorMessage: facts.errorMessage ?? null,
    fastTransactionId: it.fast_transaction_id,
    trxDaytime: row.transactionCreatedTime,
    pairedTrxHash: it.paired_hash,
    currencyExchangeRate: exchangeOf(facts),
    decisionDelivery: delivery ? { ...delivery, time: delivery.time.toISOString() } : null,
    events: [
      { state: it.initial_state, created: it.created },
      ...events.filter((event) => event.state !== event.previous_state),
    ].map((event) => {
      const { status, businessStatus } = readState(event.state);
      return { status, businessStatus, time: event.created.toISOString() };
    }),
  };
}

function exchangeOf(facts: TransactionFacts): TransactionDetail['currencyExchangeRate'] {
  if (facts.exchangeRate === undefined) return null;
  return {
    sourceCurrency: facts.exchangeSourceCurrency ?? '',
    targetCurrency: facts.exchangeTargetCurrency ?? '',
    exchangeRate: facts.exchangeRate,
    exchangeRateBase: facts.exchangeRateBase ?? '',
    sourceAmount: facts.exchangeSourceAmount ?? '',
    targetAmount: facts.exchangeTargetAmount ?? '',
    quotationDate: facts.exchangeQuotationDate ?? '',
    minSourceValue: facts.exchangeMinSourceValue ?? null,
    minTargetAmount: facts.exchangeMinTargetAmount ?? null,
  };
}
