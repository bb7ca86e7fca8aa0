import type { Endpoint } from '@tonle/contract/endpoint';

/** Whether something may be different although no answer came. Some lists are asked for by POST, and only read all the same. */
export const mayHaveActed = ({ method, list }: Pick<Endpoint, 'method' | 'list'>): boolean =>
  method !== 'GET' && list === undefined;
