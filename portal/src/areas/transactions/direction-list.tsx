import { useQuery } from '@tanstack/react-query';
import type { PageOf } from '@tonle/contract/paging';
import { lookBackFault } from '@tonle/contract/report-window';
import { businessStatuses, transactionStatuses } from '@tonle/contract/transaction-states';
import {
  incomingTransactions,
  outgoingTransactions,
  searchIncoming,
  searchOutgoing,
  type TransactionRow,
} from '@tonle/contract/transactions';
import { listQueryOf } from '../../api/query.ts';
import { today } from '../../i18n/time.ts';
import { getConfig } from '../../session/config.ts';
import { useSession } from '../../session/session.ts';
import { allAsked, pageAsked } from '../../table/asked.ts';
import { CodesFilter } from '../../table/code-filters.tsx';
import { DatesFilter } from '../../table/dates-filter.tsx';
import { FilterBar } from '../../table/filter-bar.tsx';
import { SearchFilter } from '../../table/search-filter.tsx';
import { type List, useList } from '../../table/use-list.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ExportButton } from '../reports/reports.public.tsx';
import { incomingList, outgoingList, searchDebounceMs } from './transaction-lists.ts';
import { useStates } from './transaction-states.tsx';
import { TransactionTable } from './transaction-table.tsx';
import { useTransactionsTexts } from './transactions-texts.ts';

type DirectionListState = List<typeof incomingList.filters>;

function filtersOf({ filters }: DirectionListState) {
  const { search, fromDate, toDate, status, businessStatus } = filters;
  return {
    search,
    fromDate,
    toDate,
    status: status && [...status],
    businessStatus: businessStatus && [...businessStatus],
  };
}

/** The page's rows. A server that speaks the specifications alone takes filters in the body of a search. */
function queryOfDirection(direction: 'incoming' | 'outgoing', list: DirectionListState) {
  const filters = filtersOf(list);
  const paging = { ...pageAsked(list) };
  if (!getConfig().extensions) {
    const endpoint = direction === 'incoming' ? searchIncoming : searchOutgoing;
    return listQueryOf<typeof searchIncoming>(endpoint as typeof searchIncoming, {
      query: paging,
      body: filters,
    });
  }
  const endpoint = direction === 'incoming' ? incomingTransactions : outgoingTransactions;
  return listQueryOf<typeof incomingTransactions>(endpoint as typeof incomingTransactions, {
    query: { ...paging, cursor: list.cursor, ...filters },
  });
}

/** /incoming_transactions and /outgoing_transactions: by default the last 30 days (1-portal.md section 2). */
export function DirectionList({ direction }: { direction: 'incoming' | 'outgoing' }) {
  const t = useTransactionsTexts();
  const states = useStates();
  const list = useList(direction === 'incoming' ? incomingList : outgoingList);
  const query = useQuery<PageOf<TransactionRow>, Error>(queryOfDirection(direction, list));
  const { bankName } = useSession().user;
  const title = t(`${direction}.title`);
  return (
    <>
      <PageHeader
        title={title}
        sentence={t(`${direction}.sentence`, { bank: bankName })}
        actions={
          <ExportButton
            report={direction === 'incoming' ? 'exportIncoming' : 'exportOutgoing'}
            permission={`transactions.${direction}.export`}
            input={{
              query: { ...allAsked(list), ...filtersOf(list) },
            }}
            fault={lookBackFault(list.filters.fromDate, today(), getConfig().MAX_TRANSACTION_DAYS)}
          />
        }
      />
      <FilterBar list={list}>
        <SearchFilter name="search" placeholder={t('search.placeholder')} debounceMs={searchDebounceMs} />
        <DatesFilter from="fromDate" to="toDate" />
        <CodesFilter
          name="status"
          label={t('filter.status')}
          options={transactionStatuses.map((code) => states.status(code))}
        />
        <CodesFilter
          name="businessStatus"
          label={t('filter.business')}
          options={businessStatuses.map((code) => states.business(code))}
        />
      </FilterBar>
      <TransactionTable
        view={direction}
        title={title}
        list={list}
        query={query}
        emptyText={t(`${direction}.empty`)}
      />
    </>
  );
}
