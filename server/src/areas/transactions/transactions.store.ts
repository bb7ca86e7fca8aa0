import { freeTextCountMax } from '@tonle/contract/paging';
import { startOfDay } from '@tonle/contract/phnom-penh-day';
import { type RawTx, rawTx, type Tx } from '../../db/tx.ts';
import {
  between,
  inList,
  ofAccount,
  Parameters,
  type Stretch,
  sourceOf,
  stretchOf,
} from './list-source.store.ts';
import { searchBranches } from './text-search.store.ts';
import {
  type AccountFilter,
  type Counted,
  type ListWindow,
  seqMax,
  type TransactionQuery,
} from './transaction-query.ts';

/** What the rollups say of a query over whole days. */
export type Totals = {
  total: number;
  sumKhrMinor: bigint;
  sumUsdMinor: bigint;
  window: ListWindow;
  /** The states that occur. */
  states: number[];
};

/** The condition that a rollup row `r` is among those. */
function isCounted({ list, days: { from, to: until }, states }: Counted, to: Parameters): string {
  const days = [
    ...(from === undefined ? [] : [`r.day >= ${to.add(from, 'date')}`]),
    ...(until === undefined ? [] : [`r.day <= ${to.add(until, 'date')}`]),
    ...(states === undefined ? [] : [`r.state = ANY (${to.add(states, 'smallint[]')})`]),
  ];
  return [`r.list = ${to.add(list, 'text')}`, 'r.count > 0', ...days].join(' AND ');
}

export async function totalsOf(tx: Tx, counted: Counted): Promise<Totals> {
  const to = new Parameters();
  const { rows } = await rawTx(tx).query<{
    count: string;
    sum_khr: string | null;
    sum_usd: string | null;
    low: bigint | null;
    high: bigint | null;
    states: number[] | null;
  }>(
    `SELECT coalesce(sum(r.count), 0)::text AS count, min(r.min_seq) AS low, max(r.max_seq) AS high,
            sum(r.sum_minor) FILTER (WHERE s.currency = 'KHR') AS sum_khr,
            sum(r.sum_minor) FILTER (WHERE s.currency = 'USD') AS sum_usd,
            array_agg(DISTINCT r.state) AS states
     FROM rollup r JOIN transaction_state s ON s.state = r.state WHERE ${isCounted(counted, to)}`,
    to.values,
  );
  const row = rows[0];
  return {
    total: Number(row?.count ?? 0),
    sumKhrMinor: BigInt(row?.sum_khr ?? 0),
    sumUsdMinor: BigInt(row?.sum_usd ?? 0),
    window: { low: row?.low ?? 1n, high: row?.high ?? 0n },
    states: row?.states ?? [],
  };
}

/** The day in which the row at `offset` lies: its end that is read first, and how many rows of it come before. */
export async function dayAt(
  tx: Tx,
  counted: Counted,
  order: 'asc' | 'desc',
  offset: number,
): Promise<{ low: bigint; high: bigint; before: number } | undefined> {
  const to = new Parameters();
  const days = `SELECT r.day, min(r.min_seq) AS low, max(r.max_seq) AS high, sum(r.count) AS rows
    FROM rollup r WHERE ${isCounted(counted, to)} GROUP BY r.day`;
  const wanted = to.add(offset, 'bigint');
  const { rows } = await rawTx(tx).query<{ low: bigint; high: bigint; before: string }>(
    `SELECT low, high, before::text FROM (
       SELECT low, high, rows, sum(rows) OVER (ORDER BY day ${order}) - rows AS before FROM (${days}) AS day_counts
     ) AS running WHERE before <= ${wanted} AND ${wanted} < before + rows`,
    to.values,
  );
  const row = rows[0];
  return row && { low: row.low, high: row.high, before: Number(row.before) };
}

/** The sequence numbers between two instants, by the blocks that were sealed around them. */
export async function windowOf(tx: Tx, query: TransactionQuery): Promise<ListWindow> {
  const from = latest(query.days.from && startOfDay(query.days.from), query.instants.from);
  const until = earliest(
    query.days.to && new Date(startOfDay(query.days.to).getTime() + 86_400_000),
    query.instants.to && new Date(query.instants.to.getTime() + 1),
  );
  const { rows } = await rawTx(tx).query<{ low: bigint | null; beyond: bigint | null }>(
    `SELECT ${firstSeqFrom('$1')} AS low, ${firstSeqFrom('$2')} AS beyond`,
    [from ?? null, until ?? null],
  );
  const row = rows[0];
  return {
    low: from === undefined ? 1n : (row?.low ?? seqMax),
    high: until === undefined || row?.beyond == null ? seqMax : row.beyond - 1n,
  };
}

const pick = (instants: (Date | undefined | '')[], better: (a: Date, b: Date) => boolean): Date | undefined =>
  instants
    .filter((it): it is Date => it instanceof Date)
    .reduce<Date | undefined>((best, it) => (best === undefined || better(it, best) ? it : best), undefined);
const latest = (...instants: (Date | undefined | '')[]) => pick(instants, (a, b) => a > b);
const earliest = (...instants: (Date | undefined | '')[]) => pick(instants, (a, b) => a < b);

/** The first sequence number of an instant or later: blocks ascend in time, and only one can lie across it. */
const firstSeqFrom = (instant: string): string =>
  `(SELECT coalesce(
      CASE WHEN b.first_created >= ${instant}::timestamptz THEN b.first_seq
      ELSE (SELECT min(t.seq) FROM transfer t
            WHERE t.seq BETWEEN b.first_seq AND b.last_seq AND t.created >= ${instant}::timestamptz) END,
      b.last_seq + 1)
    FROM block b WHERE b.created >= ${instant}::timestamptz ORDER BY b.created, b.height LIMIT 1)`;

/** What the book holds of an account. Its inner accounts are nobody's to ask for. */
export async function accountKindOf(tx: Tx, accountId: string): Promise<AccountFilter['kind']> {
  const { rows } = await rawTx(tx).query<{ kind: string }>('SELECT kind FROM account WHERE account_id = $1', [
    accountId,
  ]);
  const kind = rows[0]?.kind;
  return kind === 'MAIN' || kind === 'CUSTOMER' ? kind : 'OTHER';
}

/** Whether it is an account whose transactions people of this bank may look at. */
export const isOwnAccount = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await accountKindOf(tx, accountId)) !== 'OTHER';

export async function seqsOf(
  tx: Tx,
  query: TransactionQuery,
  stretch: Stretch,
  first: 'account' | 'states' = 'account',
): Promise<bigint[]> {
  const to = new Parameters();
  const { rows } = await rawTx(tx).query<{ seq: bigint }>(sourceOf(query, stretch, to, first), to.values);
  return rows.map((it) => it.seq);
}

/** Counts a query that no rollup counts, up to one more than is shown. */
export async function countOf(tx: Tx, query: TransactionQuery, window: ListWindow): Promise<number> {
  const to = new Parameters();
  const stretch: Stretch = { ...window, order: 'desc', limit: freeTextCountMax + 1, offset: 0 };
  const { rows } = await rawTx(tx).query<{ count: bigint }>(
    `SELECT count(*) AS count FROM (${sourceOf(query, stretch, to)}) AS counted`,
    to.values,
  );
  return Number(rows[0]?.count ?? 0);
}

export type Found = { seqs: bigint[]; total: number; totalMore: boolean; outsideWindow: boolean };

/** What a row must satisfy besides the free text and the window. */
const others = (query: TransactionQuery, to: Parameters): string =>
  [inList(query), ...narrowing(query, to)].join(' AND ');

function narrowing(query: TransactionQuery, to: Parameters): string[] {
  const conditions: string[] = [];
  if (query.states !== undefined) conditions.push(`l.state = ANY (${to.add(query.states, 'smallint[]')})`);
  if (query.account !== undefined) conditions.push(ofAccount(query.account, to));
  return conditions;
}

const inOrder = (seq: string, stretch: Stretch, to: Parameters): string =>
  `ORDER BY ${seq} ${stretch.order} LIMIT ${to.add(stretch.limit, 'bigint')} OFFSET ${to.add(stretch.offset, 'bigint')}`;

/**
 * Searches by free text. The indexes give at most 10,000 hits: when that is all there are, the answer is read from them;
 * when there are more, they are so many that the list itself is walked in order until the page is full.
 */
export async function searchOf(
  tx: Tx,
  query: TransactionQuery & { search: string },
  window: ListWindow,
  stretch: Stretch,
): Promise<Found> {
  const to = new Parameters();
  const branches = searchBranches(query.search, window, to).map(
    (it) =>
      `SELECT seq, ${it.exact} AS exact FROM (${it.hits?.() ?? `SELECT t.seq FROM transfer t WHERE ${it.condition}`}) AS hit`,
  );
  const { rows } = await rawTx(tx).query<{
    hits: bigint;
    total: bigint;
    outside: boolean;
    seqs: bigint[];
  }>(
    `WITH hit AS MATERIALIZED (
       SELECT seq, exact FROM (${branches.join('\nUNION ALL\n')}) AS branch
       LIMIT ${to.add(freeTextCountMax + 1, 'bigint')}),
     matched AS MATERIALIZED (
       SELECT l.seq, NOT ${between('l.seq', window, to)} AS outside
       FROM (SELECT seq, bool_or(exact) AS exact FROM hit GROUP BY seq) AS h
       JOIN transaction_list l ON l.seq = h.seq JOIN transfer t ON t.seq = h.seq
       WHERE ${others(query, to)} AND (h.exact OR ${between('l.seq', window, to)}))
     SELECT (SELECT count(*) FROM hit) AS hits, count(*) AS total, coalesce(bool_or(outside), false) AS outside,
            array(SELECT seq FROM matched WHERE outside AND ${beyond(query, window, stretch, to)}
                     OR NOT outside AND ${between('seq', stretch, to)} ${inOrder('seq', stretch, to)}) AS seqs
     FROM matched`,
    to.values,
  );
  const row = rows[0];
  const total = Number(row?.total ?? 0);
  if (row !== undefined && row.hits <= BigInt(freeTextCountMax)) {
    return { seqs: row.seqs, total, totalMore: false, outsideWindow: row.outside };
  }
  const counted = await walkCount(rawTx(tx), query, window);
  return { seqs: await walk(rawTx(tx), query, stretch), ...counted, outsideWindow: false };
}

/** A whole identifier is read from the whole sequence: only a cursor bounds it. */
function beyond(query: TransactionQuery, window: ListWindow, stretch: Stretch, to: Parameters): string {
  const isWhole = stretch.low === window.low && stretch.high === window.high;
  const everything = { low: 0n, high: seqMax };
  return between('seq', isWhole ? everything : stretchOf(query, everything), to);
}

/** Joined row by row, in the list's order: the fence keeps the planner from gathering all matches by index first. */
const eachTransfer =
  'CROSS JOIN LATERAL (SELECT one.* FROM transfer one WHERE one.seq = l.seq OFFSET 0) AS t';

async function walk(
  raw: RawTx,
  query: TransactionQuery & { search: string },
  stretch: Stretch,
): Promise<bigint[]> {
  const to = new Parameters();
  const any = searchBranches(query.search, stretch, to).map((it) => it.condition);
  const { rows } = await raw.query<{ seq: bigint }>(
    `SELECT l.seq FROM transaction_list l ${eachTransfer}
     WHERE ${others(query, to)} AND ${between('l.seq', stretch, to)} AND (${any.join(' OR ')})
     ${inOrder('l.seq', stretch, to)}`,
    to.values,
  );
  return rows.map((it) => it.seq);
}

/** Rows of a list that are looked at to count a text's matches: enough to say "many" exactly, few enough to say it at once. */
const walkedMax = 20_000;

/** Counts the newest matches; `totalMore` where the list goes on beyond what was looked at. */
async function walkCount(
  raw: RawTx,
  query: TransactionQuery & { search: string },
  window: ListWindow,
): Promise<{ total: number; totalMore: boolean }> {
  const to = new Parameters();
  const any = searchBranches(query.search, window, to).map((it) => it.condition);
  const newest = `SELECT l.seq, l.state FROM transaction_list l
    WHERE ${inList(query)} AND ${between('l.seq', window, to)} ORDER BY l.seq DESC LIMIT ${to.add(walkedMax, 'bigint')}`;
  const { rows } = await raw.query<{ walked: bigint; total: bigint }>(
    `WITH newest AS MATERIALIZED (${newest})
     SELECT (SELECT count(*) FROM newest) AS walked, (SELECT count(*) FROM (
       SELECT FROM newest l ${eachTransfer}
       WHERE ${['true', ...narrowing(query, to)].join(' AND ')} AND (${any.join(' OR ')})
       LIMIT ${to.add(freeTextCountMax + 1, 'bigint')}) AS counted) AS total`,
    to.values,
  );
  const total = Number(rows[0]?.total ?? 0);
  return {
    total: Math.min(total, freeTextCountMax),
    totalMore: total > freeTextCountMax || Number(rows[0]?.walked ?? 0) === walkedMax,
  };
}
