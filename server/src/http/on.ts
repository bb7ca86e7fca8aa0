import type { Endpoint } from '@tonle/contract/endpoint';
import type { PageOf } from '@tonle/contract/paging';
import type { Answer, Call } from './call.ts';

/** A call with its types forgotten, as the layer itself handles it. */
export interface AnyCall
  extends Omit<Call<Endpoint>, 'params' | 'query' | 'body' | 'session' | 'signed' | 'app'> {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly session: unknown;
  readonly signed: unknown;
  readonly app: unknown;
}

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: AnyCall) => Promise<PageOf<unknown> | unknown>;
}

/** Ties a handler to the contract's endpoint: what it gets is parsed, what it gives is typed. */
export function on<const E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
): Route {
  // The layer parses with the endpoint's own schemas before it calls, which is what makes this narrowing true.
  return { endpoint, handle: (call) => handler(call as Call<E>) };
}
