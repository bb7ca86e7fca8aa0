import type { CustomerType } from '../../db/tables/customers.ts';
import { rawTx, type Tx } from '../../db/tx.ts';

/** The customers' accounts of one type in one branch (0: in none): how many, and what they hold together. */
export type DomainTotal = {
  branchId: number;
  accountType: CustomerType;
  count: number;
  khrMinor: bigint;
  usdMinor: bigint;
};

/**
 * What the book says beyond the record `$1`, by the branch that each account is in now: nobody moves an account without
 * bringing the totals up to that moment. The number is a parameter and no join, so that few rows are planned for.
 */
const beyond = `moved AS (
    SELECT leg.account_id, t.state / 120 AS asset, leg.amount_minor
    FROM transfer t CROSS JOIN LATERAL (VALUES (t.debit_account_id, -t.amount_minor),
      (t.credit_account_id, t.amount_minor)) AS leg (account_id, amount_minor)
    WHERE t.seq > $1::bigint),
  beyond AS (
    SELECT coalesce(c.branch_id, 0) AS branch_id, c.account_type, 0::bigint AS count,
      coalesce(sum(m.amount_minor) FILTER (WHERE m.asset = 0), 0) AS khr_minor,
      coalesce(sum(m.amount_minor) FILTER (WHERE m.asset = 1), 0) AS usd_minor
    FROM moved m JOIN customer c ON c.account_id = m.account_id GROUP BY 1, 2
    UNION ALL
    SELECT coalesce(c.branch_id, 0), c.account_type, count(*), 0, 0
    FROM account a JOIN customer c ON c.account_id = a.account_id WHERE a.seq > $1::bigint GROUP BY 1, 2)`;

type TotalRow = { branch_id: number; account_type: CustomerType; count: string; khr: string; usd: string };
const totalOf = (it: TotalRow): DomainTotal => ({
  branchId: it.branch_id,
  accountType: it.account_type,
  count: Number(it.count),
  khrMinor: BigInt(it.khr),
  usdMinor: BigInt(it.usd),
});

/** The totals of this moment. Within one snapshot, which the transaction must keep. */
export async function readTotals(tx: Tx): Promise<DomainTotal[]> {
  const head = await rawTx(tx).query<{ seq: bigint }>('SELECT seq FROM domain_total_head');
  const { rows } = await rawTx(tx).query<TotalRow>(
    `WITH ${beyond}
     SELECT branch_id, account_type, sum(count)::text AS count, sum(khr_minor)::text AS khr, sum(usd_minor)::text AS usd
     FROM (SELECT branch_id, account_type, count, khr_minor, usd_minor FROM domain_total
           UNION ALL SELECT * FROM beyond) AS part
     GROUP BY branch_id, account_type`,
    [head.rows[0]?.seq ?? 0n],
  );
  return rows.map(totalOf);
}

/** Holds the totals until the transaction ends; the number of the last record that they count. */
export async function lockTotals(tx: Tx): Promise<bigint> {
  const { rows } = await rawTx(tx).query<{ seq: bigint }>('SELECT seq FROM domain_total_head FOR UPDATE');
  return rows[0]?.seq ?? 0n;
}

/** Holds them before the transaction's snapshot is taken, so that it is of a moment in which nobody is at them. */
export async function lockTotalsFirst(tx: Tx): Promise<void> {
  await rawTx(tx).query('LOCK TABLE domain_total_head IN EXCLUSIVE MODE');
}

/** The same where the book has gone on and nobody else holds them. */
export async function lockTotalsBehind(tx: Tx): Promise<bigint | undefined> {
  const { rows } = await rawTx(tx).query<{ seq: bigint }>(
    `SELECT seq FROM domain_total_head
     WHERE seq < (SELECT seq FROM ledger_head WHERE id = 1) FOR UPDATE SKIP LOCKED`,
  );
  return rows[0]?.seq;
}

/**
 * Brings the totals up to this moment, and counts these accounts where they are going instead of where they are. One
 * statement: the head, the records and the balances that it sees are of one moment. The totals are held.
 */
export async function advanceTotals(
  tx: Tx,
  counted: bigint,
  moving: { accountIds: readonly string[]; branchId: number } = { accountIds: [], branchId: 0 },
): Promise<void> {
  await rawTx(tx).query(
    `WITH ${beyond},
     going AS (
       SELECT c.account_type, coalesce(c.branch_id, 0) AS branch_id, k.balance_minor AS khr_minor, u.balance_minor AS usd_minor
       FROM customer c
       JOIN balance k ON k.account_id = c.account_id AND k.asset_id = 'khr#nbc'
       JOIN balance u ON u.account_id = c.account_id AND u.asset_id = 'usd#nbc'
       WHERE c.account_id = ANY ($2::text[])),
     changed AS (
       SELECT branch_id, account_type, sum(count) AS count, sum(khr_minor) AS khr_minor, sum(usd_minor) AS usd_minor
       FROM (
         SELECT * FROM beyond
         UNION ALL SELECT branch_id, account_type, -1, -khr_minor, -usd_minor FROM going
         UNION ALL SELECT $3::integer, account_type, 1, khr_minor, usd_minor FROM going) AS part
       GROUP BY branch_id, account_type),
     known AS (
       UPDATE domain_total d SET count = d.count + n.count, khr_minor = d.khr_minor + n.khr_minor,
         usd_minor = d.usd_minor + n.usd_minor
       FROM changed n WHERE n.branch_id = d.branch_id AND n.account_type = d.account_type
       RETURNING d.branch_id, d.account_type),
     added AS (
       INSERT INTO domain_total (branch_id, account_type, count, khr_minor, usd_minor)
       SELECT n.branch_id, n.account_type, n.count, n.khr_minor, n.usd_minor FROM changed n
       WHERE NOT EXISTS (SELECT FROM known k WHERE k.branch_id = n.branch_id AND k.account_type = n.account_type))
     UPDATE domain_total_head SET seq = (SELECT seq FROM ledger_head WHERE id = 1)`,
    [counted, moving.accountIds, moving.branchId],
  );
}

const counted = `counted AS (
    SELECT coalesce(c.branch_id, 0) AS branch_id, c.account_type, count(*) AS count,
      sum(k.balance_minor) AS khr_minor, sum(u.balance_minor) AS usd_minor
    FROM customer c
    JOIN balance k ON k.account_id = c.account_id AND k.asset_id = 'khr#nbc'
    JOIN balance u ON u.account_id = c.account_id AND u.asset_id = 'usd#nbc'
    GROUP BY 1, 2)`;

/** The totals as the accounts and their balances say them, counted anew. */
export async function countTotals(tx: Tx): Promise<DomainTotal[]> {
  const { rows } = await rawTx(tx).query<TotalRow>(
    `WITH ${counted} SELECT branch_id, account_type, count::text AS count, khr_minor::text AS khr, usd_minor::text AS usd
     FROM counted`,
  );
  return rows.map(totalOf);
}

/** Writes what is counted anew in their place; they are held. */
export async function rewriteTotals(tx: Tx): Promise<void> {
  await rawTx(tx).query(
    `WITH ${counted},
     known AS (
       UPDATE domain_total d SET count = coalesce(n.count, 0), khr_minor = coalesce(n.khr_minor, 0),
         usd_minor = coalesce(n.usd_minor, 0)
       FROM domain_total o LEFT JOIN counted n ON n.branch_id = o.branch_id AND n.account_type = o.account_type
       WHERE o.branch_id = d.branch_id AND o.account_type = d.account_type
       RETURNING d.branch_id, d.account_type),
     added AS (
       INSERT INTO domain_total (branch_id, account_type, count, khr_minor, usd_minor)
       SELECT n.branch_id, n.account_type, n.count, n.khr_minor, n.usd_minor FROM counted n
       WHERE NOT EXISTS (SELECT FROM known k WHERE k.branch_id = n.branch_id AND k.account_type = n.account_type))
     UPDATE domain_total_head SET seq = (SELECT seq FROM ledger_head WHERE id = 1)`,
  );
}
