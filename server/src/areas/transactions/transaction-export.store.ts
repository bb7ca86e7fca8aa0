import type { Select } from '../../db/copy.ts';
import type { Tx } from '../../db/tx.ts';
import { between, inList, ofAccount, Parameters } from './list-source.store.ts';
import { searchBranches } from './text-search.store.ts';
import type { TransactionQuery } from './transaction-query.ts';
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
    between('l.seq', window, to),
    ...(query.states === undefined ? [] : [`l.state = ANY (${to.add(query.states, 'smallint[]')})`]),
    ...(query.account === undefined ? [] : [ofAccount(query.account, to)]),
    ...(query.search === undefined
      ? []
      : [
          `(${searchBranches(query.search, window, to)
            .map((it) => it.condition)
            .join(' OR ')})`,
        ]),
  ];
  const text = `SELECT encode(t.hash, 'hex'), csv_text(t.ext_ref), csv_time(t.created), t.source_account_id,
      t.destination_account_id, ${currency}, csv_amount(t.amount_minor, ${currency}),
      (${to.add(words.status, 'text[]')})[l.state + 1], (${to.add(words.businessStatus, 'text[]')})[l.state + 1]
    FROM transaction_list l JOIN transfer t ON t.seq = l.seq
    WHERE ${wanted.join(' AND ')} ORDER BY l.seq ${query.order}`;
  return { text, values: to.values };
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
