import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/** A day of one list in one currency, as the ledger's rollups have it. */
export type DayFlow = {
  list: string;
  day: string;
  currency: 'KHR' | 'USD';
  count: number;
  sumMinor: bigint;
  /** What came in less what went out; means something for an account's own list. */
  netMinor: bigint;
};

/** Each day of these lists from a day on; a list is INCOMING, OUTGOING or an account. */
export async function dayFlows(tx: Tx, lists: readonly string[], from: string): Promise<DayFlow[]> {
  const { rows } = await sql<{
    list: string;
    day: string;
    currency: 'KHR' | 'USD';
    count: string;
    sum: string;
    net: string;
  }>`
    SELECT r.list, r.day::text AS day, s.currency, sum(r.count)::text AS count, sum(r.sum_minor)::text AS sum,
      sum(CASE s.type WHEN 'SEND_PAY' THEN -r.sum_minor ELSE r.sum_minor END)::text AS net
    FROM rollup r JOIN transaction_state s ON s.state = r.state
    WHERE r.list = ANY (${lists}::text[]) AND r.day >= ${from}::date AND r.count > 0
    GROUP BY r.list, r.day, s.currency`.execute(tx);
  return rows.map(({ list, day, currency, count, sum, net }) => ({
    list,
    day,
    currency,
    count: Number(count),
    sumMinor: BigInt(sum),
    netMinor: BigInt(net),
  }));
}
