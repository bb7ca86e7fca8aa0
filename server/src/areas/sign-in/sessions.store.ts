import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tx.ts';

export interface OwnSessionRow {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly created: Date;
  readonly lastSeen: Date;
  readonly expires: Date;
  readonly address: string;
  readonly userAgent: string;
}

/** What names a session to its user: nothing that a token could be made of. */
const shownId = sql<string>`left(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 32)`;

/** A person's open sessions, the latest used first. */
export async function listSessions(
  tx: Db,
  it: { userId: bigint; currentId: string; idleSecondsMax: number },
): Promise<OwnSessionRow[]> {
  const { rows } = await sql<OwnSessionRow>`
    SELECT ${shownId} AS id, id = ${it.currentId} AS "isCurrent", created, last_seen AS "lastSeen", expires,
      address, user_agent AS "userAgent"
    FROM session WHERE user_id = ${it.userId} AND ended_at IS NULL AND expires > now()
      AND last_seen > now() - make_interval(secs => ${it.idleSecondsMax}::int)
    ORDER BY last_seen DESC, created DESC LIMIT 200`.execute(tx);
  return rows;
}

/** Ends one of a person's sessions; false where it is not theirs, or not open. */
export async function endSessionOf(tx: Tx, userId: bigint, id: string): Promise<boolean> {
  const { rows } = await sql`UPDATE session SET ended_at = now()
    WHERE user_id = ${userId} AND ended_at IS NULL AND ${shownId} = ${id} RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Ends all of a person's sessions but one; answers how many. */
export async function endSessionsOf(tx: Tx, userId: bigint, exceptId: string | null): Promise<number> {
  const { rows } = await sql`UPDATE session SET ended_at = now()
    WHERE user_id = ${userId} AND ended_at IS NULL AND id IS DISTINCT FROM ${exceptId} RETURNING id`.execute(
    tx,
  );
  return rows.length;
}

/** Drops rows a day after they could last have been open; those that somebody else is dropping are left. */
export async function forgetSessions(db: Db, max: number): Promise<number> {
  const { rows } = await sql`DELETE FROM session WHERE id IN (
    SELECT id FROM session WHERE expires < now() - interval '1 day' ORDER BY expires LIMIT ${max}
    FOR UPDATE SKIP LOCKED) RETURNING id`.execute(db);
  return rows.length;
}
