import type { LiveEvent, LiveList, LiveTransaction } from '@tonle/contract/events';

type Arrival = { at: number; transaction: LiveTransaction };
/** What has been posted since the rows on the screen were asked for; `unnamed` when there was more than is told. */
export type Arrived = { named: readonly Arrival[]; unnamedAt: number | undefined };
export const nothing: Arrived = { named: [], unnamedAt: undefined };

/** Kept one by one up to here; beyond it the count says so. */
const namedMax = 99;
/** A page asked for shortly before something was posted may hold it or not. */
const askedMarginMs = 250;

/** What has arrived once an event was told, as far as a list is concerned. */
export function arrivedWith(before: Arrived, event: LiveEvent, list: LiveList, now: number): Arrived {
  if (event.type === 'reload') return { ...before, unnamedAt: now };
  if (event.type !== 'transactions') return before;
  const known = new Set(before.named.map((it) => it.transaction.transactionHash));
  const posted = event.transactions.filter(
    (it) => it.change === 'POSTED' && it.lists.includes(list) && !known.has(it.transactionHash),
  );
  if (posted.length === 0 && !event.more) return before;
  const named = [...before.named, ...posted.map((transaction) => ({ at: now, transaction }))];
  const isMore = event.more || named.length > namedMax;
  return { named: named.slice(0, namedMax), unnamedAt: isMore ? now : before.unnamedAt };
}

/** What has arrived besides the rows of an answer that was asked for at some time. */
export function arrivedSince(
  { named, unnamedAt }: Arrived,
  askedAt: number,
  shown: ReadonlySet<string>,
): Arrived {
  const isNewer = (at: number) => at > askedAt - askedMarginMs;
  return {
    named: named.filter((it) => isNewer(it.at) && !shown.has(it.transaction.transactionHash)),
    unnamedAt: unnamedAt !== undefined && isNewer(unnamedAt) ? unnamedAt : undefined,
  };
}

export type FilterValue = string | readonly string[] | undefined;
const allows = (filter: FilterValue, value: string | null): boolean =>
  filter === undefined || filter === 'ALL' || (value !== null && filter.includes(value));

/** Whether a transaction posted just now belongs among a list's rows. The two kinds of list name their filters differently. */
export function matches(
  filters: Readonly<Record<string, FilterValue>>,
  it: LiveTransaction,
  day: string,
): boolean {
  const lastDay = filters.toDate ?? filters.dateTo;
  return (
    (typeof lastDay !== 'string' || lastDay >= day) &&
    allows(filters.status ?? filters.transactionStatus, it.status) &&
    allows(filters.businessStatus, it.businessStatus) &&
    allows(filters.currency, it.currencyName) &&
    (filters.user === undefined || filters.user === it.destinationAccountId)
  );
}
