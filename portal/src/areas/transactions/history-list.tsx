import { useQuery } from '@tanstack/react-query';
import { listChoices } from '@tonle/contract/main-account';
import { lookBackFault } from '@tonle/contract/report-window';
import { transactionStatuses } from '@tonle/contract/transaction-states';
import { webHistory } from '@tonle/contract/transactions';
import { currencies } from '@tonle/money';
import { listQueryOf, queryOf } from '../../api/query.ts';
import { today } from '../../i18n/time.ts';
import { getConfig } from '../../session/config.ts';
import { useSession } from '../../session/session.ts';
import { allAsked, pageAsked } from '../../table/asked.ts';
import { CodeFilter } from '../../table/code-filters.tsx';
import { DatesFilter } from '../../table/dates-filter.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import { useList } from '../../table/use-list.ts';
import { Banner } from '../../ui/banner.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ExportButton } from '../reports/reports.public.tsx';
import { AccountFilter } from './account-filter.tsx';
import { auditorHistoryList, historyList, searchDebounceMs } from './transaction-lists.ts';
import { useStates } from './transaction-states.tsx';
import { TransactionTable } from './transaction-table.tsx';
import { useTransactionsTexts } from './transactions-texts.ts';

/** The choices that the server offers, of those that the portal knows; all of them until it has answered. */
function useChoices() {
  const { data } = useQuery({ ...queryOf(listChoices, {}), staleTime: Number.POSITIVE_INFINITY });
  const offered = <C extends string>(known: readonly C[], given: readonly string[] | undefined) =>
    given === undefined || given.length === 0 ? known : known.filter((it) => given.includes(it));
  return {
    currencies: offered(currencies, data?.currencies),
    statuses: offered(transactionStatuses, data?.transactionStatuses),
  };
}

/** /history, and the auditor's of it: everything that touches the bank's domain (decisions section 7). */
export function HistoryList({ view }: { view: 'history' | 'audit' }) {
  const t = useTransactionsTexts();
  const states = useStates();
  const choices = useChoices();
  const list = useList(view === 'history' ? historyList : auditorHistoryList);
  const { search, dateFrom, dateTo, currency, user, transactionStatus } = list.filters;
  // A range is required (1-portal.md section 5); one that ends before it begins is none.
  const hasRange = dateFrom <= dateTo;
  const query = useQuery({
    ...listQueryOf(webHistory, {
      query: {
        ...pageAsked(list),
        cursor: getConfig().extensions ? list.cursor : undefined,
        search,
        dateFrom,
        dateTo,
        currency,
        user,
        transactionStatus,
      },
    }),
    enabled: hasRange,
  });
  const title = t('history.title');
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('history.sentence', { bank: useSession().user.bankName })}
        actions={
          view === 'history' && (
            <ExportButton
              report="exportHistory"
              permission="transactions.history.export"
              input={{
                query: {
                  ...allAsked(list),
                  search,
                  dateFrom,
                  dateTo,
                  currency,
                  user,
                  transactionStatus,
                },
              }}
              fault={lookBackFault(dateFrom, today(), getConfig().MAX_TRANSACTION_DAYS)}
            />
          )
        }
      />
      <FilterBar list={list}>
        <SearchFilter name="search" placeholder={t('search.placeholder')} debounceMs={searchDebounceMs} />
        <DatesFilter from="dateFrom" to="dateTo" incomplete={t('dates.required')} />
        <CodeFilter
          name="currency"
          label={t('filter.currency')}
          options={choices.currencies.map((code) => ({ code, label: t(`currency.${code}`) }))}
        />
        <AccountFilter name="user" />
        <CodeFilter
          name="transactionStatus"
          label={t('filter.status')}
          options={choices.statuses.map((code) => states.status(code))}
        />
      </FilterBar>
      {hasRange ? (
        <TransactionTable
          view={view}
          title={title}
          list={list}
          query={query}
          emptyText={t('history.empty')}
        />
      ) : (
        <Banner tone="warning" announce title={t('dates.required')} />
      )}
    </>
  );
}
