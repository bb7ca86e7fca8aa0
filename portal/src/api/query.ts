import {
  keepPreviousData,
  notifyManager,
  type Query,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { Endpoint } from '@tonle/contract/endpoint';
import { ApiError } from './api-error.ts';
import { type AnswerOf, type CallOptions, call, type InputOf } from './call.ts';

/** Reads are tried again once where the way to the server failed; a refusal is final, and so is every change. */
const retryRead = (failures: number, error: unknown) =>
  failures < 1 && error instanceof ApiError && (error.kind === 'unreachable' || error.httpStatus === 503);

/** What could not be read for want of a connection is read once there is one. */
const readOnReconnect = ({ state: { error } }: Query) =>
  error instanceof ApiError && (error.kind === 'offline' || error.kind === 'unreachable');

// A change that has begun disables its button before the next event, so that the second click of two begins nothing.
notifyManager.setScheduler(queueMicrotask);

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: retryRead,
        retryDelay: 600,
        refetchOnReconnect: readOnReconnect,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** The key of an endpoint's answers; without an input, of all of them. */
export const keyOf = <E extends Endpoint>(endpoint: E, input?: InputOf<E>): QueryKey =>
  input === undefined ? [endpoint.area, endpoint.name] : [endpoint.area, endpoint.name, input];

/** Options of `useQuery` for an endpoint that reads. An answer that is no longer wanted is aborted. */
export const queryOf = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: Omit<CallOptions, 'signal'> = {},
) =>
  queryOptions<AnswerOf<E>, Error>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
  });

/** The same for a list: the old rows stay while the next ones come. */
export const listQueryOf = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: Omit<CallOptions, 'signal'> = {},
) =>
  queryOptions<AnswerOf<E>, Error>({
    ...queryOf(endpoint, input, options),
    placeholderData: keepPreviousData,
  });
