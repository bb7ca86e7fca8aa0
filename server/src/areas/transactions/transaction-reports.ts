import {
  businessStatusLabels,
  inPhnomPenhTime,
  transactionColumns,
  transactionStatusLabels,
  transactionTypeColumn,
  transactionTypeLabels,
} from '@tonle/contract/report-columns';
import type { TransactionType } from '@tonle/contract/transaction-states';
import { readState } from '@tonle/ledger';
import { declareCsv, type ReportDeclaration } from '../reports/reports.public.ts';
import { accountExportSelect, listExportSelect, type StateWords } from './transaction-export.store.ts';
import type { ListName } from './transaction-query.ts';
import { type ListRequest, queryOf } from './transactions.service.ts';

type Language = 'en' | 'km';

/** A list's filters with the days spelt out, since the day may be another when the report is made. */
export type ListReportParams = Omit<ListRequest, 'page' | 'size' | 'cursor' | 'sort' | 'directions'> & {
  direction: 'asc' | 'desc';
};

/** Every state there is: two assets, four statuses, ten business statuses, three types. */
const states = Array.from({ length: 240 }, (_, state) => readState(state));

const stateWords = (language: Language): StateWords => ({
  status: states.map((it) => transactionStatusLabels[language][it.status]),
  businessStatus: states.map((it) =>
    it.businessStatus === null ? null : businessStatusLabels[language][it.businessStatus],
  ),
});

const { hash, reference, date, from, to, currency, amount, status, business } = transactionColumns;
const labelsOf = (language: Language) => [
  ...[hash, reference].map((it) => it[language]),
  inPhnomPenhTime(date[language]),
  ...[from, to, currency, amount, status, business].map((it) => it[language]),
];

const listReport = (
  type: 'INCOMING_TRANSACTIONS' | 'OUTGOING_TRANSACTIONS' | 'TRANSACTION_HISTORY',
  list: ListName,
) =>
  declareCsv<ListReportParams>({
    type,
    labels: { en: labelsOf('en'), km: labelsOf('km') },
    select: (tx, { direction, ...filters }, language) => {
      const request = { ...filters, page: 0, size: 1, sort: { direction } };
      // The days are given, so neither today nor the look-back is asked.
      return listExportSelect(tx, queryOf(list, request, '', 0), stateWords(language));
    },
  });

export type AccountReportParams = {
  accountId: string;
  /** None means all. */
  types: readonly ('SEND_PAY' | 'DEPOSIT' | 'RECEIVE')[];
  from: string;
  to: string;
  direction: 'asc' | 'desc';
};

/** What an entry's kind says: kind = asset * 3 + type. */
const typeOfKind = ['SEND_PAY', 'DEPOSIT', 'RECEIVE', 'SEND_PAY', 'DEPOSIT', 'RECEIVE'] as const;
const typeNames: Record<(typeof typeOfKind)[number], TransactionType> = {
  SEND_PAY: 'Send/Pay',
  DEPOSIT: 'Deposit',
  RECEIVE: 'Receive',
};

const accountLabelsOf = (language: Language) => [
  hash[language],
  inPhnomPenhTime(date[language]),
  ...[from, to, currency, amount].map((it) => it[language]),
  transactionTypeColumn[language],
];

const accountReport = declareCsv<AccountReportParams>({
  type: 'ACCOUNT_DETAILS',
  labels: { en: accountLabelsOf('en'), km: accountLabelsOf('km') },
  select: (tx, it, language) => {
    const kinds = typeOfKind.flatMap((type, kind) =>
      it.types.length === 0 || it.types.includes(type) ? [kind] : [],
    );
    return accountExportSelect(
      tx,
      { accountId: it.accountId, kinds, days: { from: it.from, to: it.to }, order: it.direction },
      typeOfKind.map((type) => transactionTypeLabels[language][typeNames[type]]),
    );
  },
});

/** The exports of transaction lists. */
export const transactionReports: readonly ReportDeclaration<never>[] = [
  listReport('INCOMING_TRANSACTIONS', 'INCOMING'),
  listReport('OUTGOING_TRANSACTIONS', 'OUTGOING'),
  listReport('TRANSACTION_HISTORY', 'HISTORY'),
  accountReport,
];
