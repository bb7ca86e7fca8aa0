import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { Area } from '@tonle/contract/areas';
import type { LiveList } from '@tonle/contract/events';
import type { PageOf } from '@tonle/contract/paging';
import type { TransactionRow } from '@tonle/contract/transactions';
import { useEffect, useRef, useState } from 'react';
import { useLive } from '../../events/live.ts';
import { today } from '../../i18n/time.ts';
import type { TransactionView } from '../../paths.ts';
import type { NewRows } from '../../table/new-rows.tsx';
import type { List } from '../../table/use-list.ts';
import { type Arrived, arrivedSince, arrivedWith, type FilterValue, matches, nothing } from './arrived.ts';

const listOf: Readonly<Record<TransactionView, LiveList>> = {
  incoming: 'INCOMING',
  outgoing: 'OUTGOING',
  history: 'HISTORY',
  audit: 'HISTORY',
};

const area: Area = 'transactions';

/**
 * What a list of transactions offers as new, while its rows stay where they are (ui.md, rule 30). A list that is searched by
 * text, or read from its oldest row on, offers nothing: nobody can tell here what belongs in it, or it would come last.
 */
export function useNewTransactions(
  view: TransactionView,
  list: List,
  query: UseQueryResult<PageOf<TransactionRow>, Error>,
): NewRows {
  const queries = useQueryClient();
  const [arrived, setArrived] = useState<Arrived>(nothing);
  const askedAt = useRef(0);
  useLive((event) => setArrived((before) => arrivedWith(before, event, listOf[view], Date.now())));
  useChangedRows();
  useEffect(() => {
    if (query.isFetching) askedAt.current = Date.now();
  }, [query.isFetching]);
  const { data } = query;
  useEffect(() => {
    const shown = new Set(data?.rows.map((it) => it.transactionHash));
    setArrived((before) => arrivedSince(before, askedAt.current, shown));
  }, [data]);

  const filters = list.filters as Readonly<Record<string, FilterValue>>;
  const offers = filters.search === undefined && list.sort?.direction !== 'asc' && data !== undefined;
  const day = today();
  const count = arrived.named.filter((it) => matches(filters, it.transaction, day)).length;
  return {
    count: offers ? count : 0,
    more: offers && arrived.unnamedAt !== undefined,
    show: () => {
      setArrived(nothing);
      list.setPage(1);
      void queries.invalidateQueries({ queryKey: [area] });
    },
  };
}

/** Rows on the screen show their new state where they stand: none comes, goes or moves. */
function useChangedRows(): void {
  const queries = useQueryClient();
  useLive((event) => {
    if (event.type !== 'transactions') return;
    const changed = new Map(event.transactions.map((it) => [it.transactionHash, it]));
    for (const { queryKey, state } of queries.getQueryCache().findAll({ queryKey: [area] })) {
      const page = state.data as Partial<PageOf<TransactionRow>> | undefined;
      if (!page?.rows?.some((it) => changed.has(it.transactionHash))) continue;
      const rows = page.rows.map((row) => {
        const it = changed.get(row.transactionHash);
        if (it === undefined) return row;
        const { status, businessStatus } = it;
        return { ...row, status, businessStatus, fstTrxStatus: businessStatus };
      });
      queries.setQueryData(queryKey, { ...page, rows }, { updatedAt: state.dataUpdatedAt });
    }
  });
}
