import { pageSizeDefault } from '@tonle/contract/page-sizes';
import { lookBackFrom } from '@tonle/contract/phnom-penh-day';
import {
  businessStatuses,
  transactionStatuses,
  transactionTypeFilters,
} from '@tonle/contract/transaction-states';
import { today } from '../../i18n/time.ts';
import { getConfig } from '../../session/config.ts';
import {
  codeFilter,
  codesFilter,
  dayFilter,
  defineList,
  type Filter,
  searchFilter,
  textFilter,
} from '../../table/list-definition.ts';

const accountText: Filter<string> = {
  ...textFilter(),
  read: (text) => (/^[a-z0-9_]{1,32}@[a-z0-9_]{1,9}$/.test(text) ? text : undefined),
};

/** "The last 30 days" as the installation counts them: today and the days before (decisions section 3). */
const firstDay = dayFilter(() => lookBackFrom(today(), getConfig().MAX_TRANSACTION_DAYS));
const lastDay = dayFilter(today);

const newestFirst = {
  sorts: ['transactionCreatedTime'],
  sort: 'transactionCreatedTime,desc',
  size: pageSizeDefault,
} as const;

const byDirection = (name: string) =>
  defineList({
    name,
    ...newestFirst,
    filters: {
      search: searchFilter,
      fromDate: firstDay,
      toDate: lastDay,
      status: codesFilter(transactionStatuses),
      businessStatus: codesFilter(businessStatuses),
    },
  });

export const incomingList = byDirection('incoming-transactions');
export const outgoingList = byDirection('outgoing-transactions');

/** The history's names in the address are the specification's (1-portal.md section 2). */
const byHistory = (name: string) =>
  defineList({
    name,
    ...newestFirst,
    filters: {
      search: searchFilter,
      dateFrom: firstDay,
      dateTo: lastDay,
      currency: codeFilter(['KHR', 'USD']),
      user: accountText,
      transactionStatus: codeFilter(transactionStatuses),
    },
  });

export const historyList = byHistory('history');
export const auditorHistoryList = byHistory('auditor-history');

const accountTypes = transactionTypeFilters.filter((it) => it !== 'ALL');

/** The transactions of one account (2-console.md section 2), from its opening on where no days are chosen. */
export const accountTransactionsList = defineList({
  name: 'account-transactions',
  ...newestFirst,
  filters: {
    from: dayFilter(),
    to: dayFilter(),
    type: codeFilter(accountTypes),
  },
});

/** Typing has paused for so long before a transaction table searches (1-portal.md section 9). */
export const searchDebounceMs = 1000;
