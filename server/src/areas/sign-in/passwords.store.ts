import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { oneTimeHashOf, passwordHashOf } from './sign-in.store.ts';

export interface PasswordOwner {
  readonly id: bigint;
  /** What stands in the row, to see whether somebody else changed it meanwhile. */
  readonly storedHash: string;
  readonly passwordHash: string | null;
  readonly oneTimeHash: string | null;
  readonly ageHours: number;
  readonly forcePasswordChange: boolean;
  /** The latest first, without the current one. */
  readonly earlierHashes: readonly string[];
}

/** A person's passwords, as far as the history goes. */
export async function findPasswordOwner(tx: Tx, userId: bigint): Promise<PasswordOwner | undefined> {
  const { rows } = await sql<PasswordOwner>`
    SELECT u.id, u.password_hash AS "storedHash", ${passwordHashOf} AS "passwordHash", ${oneTimeHashOf} AS "oneTimeHash",
      extract(epoch FROM now() - u.password_changed_at)::float8 / 3600 AS "ageHours",
      u.force_password_change AS "forcePasswordChange",
      ARRAY(SELECT p.password_hash FROM console_user_password p WHERE p.user_id = u.id
        ORDER BY p.changed_at DESC) AS "earlierHashes"
    FROM console_user u WHERE u.id = ${userId}`.execute(tx);
  return rows[0];
}

/** Sets a new password where the old one is still what it was; false where it is not. */
export async function replacePassword(
  tx: Tx,
  owner: PasswordOwner,
  it: { hash: string; history: number },
): Promise<boolean> {
  await keepEarlier(tx, owner.id);
  const { rows } = await sql`
    UPDATE console_user SET password_hash = ${it.hash}, password_changed_at = now(), force_password_change = false,
      one_time_password_hash = NULL, one_time_password_expires = NULL
    WHERE id = ${owner.id} AND password_hash = ${owner.storedHash} RETURNING id`.execute(tx);
  await sql`DELETE FROM console_user_password WHERE user_id = ${owner.id} AND changed_at < (
    SELECT min(changed_at) FROM (SELECT changed_at FROM console_user_password WHERE user_id = ${owner.id}
      ORDER BY changed_at DESC LIMIT ${Math.max(1, it.history)}) AS kept)`.execute(tx);
  return rows.length === 1;
}

/**
 * Puts the current password among the earlier ones; a one-time password is none. The person is held first: two that put the
 * same one there would else wait for each other.
 */
async function keepEarlier(tx: Tx, userId: bigint): Promise<void> {
  await sql`INSERT INTO console_user_password (user_id, password_hash, changed_at)
    SELECT id, password_hash, password_changed_at FROM console_user
    WHERE id = ${userId} AND password_hash NOT LIKE 'sha256:%' FOR NO KEY UPDATE
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** The one-time password of somebody who is held was used: the old one is no longer good, and a new one has to be chosen. */
export async function takeOneTimePassword(tx: Tx, userId: bigint): Promise<void> {
  await keepEarlier(tx, userId);
  await sql`UPDATE console_user SET password_hash = one_time_password_hash, force_password_change = true
    WHERE id = ${userId}`.execute(tx);
}

export interface ResetCandidate {
  readonly id: bigint;
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly blocked: boolean;
}

/** The person of a login, held so that requests at once are counted one after the other. */
export async function lockForReset(tx: Tx, login: string): Promise<ResetCandidate | undefined> {
  const { rows } = await sql<ResetCandidate>`
    SELECT id, login, first_name AS "firstName", last_name AS "lastName", email, blocked OR NOT activated AS blocked
    FROM console_user WHERE login = ${login} FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Gives a one-time password; with no id the same statement changes nothing. */
export async function setOneTimePassword(
  tx: Tx,
  userId: bigint | null,
  it: { hash: string; minutes: number },
): Promise<void> {
  await sql`UPDATE console_user SET one_time_password_hash = ${it.hash},
      one_time_password_expires = now() + make_interval(mins => ${it.minutes}::int)
    WHERE id = ${userId}::bigint`.execute(tx);
}
