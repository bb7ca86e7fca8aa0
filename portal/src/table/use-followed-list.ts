import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '@tonle/contract/endpoint';
import type { PageOf } from '@tonle/contract/paging';
import { useEffect, useRef, useState } from 'react';
import { type AnswerOf, call, type InputOf } from '../api/call.ts';
import { keyOf, listQueryOf } from '../api/query.ts';
import { useLook } from '../events/look.ts';
import { judge, moreThan } from './followed-rows.ts';
import type { NewRows } from './new-rows.tsx';

/** However much happens, a list is looked at no more often than this. */
const everyMs = 2_000;

type Followed<Row> = { query: UseQueryResult<PageOf<Row>, Error>; newRows: NewRows };
type FollowOptions<Row> = {
  rowKey: (row: Row) => string;
  isChosen?: boolean;
  /** One's own act is on its way and reads the list by itself. */
  isPaused?: boolean;
};
type Offer = { key: string; at: number; count: number };

/**
 * A list of requests that colleagues work on as well. Where the event stream says that some have changed, the list is read
 * again beside what is on the screen: what moves no row takes its place, everything else is offered.
 */
export function useFollowedList<E extends Endpoint, Row>(
  endpoint: E,
  input: InputOf<E>,
  { rowKey, isChosen = false, isPaused = false }: FollowOptions<Row>,
): Followed<Row> {
  const queries = useQueryClient();
  const query = useQuery(listQueryOf(endpoint, input)) as UseQueryResult<PageOf<Row>, Error>;
  const queryKey = keyOf(endpoint, input);
  const key = JSON.stringify(queryKey);
  const [offer, setOffer] = useState<Offer>();
  const latest = useRef({ key, isChosen, isPaused });
  useEffect(() => {
    latest.current = { key, isChosen, isPaused };
  });

  useLook(endpoint, everyMs, async (look) => {
    const shown = () => queries.getQueryState<PageOf<Row>>(queryKey);
    const before = shown();
    // What is being read is new by itself.
    if (before?.data === undefined || before.fetchStatus === 'fetching' || latest.current.isPaused)
      return look.soon();
    const fresh = (await call(endpoint, input, { background: true })) as AnswerOf<E> & PageOf<Row>;
    const now = shown();
    if (latest.current.key !== key) return;
    if (
      now?.data === undefined ||
      now.fetchStatus === 'fetching' ||
      now.dataUpdatedAt !== before.dataUpdatedAt
    )
      return look.soon();
    const verdict = judge(now.data, fresh, rowKey, {
      isSeen: !document.hidden,
      isChosen: latest.current.isChosen,
      isAsking: document.querySelector('dialog[open]') !== null,
    });
    if (verdict === 'quietly') queries.setQueryData(queryKey, fresh);
    setOffer(
      verdict === 'offer' ? { key, at: now.dataUpdatedAt, count: moreThan(now.data, fresh) } : undefined,
    );
  });

  const isOffered = offer?.key === key && offer.at === query.dataUpdatedAt;
  return {
    query,
    newRows: {
      count: isOffered ? offer.count : 0,
      more: false,
      changed: isOffered,
      show: () => {
        setOffer(undefined);
        void queries.invalidateQueries({ queryKey: [endpoint.area] });
      },
    },
  };
}
