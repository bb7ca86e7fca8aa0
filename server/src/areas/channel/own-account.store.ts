import { rawTx, type Tx } from '../../db/tx.ts';

/** What an account has paid on a day, as the ledger counts it towards the limit of the day. */
export async function spentOn(
  tx: Tx,
  accountId: string,
  day: string,
): Promise<{ 'khr#nbc': bigint; 'usd#nbc': bigint }> {
  const { rows } = await rawTx(tx).query<{ asset_id: 'khr#nbc' | 'usd#nbc'; sum: string }>(
    `SELECT s.asset_id, sum(r.sum_minor)::text AS sum
     FROM rollup r JOIN transaction_state s ON s.state = r.state
     WHERE r.list = $1 AND r.day = $2::date AND s.type = 'SEND_PAY' AND s.status IN ('SUCCESS', 'PENDING')
     GROUP BY s.asset_id`,
    [accountId, day],
  );
  const sumOf = (assetId: string) => BigInt(rows.find((it) => it.asset_id === assetId)?.sum ?? 0);
  return { 'khr#nbc': sumOf('khr#nbc'), 'usd#nbc': sumOf('usd#nbc') };
}

export type OwnTransaction = {
  seq: bigint;
  hash: string;
  kind: number;
  state: number;
  created: Date;
  amount_minor: bigint;
  balance_after_minor: bigint;
  fi_transaction_id: string;
  source_account_id: string;
  destination_account_id: string;
  source_name: string | null;
  destination_name: string | null;
  description: string | null;
  ext_ref: string | null;
};

export type OwnTransactionsAsked = {
  accountId: string;
  /** Those of `entry_kind` that are wanted. */
  kinds: readonly number[];
  fromDay: string;
  toDay: string;
  before: bigint | undefined;
  limit: number;
};

/** The newest of an account's transactions, and how many there are of these kinds in these days. */
export async function ownTransactions(
  tx: Tx,
  { accountId, kinds, fromDay, toDay, before, limit }: OwnTransactionsAsked,
): Promise<{ rows: OwnTransaction[]; total: number }> {
  const sql = rawTx(tx);
  const bounds = await sql.query<{ from: bigint | null; to: bigint | null; total: string | null }>(
    `SELECT min(r.min_seq) AS from, max(r.max_seq) AS to,
       sum(r.count) FILTER (WHERE k.kind = ANY ($4::smallint[]))::text AS total
     FROM rollup r
     JOIN transaction_state s ON s.state = r.state
     JOIN entry_kind k ON k.asset_id = s.asset_id AND k.type = s.type
     WHERE r.list = $1 AND r.day BETWEEN $2::date AND $3::date`,
    [accountId, fromDay, toDay, kinds],
  );
  const { from = null, to = null, total = null } = bounds.rows[0] ?? {};
  if (from === null || to === null) return { rows: [], total: 0 };
  const { rows } = await sql.query<OwnTransaction>(
    `SELECT e.seq, encode(t.hash, 'hex') AS hash, e.kind, l.state, t.created, e.amount_minor, e.balance_after_minor,
       t.fi_transaction_id, t.source_account_id, t.destination_account_id, t.source_name, t.destination_name,
       t.description, t.ext_ref
     FROM unnest($2::smallint[]) AS k (kind)
     CROSS JOIN LATERAL (
       SELECT * FROM entry
       WHERE account_id = $1 AND kind = k.kind AND seq >= $3 AND seq <= $4
       ORDER BY seq DESC LIMIT $5) AS e
     JOIN transfer t ON t.seq = e.seq
     JOIN transaction_list l ON l.seq = e.seq
     ORDER BY e.seq DESC LIMIT $5`,
    [accountId, kinds, from, before === undefined || before > to ? to : before - 1n, limit],
  );
  return { rows, total: Number(total ?? 0) };
}
