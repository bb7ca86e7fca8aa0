import { type WaitingKind, waitingCountMax } from '@tonle/contract/events';
import { statesMatching } from '@tonle/ledger';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';

/** How much waits of each kind, and how much of that for longer than it should; each counted up to its limit. */
export type Waiting = Readonly<Record<WaitingKind, { count: number; overdue: number }>>;

/** Deposits to the main account that nobody has decided on (contract/transaction-states.ts): only they are in these states. */
const undecided = statesMatching({ types: ['DEPOSIT'], businessStatuses: ['RECEIVED_AT_FI'] });

const verification = (accountType: string) =>
  sql`SELECT requested_at AS since FROM verification_request
    WHERE account_type = ${accountType} AND status = 'PENDING' ORDER BY requested_at`;

const recovery = (...statuses: string[]) =>
  sql`SELECT updated AS since FROM key_recovery_request WHERE status = ANY (${statuses}::text[]) ORDER BY updated`;

/**
 * What waits, a row each with the time since when, the longest first. An area with a queue of its own adds a line. Deposits
 * are no requests: nobody is reminded of them.
 */
const queues: Readonly<Record<WaitingKind, RawBuilder<unknown>>> = {
  deposits: sql`SELECT NULL::timestamptz AS since FROM transaction_list
    WHERE incoming AND state = ANY (${undecided}::smallint[])`,
  'verification.mobile': verification('MOBILE'),
  'verification.desktop': verification('DESKTOP'),
  'verification.web': verification('WEB'),
  'contact-changes.verify': sql`SELECT status_since AS since FROM contact_change
    WHERE status = 'OPEN' ORDER BY status_since`,
  'contact-changes.authorize': sql`SELECT status_since AS since FROM contact_change
    WHERE status = 'VERIFIED' ORDER BY status_since`,
  'key-recovery.request': recovery('CREATED', 'VERIFIED'),
  'key-recovery.authorize': recovery('READY'),
};

export async function countWaiting(db: Db, overdueBefore: Date): Promise<Waiting> {
  const counts = Object.entries(queues).map(
    ([kind, queue]) => sql`SELECT ${kind}::text AS kind, count(*)::int AS count,
      count(*) FILTER (WHERE since < ${overdueBefore})::int AS overdue
      FROM (SELECT since FROM (${queue}) AS queue LIMIT ${waitingCountMax}) AS waiting`,
  );
  const { rows } = await sql<{ kind: WaitingKind; count: number; overdue: number }>`
    ${sql.join(counts, sql` UNION ALL `)}`.execute(db);
  return Object.fromEntries(rows.map(({ kind, ...it }) => [kind, it])) as Record<
    WaitingKind,
    { count: number; overdue: number }
  >;
}

/** False where a server has begun this day's reminders already. */
export async function beginReminderDay(tx: Tx, day: string): Promise<boolean> {
  const row = await tx
    .insertInto('reminder_day')
    .values({ day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst();
  if (row !== undefined) await tx.deleteFrom('reminder_day').where('day', '<', day).execute();
  return row !== undefined;
}
