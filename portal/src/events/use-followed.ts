import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '@tonle/contract/endpoint';
import type { InputOf } from '../api/call.ts';
import { keyOf, queryOf } from '../api/query.ts';
import { useLook } from './look.ts';

const everyMs = 500;

/**
 * Reads a request on the screen again where colleagues have changed some. Nobody is at work because of that: it keeps no
 * session alive.
 */
export function useFollowed<E extends Endpoint>(endpoint: E, input: InputOf<E>): void {
  const queries = useQueryClient();
  useLook(endpoint, everyMs, async (look) => {
    // A read that is on its way may have begun before the change.
    if (queries.getQueryState(keyOf(endpoint, input))?.fetchStatus === 'fetching') return look.soon();
    await queries.fetchQuery({ ...queryOf(endpoint, input, { background: true }), staleTime: 0 });
  });
}
