import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { Area } from '@tonle/contract/areas';
import type { LiveEvent, LiveList, LiveTransaction } from '@tonle/contract/events';
import type { PageOf } from '@tonle/contract/paging';
import type { TransactionRow } from '@tonle/contract/transactions';
import { useEffect, useRef, useState } from 'react';
import { useLive } from '../../events/live.ts';
import { today } from '../../i18n/time.ts';
import type { TransactionView } from '../../paths.ts';
import type { NewRows } from '../../table/new-rows.tsx';
import type { List } from '../../table/use-list.ts';

const listOf: Readonly<Record<TransactionView, LiveList>> = {
  incoming: 'INCOMING',
  outgoing: 'OUTGOING',
  history: 'HISTORY',
  audit: 'HISTORY',
};

type Arrival = { at: number; transaction: LiveTransaction };
/** What has been posted since the rows on the screen were asked for; `unnamed` when there was more than is told. */
type Arrived = { named: readonly Arrival[]; unnamedAt: number | undefined };
const nothing: Arrived = { named: [], unnamedAt: undefined };

/** Kept one by one up to here; beyond it the count says so. */
const namedMax = 99;
/** A page asked for shortly before something was posted may hold it or not. */
const askedMarginMs = 250;

const area: Area = 'transactions';

function arrivedWith(before: Arrived, event: LiveEvent, list: LiveList): Arrived {
  if (event.type === 'reload') return { ...before, unnamedAt: Date.now() };
  if (event.type !== 'transactions') return before;
  const known = new Set(before.named.map((it) => it.transaction.transactionHash));
  const posted = event.transactions.filter(
    (it) => it.change === 'POSTED' && it.lists.includes(list) && !known.has(it.transactionHash),
  );
  if (posted.length === 0 && !event.more) return before;
  const named = [...before.named, ...posted.map((transaction) => ({ at: Date.now(), transaction }))];
  const isMore = event.more || named.length > namedMax;
  return { named: named.slice(0, namedMax), unnamedAt: isMore ? Date.now() : before.unnamedAt };
}

type Value = string | readonly string[] | undefined;
const allows = (filter: Value, value: string | null): boolean =>
  filter === undefined || filter === 'ALL' || (value !== null && filter.includes(value));

/** Whether a transaction posted just now belongs among a list's rows. The two kinds of list name their filters differently. */
function matches(filters: Readonly<Record<string, Value>>, it: LiveTransaction): boolean {
  const lastDay = filters.toDate ?? filters.dateTo;
  return (
    (typeof lastDay !== 'string' || lastDay >= today()) &&
    allows(filters.status ?? filters.transactionStatus, it.status) &&
    allows(filters.businessStatus, it.businessStatus) &&
    allows(filters.currency, it.currencyName) &&
    (filters.user === undefined || filters.user === it.destinationAccountId)
  );
}

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
  useLive((event) => setArrived((before) => arrivedWith(before, event, listOf[view])));
  useChangedRows();
  useEffect(() => {
    if (query.isFetching) askedAt.current = Date.now();
  }, [query.isFetching]);
  const { data } = query;
  useEffect(() => {
    const shown = new Set(data?.rows.map((it) => it.transactionHash));
    const isNewer = (at: number) => at > askedAt.current - askedMarginMs;
    setArrived(({ named, unnamedAt }) => ({
      named: named.filter((it) => isNewer(it.at) && !shown.has(it.transaction.transactionHash)),
      unnamedAt: unnamedAt !== undefined && isNewer(unnamedAt) ? unnamedAt : undefined,
    }));
  }, [data]);

  const filters = list.filters as Readonly<Record<string, Value>>;
  const offers = filters.search === undefined && list.sort?.direction !== 'asc' && data !== undefined;
  const count = arrived.named.filter((it) => matches(filters, it.transaction)).length;
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
