import type { Details } from '@tonle/ledger';

/** What is said of a transaction besides the book's own columns. Sealed with it as text; later ones of an event add to it. */
export type TransactionFacts = {
  sourceBankName?: string;
  sourceBankParticipantCode?: string;
  destinationBankName?: string;
  destinationBankParticipantCode?: string;
  sourceWalletType?: string;
  destinationWalletType?: string;
  transactionWalletType?: string;
  receiverBankAccount?: string;
  qrCode?: string;
  errorMessage?: string;
  sourceOfFundsName?: string;
  sourceOfFundsPhoneNumber?: string;
  exchangeSourceCurrency?: string;
  exchangeTargetCurrency?: string;
  exchangeRate?: string;
  exchangeRateBase?: string;
  exchangeSourceAmount?: string;
  exchangeTargetAmount?: string;
  exchangeQuotationDate?: string;
  exchangeMinSourceValue?: string;
  exchangeMinTargetAmount?: string;
};

/** The facts as the ledger seals them: nothing that is absent. */
export function detailsOf(facts: TransactionFacts): Details {
  return Object.fromEntries(
    Object.entries(facts).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  );
}
