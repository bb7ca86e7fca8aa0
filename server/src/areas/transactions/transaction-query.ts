/** The three lists of decisions section 7. */
export type ListName = 'INCOMING' | 'OUTGOING' | 'HISTORY';

/** Both ends belong to it. */
export type ListWindow = { low: bigint; high: bigint };

/** The last sequence number that there can be. */
export const seqMax = 9_223_372_036_854_775_807n;

/** Where in a list to read: a page by its number, or the rows beside a known one. */
export type Position =
  | { kind: 'page'; page: number }
  /** The rows after, or before, this one in the list's order. */
  | { kind: 'after'; seq: bigint }
  | { kind: 'before'; seq: bigint };

/** What one of the transaction lists is asked for. */
export type TransactionQuery = {
  list: ListName;
  /** The states that pass; undefined lets all pass. */
  states?: readonly number[];
  /** Inclusive Phnom Penh days. */
  days: { from?: string; to?: string };
  /** Inclusive instants, where the window is not whole days. */
  instants: { from?: Date; to?: Date };
  account?: { accountId: string; side: 'source' | 'destination' | 'either' };
  /** Free text, trimmed, of at least 3 characters. */
  search?: string;
  order: 'asc' | 'desc';
  size: number;
  position: Position;
};

export const hasInstants = (query: TransactionQuery): boolean =>
  query.instants.from !== undefined || query.instants.to !== undefined;

/** Whether rollups can say the total: whole days, and nothing but the parts of a state. */
export const isCountedByDay = (query: TransactionQuery): boolean =>
  query.account === undefined && query.search === undefined && !hasInstants(query);
