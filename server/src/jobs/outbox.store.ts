import { sql } from 'kysely';
import type { Db, Tx } from '../db/tx.ts';

export type Channel = 'MAIL' | 'SMS';

export interface OutgoingRow {
  readonly id: bigint;
  readonly channel: Channel;
  readonly recipient: string;
  readonly sealed: Buffer | null;
  readonly attempts: number;
}

export interface ShownRow {
  readonly id: bigint;
  readonly channel: Channel;
  readonly purpose: string;
  readonly recipient: string;
  readonly sealed: Buffer | null;
  readonly created: Date;
  readonly state: 'WAITING' | 'SENT' | 'FAILED';
}

export interface NewOutgoing {
  readonly channel: Channel;
  readonly purpose: string;
  readonly subjectId: string | null;
  /** Null writes nothing, by the same statement. */
  readonly recipient: string | null;
  readonly sealed: Buffer;
  readonly minutes: number;
}

export async function insertOutgoing(tx: Tx, it: NewOutgoing): Promise<void> {
  await sql`INSERT INTO outgoing_message (channel, purpose, subject_id, recipient, sealed, expires)
    SELECT ${it.channel}, ${it.purpose}, ${it.subjectId}, r, ${it.sealed},
      clock_timestamp() + make_interval(mins => ${it.minutes}::int)
    FROM (VALUES (${it.recipient}::text)) AS given (r) WHERE r IS NOT NULL`.execute(tx);
}

/** How many messages about somebody there were lately. */
export async function countLately(
  tx: Tx,
  subjectId: string,
  purpose: string,
  minutes: number,
): Promise<number> {
  const { count } = await tx
    .selectFrom('outgoing_message')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('subject_id', '=', subjectId)
    .where('purpose', '=', purpose)
    .where('created', '>', sql<Date>`clock_timestamp() - make_interval(mins => ${minutes}::int)`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Takes what is due and holds it for a while; another server takes other messages. */
export async function claimOutgoing(
  db: Db,
  channels: readonly Channel[],
  max: number,
  leaseSeconds: number,
): Promise<OutgoingRow[]> {
  const { rows } = await sql<OutgoingRow>`
    UPDATE outgoing_message SET attempts = attempts + 1,
      leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}::int)
    WHERE id IN (SELECT id FROM outgoing_message
      WHERE state = 'WAITING' AND channel = ANY(${[...channels]}::text[]) AND next_attempt <= clock_timestamp()
        AND (leased_until IS NULL OR leased_until < clock_timestamp())
      ORDER BY next_attempt, id LIMIT ${max} FOR UPDATE SKIP LOCKED)
    RETURNING id, channel, recipient, sealed, attempts`.execute(db);
  return rows;
}

/** Delivered, or given up. What it said goes, unless the demo shows it. */
export async function settleOutgoing(
  db: Db,
  id: bigint,
  state: 'SENT' | 'FAILED',
  { reason = null, keepsText = false }: { reason?: string | null; keepsText?: boolean } = {},
): Promise<void> {
  await db
    .updateTable('outgoing_message')
    .set({
      state,
      reason,
      settled_at: sql<Date>`clock_timestamp()`,
      leased_until: null,
      ...(keepsText ? {} : { sealed: null }),
    })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .execute();
}

export async function postponeOutgoing(db: Db, id: bigint, seconds: number, reason: string): Promise<void> {
  await db
    .updateTable('outgoing_message')
    .set({
      next_attempt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
      leased_until: null,
      reason,
    })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .execute();
}

/** Gives up what has become useless, and forgets what is a week old. */
export async function expireOutgoing(db: Db): Promise<void> {
  await sql`UPDATE outgoing_message SET state = 'FAILED', reason = coalesce(reason, 'expired'), sealed = NULL,
      settled_at = clock_timestamp(), leased_until = NULL
    WHERE state = 'WAITING' AND expires <= clock_timestamp()
      AND (leased_until IS NULL OR leased_until < clock_timestamp())`.execute(db);
  await sql`DELETE FROM outgoing_message WHERE created < clock_timestamp() - interval '7 days'`.execute(db);
}

export const latestOutgoing = (db: Db, max: number): Promise<ShownRow[]> =>
  db
    .selectFrom('outgoing_message')
    .select(['id', 'channel', 'purpose', 'recipient', 'sealed', 'created', 'state'])
    .orderBy('id', 'desc')
    .limit(max)
    .execute();
