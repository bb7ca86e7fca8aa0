import type { Authority } from '@tonle/contract/permissions';
import { sql } from 'kysely';
import type { SignInSettings } from '../../config.ts';
import type { Db, Tx } from '../../db/tx.ts';
import type { SessionScope } from '../../http/call.ts';

export type LockRules = Pick<
  SignInSettings,
  'failuresMax' | 'lockMinutes' | 'addressFailuresMax' | 'addressMinutes'
>;

/** Counts a failure of this address before anything is checked, and answers how many there are in its window. */
export async function countAddress(
  tx: Tx,
  address: string,
  rules: LockRules,
): Promise<{ failures: number; secondsLeft: number }> {
  const { rows } = await sql<{ failures: number; seconds: number }>`
    INSERT INTO sign_in_address AS a (address, failures, window_ends)
    VALUES (${address}, 1, now() + make_interval(mins => ${rules.addressMinutes}))
    ON CONFLICT (address) DO UPDATE SET
      failures = CASE WHEN a.window_ends <= now() THEN 1 ELSE a.failures + 1 END,
      window_ends = CASE WHEN a.window_ends <= now() THEN excluded.window_ends ELSE a.window_ends END
    RETURNING failures, ceil(extract(epoch FROM window_ends - now()))::int AS seconds`.execute(tx);
  const row = rows[0] ?? { failures: 0, seconds: 0 };
  return { failures: row.failures, secondsLeft: row.seconds };
}

/** The failure that was counted was none. */
export async function uncountAddress(tx: Tx, address: string): Promise<void> {
  await sql`UPDATE sign_in_address SET failures = failures - 1 WHERE address = ${address} AND failures > 0`.execute(
    tx,
  );
}

/** Drops what no longer counts; rows that somebody is counting in are left for next time. */
export async function forgetAddresses(tx: Tx): Promise<void> {
  await sql`DELETE FROM sign_in_address WHERE address IN (
    SELECT address FROM sign_in_address WHERE window_ends <= now() LIMIT 100 FOR UPDATE SKIP LOCKED)`.execute(
    tx,
  );
}

export interface Candidate {
  readonly id: bigint;
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  /** Null once a one-time password has taken the password's place. */
  readonly passwordHash: string | null;
  readonly passwordAgeDays: number;
  readonly forcePasswordChange: boolean;
  /** Of a one-time password that is still good. */
  readonly oneTimeHash: string | null;
  readonly blocked: boolean;
  readonly authorities: readonly Authority[];
  readonly roleNames: readonly string[];
  readonly rolePermissions: readonly string[];
}

/** The person of a login, with what a token says of them. */
export async function findCandidate(tx: Tx, login: string): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    SELECT u.id, u.login, u.first_name AS "firstName", u.last_name AS "lastName", u.email,
      ${passwordHashOf} AS "passwordHash", ${oneTimeHashOf} AS "oneTimeHash",
      extract(epoch FROM now() - u.password_changed_at)::float8 / 86400 AS "passwordAgeDays",
      u.force_password_change AS "forcePasswordChange", u.blocked OR NOT u.activated AS blocked,
      ${authoritiesOf} AS authorities, ${roleNamesOf} AS "roleNames", ${rolePermissionsOf} AS "rolePermissions"
    FROM console_user u WHERE u.login = ${login}`.execute(tx);
  return rows[0];
}

/**
 * Holds on to a person until the transaction ends, so that a block or another password comes before their session, or after
 * it and ends it; false where one has come since they were found, or where the one-time password that they came with was
 * replaced or ran out.
 */
export async function lockAsChecked(
  tx: Tx,
  { id, passwordHash, oneTimeHash }: Pick<Candidate, 'id' | 'passwordHash' | 'oneTimeHash'>,
  isOneTime: boolean,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM console_user u WHERE u.id = ${id} AND NOT u.blocked AND u.activated
    AND ${passwordHashOf} IS NOT DISTINCT FROM ${passwordHash}
    AND (NOT ${isOneTime}::boolean OR ${oneTimeHashOf} = ${oneTimeHash}) FOR NO KEY UPDATE`.execute(tx);
  return rows.length === 1;
}

/** A used one-time password stands in the password's place: then there is no password to check. */
export const passwordHashOf = sql<
  string | null
>`CASE WHEN u.password_hash LIKE 'sha256:%' THEN NULL ELSE u.password_hash END`;
export const oneTimeHashOf = sql<
  string | null
>`CASE WHEN u.one_time_password_expires > now() THEN u.one_time_password_hash END`;

export const authoritiesOf = sql<
  Authority[]
>`ARRAY(SELECT a.authority FROM console_user_authority a WHERE a.user_id = u.id ORDER BY 1)`;
const roleNamesOf = sql<
  string[]
>`ARRAY(SELECT r.name FROM console_user_role ur JOIN role r ON r.id = ur.role_id
  WHERE ur.user_id = u.id ORDER BY 1)`;
export const rolesOf = sql<{ id: string; name: string }[]>`
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id::text, 'name', r.name) ORDER BY r.name), '[]')
    FROM console_user_role ur JOIN role r ON r.id = ur.role_id WHERE ur.user_id = u.id)`;
export const rolePermissionsOf = sql<string[]>`ARRAY(SELECT DISTINCT p.permission FROM console_user_role ur
  JOIN role_permission p ON p.role_id = ur.role_id WHERE ur.user_id = u.id)`;

/**
 * Counts a failure of this person before the password is hashed: of any number of guesses at once, only `failuresMax` get
 * an answer here. Undefined where the account is locked already, or where there is none: the statement is the same.
 */
export async function countAttempt(
  tx: Tx,
  login: string,
  rules: LockRules,
): Promise<{ failures: number } | undefined> {
  const { rows } = await sql<{ failures: number }>`
    INSERT INTO sign_in_attempt AS t (user_id, failures) SELECT id, 1 FROM console_user WHERE login = ${login}
    ON CONFLICT (user_id) DO UPDATE SET
      failures = CASE WHEN t.locked_until IS NULL THEN t.failures + 1 ELSE 1 END,
      locked_until = CASE WHEN t.locked_until IS NULL AND t.failures + 1 >= ${rules.failuresMax}
        THEN now() + make_interval(mins => ${rules.lockMinutes}) END
      WHERE t.locked_until IS NULL OR t.locked_until <= now()
    RETURNING failures`.execute(tx);
  return rows[0];
}

/** How long the lock lasts, at least a second. */
export async function lockSecondsLeft(tx: Tx, userId: bigint): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT greatest(1, ceil(extract(epoch FROM locked_until - now())))::int AS seconds
    FROM sign_in_attempt WHERE user_id = ${userId}`.execute(tx);
  return rows[0]?.seconds ?? 1;
}

export async function clearAttempts(tx: Tx, userId: bigint): Promise<void> {
  await tx
    .updateTable('sign_in_attempt')
    .set({ failures: 0, locked_until: null })
    .where('user_id', '=', userId)
    .execute();
}

export interface NewSession {
  readonly id: string;
  readonly userId: bigint;
  readonly scope: SessionScope;
  readonly hours: number;
  readonly address: string;
  readonly userAgent: string;
}

/** Opens a session and answers when it ends at the latest, in seconds since 1970. */
export async function insertSession(tx: Tx, it: NewSession): Promise<number> {
  const { expires } = await tx
    .insertInto('session')
    .values({
      id: it.id,
      user_id: it.userId,
      scope: it.scope,
      expires: sql<Date>`now() + make_interval(hours => ${it.hours})`,
      address: it.address,
      user_agent: it.userAgent,
    })
    .returning('expires')
    .executeTakeFirstOrThrow();
  return Math.floor(expires.getTime() / 1000);
}

export interface SessionRow {
  readonly id: string;
  readonly scope: SessionScope;
  readonly userId: bigint;
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly authorities: Authority[];
  readonly roles: { id: string; name: string }[];
  readonly rolePermissions: string[];
  readonly idleSecondsLeft: number;
  readonly secondsLeft: number;
  readonly seenSecondsAgo: number;
}

/** The session and all that its user may do at this moment, in one query; undefined where it holds no more. */
export async function findLiveSession(
  tx: Db,
  id: string,
  idleSecondsMax: number,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    SELECT s.id, s.scope, u.id AS "userId", u.login, u.first_name AS "firstName", u.last_name AS "lastName", u.email,
      ${authoritiesOf} AS authorities,
      ${rolesOf} AS roles,
      ${rolePermissionsOf} AS "rolePermissions",
      floor(extract(epoch FROM s.last_seen - now()) + ${idleSecondsMax}::int)::int AS "idleSecondsLeft",
      floor(extract(epoch FROM s.expires - now()))::int AS "secondsLeft",
      extract(epoch FROM now() - s.last_seen)::float8 AS "seenSecondsAgo"
    FROM session s JOIN console_user u ON u.id = s.user_id
    WHERE s.id = ${id} AND s.ended_at IS NULL AND NOT u.blocked AND u.activated
      AND s.expires > now() AND s.last_seen > now() - make_interval(secs => ${idleSecondsMax}::int)`.execute(
    tx,
  );
  return rows[0];
}

/** Notes that a person is there. */
export async function touchSession(tx: Db, id: string): Promise<void> {
  await tx.updateTable('session').set({ last_seen: sql<Date>`now()` }).where('id', '=', id).execute();
}

/** Ends a session; answers whose it was, or undefined where it had ended. */
export async function endSession(tx: Tx, id: string): Promise<SessionOwner | undefined> {
  const { rows } = await sql<SessionOwner>`
    UPDATE session s SET ended_at = now() FROM console_user u
    WHERE s.id = ${id} AND s.ended_at IS NULL AND u.id = s.user_id
    RETURNING u.id AS "userId", u.login, u.first_name AS "firstName", u.last_name AS "lastName",
      ${authoritiesOf} AS authorities, ${roleNamesOf} AS "roleNames"`.execute(tx);
  return rows[0];
}

export interface SessionOwner {
  readonly userId: bigint;
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly authorities: readonly Authority[];
  readonly roleNames: readonly string[];
}

export interface NewConsoleUser {
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly passwordHash: string;
  readonly passwordChangedAt: Date;
  readonly forcePasswordChange: boolean;
  readonly authorities: readonly Authority[];
  readonly roleIds: readonly bigint[];
}

export async function insertConsoleUser(tx: Tx, it: NewConsoleUser): Promise<bigint> {
  const { id } = await tx
    .insertInto('console_user')
    .values({
      login: it.login,
      first_name: it.firstName,
      last_name: it.lastName,
      email: it.email,
      password_hash: it.passwordHash,
      password_changed_at: it.passwordChangedAt,
      force_password_change: it.forcePasswordChange,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const authorities = it.authorities.map((authority) => ({ user_id: id, authority }));
  if (authorities.length > 0) await tx.insertInto('console_user_authority').values(authorities).execute();
  const roles = it.roleIds.map((role_id) => ({ user_id: id, role_id }));
  if (roles.length > 0) await tx.insertInto('console_user_role').values(roles).execute();
  return id;
}
