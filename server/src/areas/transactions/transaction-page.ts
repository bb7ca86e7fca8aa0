import { freeTextCountMax, type PageOf } from '@tonle/contract/paging';
import type { TransactionRow } from '@tonle/contract/transactions';
import { formatAmount } from '@tonle/money';
import type { Tx } from '../../db/tx.ts';
import { cursorOf } from './cursor.ts';
import { type Stretch, stretchOf } from './list-source.store.ts';
import { isCountedByDay, type ListWindow, type TransactionQuery } from './transaction-query.ts';
import { transactionsOf } from './transaction-rows.store.ts';
import { rowOf } from './transaction-view.ts';
import { countOf, dayAt, searchOf, seqsOf, totalsOf, windowOf } from './transactions.store.ts';

type Facts = Pick<PageOf<TransactionRow>, 'total' | 'totalMore' | 'sums' | 'outsideWindow'>;
/** Numbers of a page in the list's order, and whether there are more behind and before them. */
type Slice = { seqs: bigint[]; more: boolean; earlier: boolean; facts: Facts };

/** Reads one page of a transaction list. The number of queries depends on nothing that is in the table. */
export async function readPage(tx: Tx, query: TransactionQuery): Promise<PageOf<TransactionRow>> {
  const slice = await sliceOf(tx, query);
  const rows = (await transactionsOf(tx, slice.seqs)).map(rowOf);
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

async function sliceOf(tx: Tx, query: TransactionQuery): Promise<Slice> {
  if (isCountedByDay(query)) return sliceCountedByDay(tx, query);
  const window = await windowOf(tx, query);
  if (query.search !== undefined) return sliceOfSearch(tx, { ...query, search: query.search }, window);
  const count = await countOf(tx, query, window);
  const facts = count > freeTextCountMax ? { total: freeTextCountMax, totalMore: true } : { total: count };
  return sliceBy(query, window, facts, (stretch) => seqsOf(tx, query, stretch));
}

async function sliceCountedByDay(tx: Tx, query: TransactionQuery): Promise<Slice> {
  const totals = await totalsOf(tx, query);
  const facts = {
    total: totals.total,
    sums: { KHR: formatAmount(totals.sumKhrMinor, 'KHR'), USD: formatAmount(totals.sumUsdMinor, 'USD') },
  };
  // Only states that occur are scanned.
  const narrowed = query.states === undefined ? query : { ...query, states: totals.states };
  const read = (stretch: Stretch) => seqsOf(tx, narrowed, stretch);
  const { position, size, order } = query;
  if (position.kind !== 'page' || position.page === 0) return sliceBy(query, totals.window, facts, read);

  const offset = position.page * size;
  if (offset >= totals.total) return { seqs: [], more: false, earlier: totals.total > 0, facts };
  if (offset + size >= totals.total) {
    const limit = totals.total - offset;
    const seqs = await read({ ...totals.window, order: reversed(order), limit, offset: 0 });
    return { seqs: seqs.reverse(), more: false, earlier: true, facts };
  }
  const day = await dayAt(tx, narrowed, offset);
  if (day === undefined) return { seqs: [], more: false, earlier: true, facts };
  const window = order === 'desc' ? { ...totals.window, high: day.high } : { ...totals.window, low: day.low };
  const seqs = await read({ ...window, order, limit: size, offset: offset - day.before });
  return { seqs, more: true, earlier: true, facts };
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
  const slice = await sliceBy(query, window, facts, async (stretch) => {
    const found = await searchOf(tx, query, window, stretch);
    facts = {
      total: found.total,
      ...(found.totalMore ? { totalMore: true } : {}),
      ...(found.outsideWindow ? { outsideWindow: true } : {}),
    };
    return found.seqs;
  });
  return { ...slice, facts };
}
