import { arrayOf, textArray } from './array-literal.ts';
import type { Book, BookAccount } from './book.ts';
import type { Statement } from './database.ts';

/**
 * For a batch that was decided on memory: locks the head and then its accounts in id order, as the load does, and fails the
 * transaction unless all of them are as remembered, the clock is near what was assumed, and no accepted command's deadline has
 * passed by the database's own clock, read after the locks were had. The write that follows then starts from the same state.
 */
const guardText = `
WITH head AS MATERIALIZED (
  SELECT seq FROM ledger_head WHERE id = 1 FOR NO KEY UPDATE
), same AS MATERIALIZED (
  SELECT s.account_id
  FROM unnest($3::text[], $4::boolean[], $5::text[], $6::bigint[], $7::bigint[])
    AS known (account_id, frozen, status, khr, usd)
  JOIN account_state s ON s.account_id = known.account_id AND s.frozen = known.frozen AND s.status = known.status
    AND s.day_limit_khr_minor IS NOT DISTINCT FROM known.khr AND s.day_limit_usd_minor IS NOT DISTINCT FROM known.usd
  WHERE (SELECT seq FROM head) = $1::bigint
  ORDER BY s.account_id FOR NO KEY UPDATE OF s
)
SELECT locked = $8::bigint OR refuse_batch('account_state'),
  (abs(now_ms - $2::bigint) < 1000 AND now_ms <= $9::bigint) OR refuse_batch('clock')
FROM (SELECT (SELECT count(*) FROM same) AS locked, extract(epoch FROM clock_timestamp()) * 1000 AS now_ms) AS clock`;

const noDeadlineMs = 8_640_000_000_000_000;

export function guardStatement(book: Book, accounts: readonly BookAccount[]): Statement {
  return {
    name: 'ledger_guard',
    text: guardText,
    values: [
      book.head.seq,
      book.nowMs,
      textArray(accounts.map(({ accountId }) => accountId)),
      arrayOf(accounts.map(({ frozen }) => frozen)),
      textArray(accounts.map(({ status }) => status)),
      arrayOf(accounts.map(({ dayLimitsMinor }) => dayLimitsMinor[0])),
      arrayOf(accounts.map(({ dayLimitsMinor }) => dayLimitsMinor[1])),
      accounts.length,
      book.earliestDeadlineMs ?? noDeadlineMs,
    ],
  };
}
