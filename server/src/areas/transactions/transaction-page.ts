import { freeTextCountMax, type PageOf } from '@tonle/contract/paging';
import type { TransactionRow } from '@tonle/contract/transactions';
import { formatAmount } from '@tonle/money';
import type { Tx } from '../../db/tx.ts';
import { cursorOf } from './cursor.ts';
import { type Stretch, stretchOf } from './list-source.store.ts';
import { searchOf } from './search.store.ts';
import {
  type AccountFilter,
  type Counted,
  countedBy,
  type ListWindow,
  type TransactionQuery,
} from './transaction-query.ts';
import { transactionsOf } from './transaction-rows.store.ts';
import { rowOf } from './transaction-view.ts';
import {
  accountKindOf,
  countOf,
  type DayOfList,
  dayAt,
  seqsOf,
  type Totals,
  totalsOf,
  windowOf,
} from './transactions.store.ts';

type Facts = Pick<PageOf<TransactionRow>, 'total' | 'totalMore' | 'sums' | 'outsideWindow'>;
/** Numbers of a page in the list's order, and whether there are more behind and before them. */
type Slice = { seqs: bigint[]; more: boolean; earlier: boolean; facts: Facts };

/** Reads one page of a transaction list. The number of queries depends on nothing that is in the table. */
export async function readPage(tx: Tx, query: TransactionQuery): Promise<PageOf<TransactionRow>> {
  const slice = await sliceOf(tx, query);
  const seenBy = query.account?.seenTypes && query.account.accountId;
  const rows = (await transactionsOf(tx, slice.seqs)).map((it) => rowOf(it, seenBy));
  const first = slice.seqs[0];
  const last = slice.seqs.at(-1);
  return {
    rows,
    ...slice.facts,
    hasNext: slice.more,
    hasPrevious: slice.earlier,
    ...(slice.more && last !== undefined ? { next: cursorOf('after', last) } : {}),
    ...(slice.earlier && first !== undefined ? { previous: cursorOf('before', first) } : {}),
  };
}

async function sliceOf(tx: Tx, asked: TransactionQuery): Promise<Slice> {
  const query = asked.account === undefined ? asked : await withAccountKind(tx, asked, asked.account);
  const counted = countedBy(query);
  if (counted !== undefined) return sliceCountedByDay(tx, query, counted);
  const window = await windowOf(tx, query);
  if (query.search !== undefined) return sliceOfSearch(tx, { ...query, search: query.search }, window);
  const count = await countOf(tx, query, window);
  const facts = count > freeTextCountMax ? { total: freeTextCountMax, totalMore: true } : { total: count };
  if (isBeyondCount(query)) return { seqs: [], more: false, earlier: count > 0, facts };
  return sliceBy(query, window, facts, (stretch) => seqsOf(tx, query, stretch));
}

/**
 * What is counted to 10,000 has page numbers as far as that, and cursors beyond: nothing is skipped row by row for a page
 * number of any size.
 */
const isBeyondCount = ({ position, size }: TransactionQuery): boolean =>
  position.kind === 'page' && position.page * size >= freeTextCountMax;

const withAccountKind = async (tx: Tx, query: TransactionQuery, account: AccountFilter) => ({
  ...query,
  account: { ...account, kind: await accountKindOf(tx, account.accountId) },
});

async function sliceCountedByDay(tx: Tx, query: TransactionQuery, counted: Counted): Promise<Slice> {
  const totals = await totalsOf(tx, counted);
  const facts = {
    total: totals.total,
    sums: { KHR: formatAmount(totals.sumKhrMinor, 'KHR'), USD: formatAmount(totals.sumUsdMinor, 'USD') },
  };
  const read = await readerOf(tx, query, totals);
  const { position, size, order } = query;
  if (position.kind !== 'page' || position.page === 0) return sliceBy(query, totals.window, facts, read);

  const offset = position.page * size;
  if (offset >= totals.total) return { seqs: [], more: false, earlier: totals.total > 0, facts };
  if (offset + size >= totals.total) {
    const limit = totals.total - offset;
    const seqs = await read({ ...totals.window, order: reversed(order), limit, offset: 0 });
    return { seqs: seqs.reverse(), more: false, earlier: true, facts };
  }
  const day = await dayAt(tx, counted, order, offset);
  if (day === undefined) return { seqs: [], more: false, earlier: true, facts };
  return { seqs: await pageInDay(read, query, totals.window, day, offset), more: true, earlier: true, facts };
}

/** A page that begins within a day, skipped to from the nearer end of the day. */
async function pageInDay(
  read: (stretch: Stretch) => Promise<bigint[]>,
  { size, order }: TransactionQuery,
  window: ListWindow,
  day: DayOfList,
  offset: number,
): Promise<bigint[]> {
  const skipped = offset - day.before;
  const left = day.rows - skipped - size;
  if (left >= 0 && left < skipped) {
    const seqs = await read({
      low: day.low,
      high: day.high,
      order: reversed(order),
      limit: size,
      offset: left,
    });
    return seqs.reverse();
  }
  // The page may go on into the next day.
  const from = order === 'desc' ? { ...window, high: day.high } : { ...window, low: day.low };
  return read({ ...from, order, limit: size, offset: skipped });
}

/** How the rows of a counted query are read: only states that occur, and by the states where they are rarer than the account. */
async function readerOf(
  tx: Tx,
  query: TransactionQuery,
  totals: Totals,
): Promise<(stretch: Stretch) => Promise<bigint[]>> {
  if (query.states === undefined) return (stretch) => seqsOf(tx, query, stretch);
  if (query.account === undefined) {
    return (stretch) => seqsOf(tx, { ...query, states: totals.states }, stretch);
  }
  const inWholeList = await totalsOf(tx, { list: query.list, days: query.days, states: query.states });
  const first = inWholeList.total < totals.total * 4 ? 'states' : 'account';
  return (stretch) => seqsOf(tx, { ...query, states: inWholeList.states }, stretch, first);
}

/** Reads a first page, a page by plain offset, or the rows beside a cursor, with one row more to know whether there are more. */
async function sliceBy(
  query: TransactionQuery,
  window: ListWindow,
  facts: Facts,
  read: (stretch: Stretch) => Promise<bigint[]>,
): Promise<Slice> {
  const { position, size, order } = query;
  const seqs = await read(stretchOf(query, window));
  const more = seqs.length > size;
  const page = seqs.slice(0, size);
  if (position.kind !== 'before') {
    const earlier = position.kind === 'after' || position.page > 0;
    return { seqs: page, more, earlier, facts };
  }
  if (more) return { seqs: page.reverse(), more: true, earlier: true, facts };
  // Fewer rows than a page are left before the cursor: the first page is what is meant.
  const first = await read({ ...window, order, limit: size + 1, offset: 0 });
  return { seqs: first.slice(0, size), more: first.length > size, earlier: false, facts };
}

const reversed = (order: 'asc' | 'desc') => (order === 'asc' ? 'desc' : 'asc');

async function sliceOfSearch(
  tx: Tx,
  query: TransactionQuery & { search: string },
  window: ListWindow,
): Promise<Slice> {
  let facts: Facts = { total: 0 };
  const read = async (stretch: Stretch) => {
    const found = await searchOf(tx, query, window, stretch);
    facts = {
      total: found.total,
      ...(found.totalMore ? { totalMore: true } : {}),
      ...(found.outsideWindow ? { outsideWindow: true } : {}),
    };
    return found.seqs;
  };
  if (isBeyondCount(query)) {
    await read({ ...window, order: query.order, limit: 0, offset: 0 });
    return { seqs: [], more: false, earlier: facts.total > 0, facts };
  }
  const slice = await sliceBy(query, window, facts, read);
  return { ...slice, facts };
}
