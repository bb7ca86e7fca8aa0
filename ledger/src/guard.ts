import { arrayOf, textArray } from './array-literal.ts';
import type { Book, BookAccount } from './book.ts';

/** The beginning of a batch's statement, `?` standing for its next value; what follows waits for `held`. */
export type Guard = { sql: string; values: unknown[] };

/**
 * For a batch that was decided on memory: locks the head and then its accounts in id order, as the load does, and fails the
 * statement unless all of them are as remembered, the clock is near what was assumed, and no accepted command's deadline has
 * passed by the database's own clock, read after the locks were had. The statement's snapshot is older than the locks, but
 * where the head is the one expected no batch has committed since; and the accounts' rows are read as they are when locked.
 */
const guardSql = `
head AS MATERIALIZED (
  SELECT seq FROM ledger_head WHERE id = 1 FOR NO KEY UPDATE
), same AS MATERIALIZED (
  SELECT s.account_id
  FROM unnest(?::text[], ?::boolean[], ?::text[], ?::bigint[], ?::bigint[]) AS known (account_id, frozen, status, khr, usd)
  JOIN account_state s ON s.account_id = known.account_id AND s.frozen = known.frozen AND s.status = known.status
  LEFT JOIN day_limit d ON d.day_limit_id = s.day_limit_id
  WHERE (SELECT seq FROM head) = ?::bigint
    AND coalesce(d.khr_minor, s.day_limit_khr_minor) IS NOT DISTINCT FROM known.khr
    AND coalesce(d.usd_minor, s.day_limit_usd_minor) IS NOT DISTINCT FROM known.usd
  ORDER BY s.account_id FOR NO KEY UPDATE OF s
), guard AS MATERIALIZED (
  SELECT (locked = ?::bigint OR refuse_batch('account_state'))
    AND (abs(now_ms - ?::bigint) < 1000 AND now_ms <= ?::bigint OR refuse_batch('clock')) AS held
  FROM (SELECT (SELECT count(*) FROM same) AS locked, extract(epoch FROM clock_timestamp()) * 1000 AS now_ms) AS clock
)`;

const noDeadlineMs = 8_640_000_000_000_000;

export const guardOf = (book: Book, accounts: readonly BookAccount[]): Guard => ({
  sql: guardSql,
  values: [
    textArray(accounts.map(({ accountId }) => accountId)),
    arrayOf(accounts.map(({ frozen }) => frozen)),
    textArray(accounts.map(({ status }) => status)),
    arrayOf(accounts.map(({ dayLimitsMinor }) => dayLimitsMinor[0])),
    arrayOf(accounts.map(({ dayLimitsMinor }) => dayLimitsMinor[1])),
    book.head.seq,
    accounts.length,
    book.nowMs,
    book.earliestDeadlineMs ?? noDeadlineMs,
  ],
});
