import type { Tx } from './database.ts';
import { found } from './fault.ts';
import { readState } from './state.ts';

/** A query whose first row, where there is one, is a fault. */
type Comparison = { table: string; query: string };
type FaultRow = { key: string; what: string };

const comparisons: readonly Comparison[] = [
  {
    table: 'entry',
    query: `
      SELECT 'account_id=' || e.account_id || ' kind=' || e.kind || ' seq=' || e.seq AS key, 'the row belongs to no transfer' AS what
      FROM entry e LEFT JOIN transfer t ON t.seq = e.seq
        AND ((e.account_id = t.debit_account_id AND e.kind = (t.state / 120) * 3)
          OR (e.account_id = t.credit_account_id
            AND e.kind = (t.state / 120) * 3 + CASE t.state % 3 WHEN 1 THEN 1 ELSE 2 END))
      WHERE t.seq IS NULL ORDER BY e.seq LIMIT 1`,
  },
  {
    table: 'event',
    query: `
      SELECT 'seq=' || seq AS key, what FROM (
        SELECT e.seq, CASE
          WHEN t.seq IS NULL THEN 'transfer_seq is no transfer'
          WHEN e.previous_state <> coalesce(lag(e.state) OVER (PARTITION BY e.transfer_seq ORDER BY e.seq), t.state)
            THEN 'previous_state is not the state before' END AS what
        FROM event e LEFT JOIN transfer t ON t.seq = e.transfer_seq) AS chained
      WHERE what IS NOT NULL ORDER BY seq LIMIT 1`,
  },
  {
    table: 'transaction_list',
    query: `
      SELECT 'seq=' || l.seq AS key, 'the row belongs to no transfer' AS what
      FROM transaction_list l LEFT JOIN transfer t ON t.seq = l.seq WHERE t.seq IS NULL ORDER BY l.seq LIMIT 1`,
  },
  {
    table: 'account_state',
    query: `
      SELECT 'account_id=' || coalesce(a.account_id, s.account_id) AS key, CASE
        WHEN s.account_id IS NULL THEN 'the row is missing'
        WHEN a.account_id IS NULL THEN 'the row belongs to no account'
        ELSE 'kind differs' END AS what
      FROM account a FULL JOIN account_state s ON s.account_id = a.account_id
      WHERE s.kind IS DISTINCT FROM a.kind ORDER BY 1 LIMIT 1`,
  },
  {
    table: 'balance',
    query: `
      WITH expected AS (
        SELECT a.account_id, x.asset_id, a.kind IN ('SETTLEMENT', 'ISSUANCE') AS may_be_negative,
          coalesce(s.sum, 0) AS balance_minor
        FROM account a
        CROSS JOIN (VALUES ('khr#nbc', 0), ('usd#nbc', 1)) AS x (asset_id, number)
        LEFT JOIN (SELECT account_id, kind / 3 AS number, sum(amount_minor) AS sum FROM entry GROUP BY 1, 2) s
          ON s.account_id = a.account_id AND s.number = x.number)
      SELECT 'account_id=' || coalesce(e.account_id, b.account_id) || ' asset_id=' || coalesce(e.asset_id, b.asset_id) AS key, CASE
        WHEN b.account_id IS NULL THEN 'the row is missing'
        WHEN e.account_id IS NULL THEN 'the row belongs to no account'
        WHEN b.may_be_negative <> e.may_be_negative THEN 'may_be_negative differs'
        ELSE 'balance_minor is ' || b.balance_minor || ', the entries sum to ' || e.balance_minor END AS what
      FROM expected e FULL JOIN balance b ON b.account_id = e.account_id AND b.asset_id = e.asset_id COLLATE "C"
      WHERE b.may_be_negative IS DISTINCT FROM e.may_be_negative OR b.balance_minor IS DISTINCT FROM e.balance_minor
      ORDER BY 1 LIMIT 1`,
  },
  {
    table: 'balance',
    query: `
      SELECT 'asset_id=' || asset_id AS key, 'all balances together are ' || sum(balance_minor) || ', not zero' AS what
      FROM balance GROUP BY asset_id HAVING sum(balance_minor) <> 0 ORDER BY 1 LIMIT 1`,
  },
  {
    table: 'rollup',
    query: `
      WITH stay AS (
        SELECT seq, state, 1 AS delta FROM transfer
        UNION ALL SELECT transfer_seq, previous_state, -1 FROM event WHERE state <> previous_state
        UNION ALL SELECT transfer_seq, state, 1 FROM event WHERE state <> previous_state
      ), counted AS (
        SELECT x.list, ((t.created AT TIME ZONE 'UTC') + interval '7 hours')::date AS day, x.state, s.delta, t.amount_minor, s.seq
        FROM stay s JOIN transfer t ON t.seq = s.seq JOIN transaction_list l ON l.seq = s.seq
        CROSS JOIN LATERAL (VALUES
          (CASE WHEN l.incoming THEN 'INCOMING' END, s.state), (CASE WHEN l.outgoing THEN 'OUTGOING' END, s.state),
          (CASE WHEN l.history THEN 'HISTORY' END, s.state),
          (t.debit_account_id, s.state - s.state % 3),
          (t.credit_account_id, s.state - s.state % 3 + CASE s.state % 3 WHEN 1 THEN 1 ELSE 2 END)) AS x (list, state)
        WHERE x.list IS NOT NULL
      ), expected AS (
        SELECT list COLLATE "C" AS list, day, state, sum(delta) AS count, sum(delta * amount_minor) AS sum_minor,
          min(seq) AS min_seq, max(seq) AS max_seq
        FROM counted GROUP BY 1, 2, 3)
      SELECT 'list=' || coalesce(e.list, r.list) || ' day=' || coalesce(e.day, r.day) || ' state=' || coalesce(e.state, r.state) AS key,
        CASE
          WHEN r.list IS NULL THEN 'the row is missing'
          WHEN e.list IS NULL THEN 'the row counts nothing'
          WHEN r.count <> e.count THEN 'count is ' || r.count || ', not ' || e.count
          WHEN r.sum_minor <> e.sum_minor THEN 'sum_minor is ' || r.sum_minor || ', not ' || e.sum_minor
          WHEN r.min_seq <> e.min_seq THEN 'min_seq differs' ELSE 'max_seq differs' END AS what
      FROM expected e FULL JOIN rollup r ON r.list = e.list AND r.day = e.day AND r.state = e.state
      WHERE (r.count, r.sum_minor, r.min_seq, r.max_seq) IS DISTINCT FROM (e.count, e.sum_minor, e.min_seq, e.max_seq)
      ORDER BY 1 LIMIT 1`,
  },
];

/** Rebuilds what is drawn from the sealed rows, and names the first row that differs. */
export async function compareProjections(tx: Tx): Promise<void> {
  await compareDictionaries(tx);
  for (const { table, query } of comparisons) {
    const { rows } = await tx.query<FaultRow>(query);
    const fault = rows[0];
    if (fault) found(table, fault.key, fault.what);
  }
}

/** The two tables that spell out numbers for SQL must say what the code means by them. */
async function compareDictionaries(tx: Tx): Promise<void> {
  const states = await tx.query<{
    state: number;
    asset_id: string;
    currency: string;
    status: string;
    business_status: string | null;
    type: string;
  }>('SELECT state, asset_id, currency, status, business_status, type FROM transaction_state ORDER BY state');
  for (let state = 0; state < 240; state++) {
    const row = states.rows[state];
    const known = readState(state);
    if (row?.state !== state) found('transaction_state', `state=${state}`, 'the row is missing');
    const same =
      row.asset_id === known.assetId &&
      row.currency === known.assetId.slice(0, 3).toUpperCase() &&
      row.status === known.status &&
      row.business_status === known.businessStatus &&
      row.type === known.type;
    if (!same) found('transaction_state', `state=${state}`, 'the row says something else');
  }
  if (states.rows.length !== 240) found('transaction_state', 'state>239', 'the row is none of ours');
  const entryKinds = await tx.query<{ kind: number; asset_id: string; currency: string; type: string }>(
    'SELECT kind, asset_id, currency, type FROM entry_kind ORDER BY kind',
  );
  for (let kind = 0; kind < 6; kind++) {
    const row = entryKinds.rows[kind];
    const known = readState((kind < 3 ? 0 : 120) + (kind % 3));
    if (row?.kind !== kind) found('entry_kind', `kind=${kind}`, 'the row is missing');
    const same =
      row.asset_id === known.assetId &&
      row.currency === known.assetId.slice(0, 3).toUpperCase() &&
      row.type === known.type;
    if (!same) found('entry_kind', `kind=${kind}`, 'the row says something else');
  }
  if (entryKinds.rows.length !== 6) found('entry_kind', 'kind>5', 'the row is none of ours');
}
