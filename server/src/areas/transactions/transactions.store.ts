import { freeTextCountMax } from '@tonle/contract/paging';
import { startOfDay } from '@tonle/contract/phnom-penh-day';
import { rawTx, type Tx } from '../../db/tx.ts';
import { Parameters, type Stretch, sourceOf } from './list-source.store.ts';
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

/** The day in which the row at `offset` lies: its bounds, its rows, and how many of the list come before. */
export type DayOfList = ListWindow & { before: number; rows: number };

export async function dayAt(
  tx: Tx,
  counted: Counted,
  order: 'asc' | 'desc',
  offset: number,
): Promise<DayOfList | undefined> {
  const to = new Parameters();
  const days = `SELECT r.day, min(r.min_seq) AS low, max(r.max_seq) AS high, sum(r.count) AS rows
    FROM rollup r WHERE ${isCounted(counted, to)} GROUP BY r.day`;
  const wanted = to.add(offset, 'bigint');
  const { rows } = await rawTx(tx).query<{ low: bigint; high: bigint; before: string; rows: string }>(
    `SELECT low, high, before::text, rows::text FROM (
       SELECT low, high, rows, sum(rows) OVER (ORDER BY day ${order}) - rows AS before FROM (${days}) AS day_counts
     ) AS running WHERE before <= ${wanted} AND ${wanted} < before + rows`,
    to.values,
  );
  const row = rows[0];
  return row && { low: row.low, high: row.high, before: Number(row.before), rows: Number(row.rows) };
}

/** The sequence numbers between two instants, by the blocks that were sealed around them. */
export async function windowOf(
  tx: Tx,
  query: Pick<TransactionQuery, 'days' | 'instants'>,
): Promise<ListWindow> {
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

/** The sequence numbers of whole Phnom Penh days, both included. */
export const windowOfDays = (tx: Tx, days: { from: string; to: string }): Promise<ListWindow> =>
  windowOf(tx, { days, instants: {} });

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
