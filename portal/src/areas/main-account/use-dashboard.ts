import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Dashboard, dashboard, dashboardRows } from '@tonle/contract/dashboard';
import type { TransactionRow } from '@tonle/contract/transactions';
import { useEffect, useRef, useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { useLive } from '../../events/live.ts';
import type { NewRows } from '../../table/new-rows.tsx';

/** However much happens, it is read again no more often than this; where nothing is heard, this often. */
const quietMs = 1_500;
const everyMs = 60_000;

/** The dashboard, read again when money has moved. That is no activity of the person's. */
export function useDashboard(): UseQueryResult<Dashboard, Error> {
  const query = useQuery({
    ...queryOf(dashboard, {}, { background: true }),
    refetchInterval: everyMs,
  });
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const { refetch } = query;
  useLive((event) => {
    const tells = event.type === 'transactions' || event.type === 'waiting' || event.type === 'reload';
    if (!tells || timer.current !== undefined) return;
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      void refetch();
    }, quietMs);
  });
  return query;
}

type Rows = readonly TransactionRow[];
const isIn = (rows: Rows, it: TransactionRow) =>
  rows.some((row) => row.transactionHash === it.transactionHash);

/**
 * The rows of a short list as they stood when they were shown, in their present state: what is new is offered, and nothing moves
 * under the hand (ui.md, rule 30). What only comes after the last row moves nothing, and is shown at once.
 */
export function useHeldRows(rows: Rows): { rows: Rows; newRows: NewRows } {
  const [held, setHeld] = useState(rows);
  const isLonger = held.every((it, index) => rows[index]?.transactionHash === it.transactionHash);
  if (isLonger && rows !== held) setHeld(rows);
  const fresh = rows.filter((it) => !isIn(held, it)).length;
  const gone = held.some((it) => !isIn(rows, it));
  return {
    rows: held.map((it) => rows.find((row) => row.transactionHash === it.transactionHash) ?? it),
    newRows: {
      count: fresh,
      more: fresh === dashboardRows || (fresh === 0 && gone),
      show: () => setHeld(rows),
    },
  };
}
