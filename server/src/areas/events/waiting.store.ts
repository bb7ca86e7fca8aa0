import { type WaitingKind, waitingCountMax } from '@tonle/contract/events';
import { recoveryPatienceHours } from '@tonle/contract/key-recovery-states';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';
import { undecidedStates } from '../transactions/transactions.public.ts';

/** How much waits of each kind, and how much of that for longer than it should; each counted up to its limit. */
export type Waiting = Readonly<Record<WaitingKind, { count: number; overdue: number }>>;

/** How patient the bank is, and by which clock. */
export type Patience = { hours: number; now: Date };

type Queue = (hours: number) => RawBuilder<unknown>;

const late = (since: RawBuilder<unknown>, hours: number) =>
  sql`${since} + make_interval(hours => ${hours}::int)`;

const verification =
  (accountType: string): Queue =>
  (hours) =>
    sql`SELECT ${late(sql`requested_at`, hours)} AS overdue_at FROM verification_request
      WHERE account_type = ${accountType} AND status = 'PENDING' ORDER BY requested_at`;

const contactChange =
  (status: string): Queue =>
  (hours) =>
    sql`SELECT ${late(sql`status_since`, hours)} AS overdue_at FROM contact_change
      WHERE status = ${status} ORDER BY status_since`;

/** A recovery fails by itself: it has waited too long well before that (decision 110). */
const recovery =
  (...statuses: string[]): Queue =>
  (hours) =>
    sql`SELECT least(${late(sql`updated`, Math.min(hours, recoveryPatienceHours))},
        ${late(sql`expires`, -recoveryPatienceHours)}) AS overdue_at
      FROM key_recovery_request WHERE status = ANY (${statuses}::text[]) ORDER BY overdue_at`;

/**
 * What waits, a row each with the time from which on it has waited too long, the longest first. An area with a queue of its
 * own adds a line. Deposits are no requests: nobody is reminded of them.
 */
const queues: Readonly<Record<WaitingKind, Queue>> = {
  deposits: () => sql`SELECT NULL::timestamptz AS overdue_at FROM transaction_list
    WHERE incoming AND state = ANY (${undecidedStates}::smallint[])`,
  'verification.mobile': verification('MOBILE'),
  'verification.desktop': verification('DESKTOP'),
  'verification.web': verification('WEB'),
  'contact-changes.verify': contactChange('OPEN'),
  'contact-changes.authorize': contactChange('VERIFIED'),
  'key-recovery.request': recovery('CREATED', 'VERIFIED'),
  'key-recovery.authorize': recovery('READY'),
};

export async function countWaiting(db: Db, { hours, now }: Patience): Promise<Waiting> {
  const counts = Object.entries(queues).map(
    ([kind, queue]) => sql`SELECT ${kind}::text AS kind, count(*)::int AS count,
      count(*) FILTER (WHERE overdue_at < ${now})::int AS overdue
      FROM (SELECT overdue_at FROM (${queue(hours)}) AS queue LIMIT ${waitingCountMax}) AS waiting`,
  );
  const { rows } = await sql<{ kind: WaitingKind; count: number; overdue: number }>`
    ${sql.join(counts, sql` UNION ALL `)}`.execute(db);
  return Object.fromEntries(rows.map(({ kind, ...it }) => [kind, it])) as Record<
    WaitingKind,
    { count: number; overdue: number }
  >;
}

/** Takes upon itself this day's reminders of these kinds; without those that a server has begun already. */
export async function beginReminders(
  tx: Tx,
  day: string,
  kinds: readonly WaitingKind[],
): Promise<ReadonlySet<WaitingKind>> {
  const begun = await tx
    .insertInto('reminder_day')
    .values(kinds.map((kind) => ({ day, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute();
  if (begun.length > 0) await tx.deleteFrom('reminder_day').where('day', '<', day).execute();
  return new Set(begun.map((it) => it.kind));
}
