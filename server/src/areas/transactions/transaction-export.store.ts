import { freeTextCountMax } from '@tonle/contract/paging';
import type { Select } from '../../db/copy.ts';
import { rawTx, type Tx } from '../../db/tx.ts';
import { between, inList, ofAccount, Parameters } from './list-source.store.ts';
import { searchBranches, wholeIdentifier } from './text-search.store.ts';
import type { ListWindow, TransactionQuery } from './transaction-query.ts';
import { windowOf, windowOfDays } from './transactions.store.ts';

/** The words of each `state`, by its number. */
export type StateWords = { status: readonly string[]; businessStatus: readonly (string | null)[] };

/** The first of the states whose asset is the dollar: state = asset * 120 + … */
const firstUsdState = 120;

/** A whole list as its table shows it, in its order. Arrays stand for joins, so that the rows come as they are read. */
export async function listExportSelect(tx: Tx, query: TransactionQuery, words: StateWords): Promise<Select> {
  const window = await windowOf(tx, query);
  const to = new Parameters();
  const currency = `CASE WHEN l.state < ${firstUsdState} THEN 'KHR' ELSE 'USD' END`;
  const wanted = [
    inList(query),
    ...(query.states === undefined ? [] : [`l.state = ANY (${to.add(query.states, 'smallint[]')})`]),
    ...(query.account === undefined ? [] : [ofAccount(query.account, to)]),
    await inWindow(tx, query.search, window, to),
  ];
  const text = `SELECT encode(t.hash, 'hex'), csv_text(t.ext_ref), csv_time(t.created), t.source_account_id,
      t.destination_account_id, ${currency}, csv_amount(t.amount_minor, ${currency}),
      (${to.add(words.status, 'text[]')})[l.state + 1], (${to.add(words.businessStatus, 'text[]')})[l.state + 1]
    FROM transaction_list l JOIN transfer t ON t.seq = l.seq
    WHERE ${wanted.join(' AND ')} ORDER BY l.seq ${query.order}`;
  return { text, values: to.values };
}

/** The condition of the window and of the free text: as in the list, a whole identifier is found outside of the window too. */
async function inWindow(
  tx: Tx,
  search: string | undefined,
  window: ListWindow,
  to: Parameters,
): Promise<string> {
  const inside = between('l.seq', window, to);
  if (search === undefined) return inside;
  const any = searchBranches(search, window, to).map((it) => it.condition);
  const found = `${inside} AND (${any.join(' OR ')})`;
  const beyond = await foundOutside(tx, search, window);
  return beyond.length === 0 ? found : `(${found} OR l.seq = ANY (${to.add(beyond, 'bigint[]')}))`;
}

/** What a whole identifier finds outside of the window. */
async function foundOutside(tx: Tx, search: string, window: ListWindow): Promise<bigint[]> {
  const to = new Parameters();
  const exact = wholeIdentifier(search, to).map((it) => it.condition);
  const { rows } = await rawTx(tx).query<{ seq: bigint }>(
    `SELECT t.seq FROM transfer t WHERE (${exact.join(' OR ')}) AND NOT ${between('t.seq', window, to)}
     LIMIT ${to.add(freeTextCountMax, 'bigint')}`,
    to.values,
  );
  return rows.map((it) => it.seq);
}

export type AccountExport = {
  accountId: string;
  /** The kinds of entry that are asked for. */
  kinds: readonly number[];
  days: { from: string; to: string };
  order: 'asc' | 'desc';
};

/** The first of the kinds of entry whose asset is the dollar: kind = asset * 3 + type. */
const firstUsdKind = 3;

/** An account's own transactions, each by the type that the account sees. */
export async function accountExportSelect(
  tx: Tx,
  { accountId, kinds, days, order }: AccountExport,
  typeWords: readonly string[],
): Promise<Select> {
  const window = await windowOfDays(tx, days);
  const to = new Parameters();
  const currency = `CASE WHEN e.kind < ${firstUsdKind} THEN 'KHR' ELSE 'USD' END`;
  const text = `SELECT encode(t.hash, 'hex'), csv_time(t.created), t.source_account_id, t.destination_account_id,
      ${currency}, csv_amount(t.amount_minor, ${currency}), (${to.add(typeWords, 'text[]')})[e.kind + 1]
    FROM entry e JOIN transfer t ON t.seq = e.seq
    WHERE e.account_id = ${to.add(accountId, 'text')} AND e.kind = ANY (${to.add(kinds, 'smallint[]')})
      AND ${between('e.seq', window, to)} ORDER BY e.seq ${order}`;
  return { text, values: to.values };
}
