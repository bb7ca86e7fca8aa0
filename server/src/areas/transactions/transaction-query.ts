import { readState, statesMatching, type TransactionType } from '@tonle/ledger';

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

export type AccountSide = 'source' | 'destination' | 'either';
export type AccountFilter = {
  accountId: string;
  side: AccountSide;
  /** What the book holds of it: OTHER is another bank's, or nobody's. */
  kind?: 'MAIN' | 'CUSTOMER' | 'OTHER';
  /** Set where the list is the account's own: the types asked for, as that account sees them. */
  seenTypes?: readonly TransactionType[];
};

/** What one of the transaction lists is asked for. */
export type TransactionQuery = {
  list: ListName;
  /** The states that pass; undefined lets all pass. */
  states?: readonly number[];
  /** Inclusive Phnom Penh days. */
  days: { from?: string; to?: string };
  /** Inclusive instants, where the window is not whole days. */
  instants: { from?: Date; to?: Date };
  account?: AccountFilter;
  /** True where a transaction type is asked for, which an account's own rollups see with the account's eyes. */
  isTyped?: boolean;
  /** Free text, trimmed, of at least 3 characters. */
  search?: string;
  order: 'asc' | 'desc';
  size: number;
  position: Position;
};

export const hasInstants = (query: TransactionQuery): boolean =>
  query.instants.from !== undefined || query.instants.to !== undefined;

/** The rollup rows that count a query: those of one list, or of one account. */
export type Counted = { list: string; states?: readonly number[]; days: TransactionQuery['days'] };

/** Which rollups say a query's total and sums, if any do: it must be over whole days, and free of text. */
export function countedBy(query: TransactionQuery): Counted | undefined {
  if (query.search !== undefined || hasInstants(query)) return undefined;
  const { account, list, states, days } = query;
  if (account === undefined) return { list, days, ...(states === undefined ? {} : { states }) };
  const isWhole = account.kind === 'MAIN' || (account.kind === 'CUSTOMER' && list === 'HISTORY');
  if (!isWhole || query.isTyped) return undefined;
  const { accountId, seenTypes } = account;
  if (seenTypes !== undefined) return { list: accountId, days, states: statesMatching({ types: seenTypes }) };
  return { list: accountId, days, states: seenFrom(sideOf(query, account), states) };
}

/** What the main account is the destination of is incoming, and the other way round: the list says the side. */
export function sideOf(query: TransactionQuery, account: AccountFilter): AccountSide {
  if (account.kind !== 'MAIN' || query.list === 'HISTORY') return account.side;
  return query.list === 'INCOMING' ? 'destination' : 'source';
}

/** The states as an account on that side sees them: whoever pays sees Send/Pay, whoever is paid never does. */
function seenFrom(side: AccountSide, states: readonly number[] = statesMatching({})): readonly number[] {
  if (side === 'either') return states;
  return states.filter((it) => (readState(it).type === 'SEND_PAY') === (side === 'source'));
}
