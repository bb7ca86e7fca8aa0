import { freeTextCountMax } from '@tonle/contract/paging';
import { type RawTx, rawTx, type Tx } from '../../db/tx.ts';
import { between, inList, ofAccount, Parameters, type Stretch, stretchOf } from './list-source.store.ts';
import { searchBranches } from './text-search.store.ts';
import { type ListWindow, seqMax, type TransactionQuery } from './transaction-query.ts';

export type Found = { seqs: bigint[]; total: number; totalMore: boolean; outsideWindow: boolean };
type Search = TransactionQuery & { search: string };

/** What a row must satisfy besides the free text and the window. */
function others(query: TransactionQuery, to: Parameters): string {
  const conditions = [inList(query)];
  if (query.states !== undefined) conditions.push(`l.state = ANY (${to.add(query.states, 'smallint[]')})`);
  if (query.account !== undefined) conditions.push(ofAccount(query.account, to));
  return conditions.join(' AND ');
}

const inOrder = (seq: string, stretch: Stretch, to: Parameters): string =>
  `ORDER BY ${seq} ${stretch.order} LIMIT ${to.add(stretch.limit, 'bigint')} OFFSET ${to.add(stretch.offset, 'bigint')}`;

/**
 * SQL that gives the hits of the indexes, a transfer once for each way in which it answers. Each way is limited by itself too,
 * so that the planner follows its index and stops, where it would else gather all of a frequent name first.
 */
function hitsOf(search: string, window: ListWindow, to: Parameters, max?: string): string {
  const limit = max === undefined ? '' : `LIMIT ${max} + 1`;
  return searchBranches(search, window, to)
    .map((it) => {
      const hits = it.hits?.() ?? `SELECT t.seq FROM transfer t WHERE ${it.condition}`;
      return `(SELECT seq, ${it.exact} AS exact FROM (${hits}) AS hit ${limit})`;
    })
    .join('\nUNION ALL\n');
}

/**
 * Searches by free text. Where the indexes give at most 10,000 hits, those are all there are, and rows and total are read from
 * them. Where they give more, the list is walked in its order until the page is full, and counted apart.
 */
export async function searchOf(
  tx: Tx,
  query: Search,
  window: ListWindow,
  stretch: Stretch,
  limits: SearchLimits = limitsDefault,
): Promise<Found> {
  const raw = rawTx(tx);
  const few = await searchFew(raw, query, window, stretch);
  if (few !== undefined) return few;
  const last = await lastSeq(raw);
  const counted = await countMany(raw, query, { ...window, high: lesser(window.high, last) }, limits);
  const seqs = await pageOfMany(raw, query, { ...stretch, high: lesser(stretch.high, last) }, limits);
  return { seqs, ...counted, outsideWindow: false };
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);

async function lastSeq(raw: RawTx): Promise<bigint> {
  const { rows } = await raw.query<{ last: bigint }>(
    'SELECT coalesce(max(seq), 0) AS last FROM transaction_list',
  );
  return rows[0]?.last ?? 0n;
}

async function searchFew(
  raw: RawTx,
  query: Search,
  window: ListWindow,
  stretch: Stretch,
): Promise<Found | undefined> {
  const to = new Parameters();
  const hitsMax = to.add(freeTextCountMax, 'bigint');
  const hits = hitsOf(query.search, window, to, hitsMax);
  const { rows } = await raw.query<{ hits: bigint; total: bigint; outside: boolean; seqs: bigint[] }>(
    `WITH hit AS MATERIALIZED (SELECT seq, exact FROM (${hits}) AS branch LIMIT ${hitsMax} + 1),
     matched AS MATERIALIZED (
       SELECT l.seq, NOT ${between('l.seq', window, to)} AS outside
       FROM (SELECT seq, bool_or(exact) AS exact FROM hit GROUP BY seq) AS h
       JOIN transaction_list l ON l.seq = h.seq ${query.account === undefined ? '' : eachTransfer}
       WHERE (SELECT count(*) FROM hit) <= ${hitsMax}
         AND ${others(query, to)} AND (h.exact OR ${between('l.seq', window, to)}))
     SELECT (SELECT count(*) FROM hit) AS hits, count(*) AS total, coalesce(bool_or(outside), false) AS outside,
            array(SELECT seq FROM matched WHERE outside AND ${beyond(query, window, stretch, to)}
                     OR NOT outside AND ${between('seq', stretch, to)} ${inOrder('seq', stretch, to)}) AS seqs
     FROM matched`,
    to.values,
  );
  const row = rows[0];
  if (row === undefined || row.hits > BigInt(freeTextCountMax)) return undefined;
  return { seqs: row.seqs, total: Number(row.total), totalMore: false, outsideWindow: row.outside };
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

/** How much is looked at for one search. */
type SearchLimits = {
  /** Numbers of a list that are walked one by one, at most: a window of so many is read whole, a longer one begun. */
  walkedMax: number;
  /** Hits of the indexes that are counted, one attempt after the other: most searches need the first alone. */
  gatheredMax: readonly number[];
};
const limitsDefault: SearchLimits = {
  walkedMax: 50_000,
  gatheredMax: [freeTextCountMax * 2 + 2, 200_000],
};

/** Whether a walk reads all of it. */
const isShort = ({ low, high }: ListWindow, { walkedMax }: SearchLimits): boolean =>
  high - low < BigInt(walkedMax);

type Count = { total: number; totalMore: boolean };

const countOf = (total: number, isWhole: boolean): Count => ({
  total: Math.min(total, freeTextCountMax),
  totalMore: total > freeTextCountMax || !isWhole,
});

/**
 * Counts matches that are many in the book to 10,000 in the list: a short window by walking it, a long one by the indexes. Only
 * where the matches are very many and nearly all of them lie elsewhere is the total a lower bound.
 */
async function countMany(
  raw: RawTx,
  query: Search,
  window: ListWindow,
  limits: SearchLimits,
): Promise<Count> {
  const walked = () => walkCount(raw, query, window, limits.walkedMax);
  if (isShort(window, limits)) return countOf(await walked(), true);
  let found = 0;
  for (const hitsMax of limits.gatheredMax) {
    const { hits, total } = await gatherCount(raw, query, window, hitsMax);
    found = total;
    if (total > freeTextCountMax || hits <= hitsMax) return countOf(total, true);
  }
  return countOf(Math.max(found, await walked()), false);
}

async function gatherCount(raw: RawTx, query: Search, window: ListWindow, hitsMax: number) {
  const to = new Parameters();
  const max = to.add(hitsMax, 'bigint');
  const { rows } = await raw.query<{ hits: bigint; total: bigint }>(
    `WITH hit AS MATERIALIZED (
       SELECT seq FROM (${hitsOf(query.search, window, to, max)}) AS branch LIMIT ${max} + 1)
     SELECT (SELECT count(*) FROM hit) AS hits, (SELECT count(*) FROM (
       SELECT FROM (SELECT DISTINCT seq FROM hit WHERE ${between('seq', window, to)}) AS h
       JOIN transaction_list l ON l.seq = h.seq ${query.account === undefined ? '' : eachTransfer}
       WHERE ${others(query, to)} LIMIT ${to.add(freeTextCountMax + 1, 'bigint')}) AS counted) AS total`,
    to.values,
  );
  return { hits: Number(rows[0]?.hits ?? 0), total: Number(rows[0]?.total ?? 0) };
}

/** Matches among the newest numbers of a window. */
async function walkCount(raw: RawTx, query: Search, window: ListWindow, walkedMax: number): Promise<number> {
  const to = new Parameters();
  const any = searchBranches(query.search, window, to).map((it) => it.condition);
  const newest = `SELECT l.* FROM transaction_list l WHERE ${inList(query)} AND ${between('l.seq', window, to)}
    ORDER BY l.seq DESC LIMIT ${to.add(walkedMax, 'bigint')}`;
  const { rows } = await raw.query<{ total: bigint }>(
    `WITH newest AS MATERIALIZED (${newest})
     SELECT count(*) AS total FROM (
       SELECT FROM newest l ${eachTransfer} WHERE ${others(query, to)} AND (${any.join(' OR ')})
       LIMIT ${to.add(freeTextCountMax + 1, 'bigint')}) AS counted`,
    to.values,
  );
  return Number(rows[0]?.total ?? 0);
}

/** A page of matches that are many: walked to where they lie close; where they do not, all hits are put in order. */
async function pageOfMany(
  raw: RawTx,
  query: Search,
  stretch: Stretch,
  limits: SearchLimits,
): Promise<bigint[]> {
  const walked = await walk(raw, query, stretch, limits.walkedMax);
  return walked.length === stretch.limit || isShort(stretch, limits)
    ? walked
    : inOrderOfHits(raw, query, stretch);
}

async function walk(raw: RawTx, query: Search, stretch: Stretch, walkedMax: number): Promise<bigint[]> {
  const to = new Parameters();
  const any = searchBranches(query.search, stretch, to).map((it) => it.condition);
  const { rows } = await raw.query<{ seq: bigint }>(
    `SELECT l.seq FROM (
       SELECT l.* FROM transaction_list l WHERE ${inList(query)} AND ${between('l.seq', stretch, to)}
       ORDER BY l.seq ${stretch.order} LIMIT ${to.add(walkedMax, 'bigint')}) AS l ${eachTransfer}
     WHERE ${others(query, to)} AND (${any.join(' OR ')})
     ${inOrder('l.seq', stretch, to)}`,
    to.values,
  );
  return rows.map((it) => it.seq);
}

async function inOrderOfHits(raw: RawTx, query: Search, stretch: Stretch): Promise<bigint[]> {
  const to = new Parameters();
  const { rows } = await raw.query<{ seq: bigint }>(
    `WITH hit AS MATERIALIZED (
       SELECT DISTINCT seq FROM (${hitsOf(query.search, stretch, to)}) AS branch WHERE ${between('seq', stretch, to)})
     SELECT l.seq FROM (SELECT seq FROM hit ORDER BY seq ${stretch.order}) AS h
     CROSS JOIN LATERAL (SELECT l.* FROM transaction_list l WHERE l.seq = h.seq OFFSET 0) AS l ${eachTransfer}
     WHERE ${others(query, to)} LIMIT ${to.add(stretch.limit, 'bigint')} OFFSET ${to.add(stretch.offset, 'bigint')}`,
    to.values,
  );
  return rows.map((it) => it.seq);
}
