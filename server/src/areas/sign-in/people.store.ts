import type { Authority } from '@tonle/contract/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { authoritiesOf, rolePermissionsOf, rolesOf } from './sign-in.store.ts';

/** Any number of its own: changes of who may do what are rare, and take turns. */
const RIGHTS_LOCK = 7_310_000_001n;

/** Until the transaction ends nobody else changes who may do what. */
export async function lockRights(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${RIGHTS_LOCK})`.execute(tx);
}

export interface Standing {
  readonly authorities: Authority[];
  readonly rolePermissions: string[];
}

/** What the session's person may do now; undefined where the session holds no more. */
export async function findStanding(tx: Tx, sessionId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    SELECT ${authoritiesOf} AS authorities, ${rolePermissionsOf} AS "rolePermissions"
    FROM session s JOIN console_user u ON u.id = s.user_id
    WHERE s.id = ${sessionId} AND s.ended_at IS NULL AND NOT u.blocked AND u.activated`.execute(tx);
  return rows[0];
}

/** A person of the console as others manage them. */
export interface Person {
  readonly id: bigint;
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly authorities: Authority[];
  readonly roles: { id: string; name: string }[];
  readonly blocked: boolean;
  readonly activated: boolean;
  readonly locked: boolean;
  readonly changed: Date;
}

export const personColumns = sql`u.id, u.login, u.first_name AS "firstName", u.last_name AS "lastName", u.email,
  ${authoritiesOf} AS authorities, ${rolesOf} AS roles, u.blocked, u.activated, u.changed,
  EXISTS (SELECT FROM sign_in_attempt t WHERE t.user_id = u.id AND t.locked_until > now()) AS locked`;

export async function findPerson(tx: Tx, id: bigint): Promise<Person | undefined> {
  const { rows } = await sql<Person>`SELECT ${personColumns} FROM console_user u WHERE u.id = ${id}`.execute(
    tx,
  );
  return rows[0];
}

export async function isLoginTaken(tx: Tx, login: string): Promise<boolean> {
  const row = await tx.selectFrom('console_user').select('id').where('login', '=', login).executeTakeFirst();
  return row !== undefined;
}

/** Names and e-mail; without any of them, only when something was changed. */
export async function changePerson(
  tx: Tx,
  id: bigint,
  it: { firstName?: string; lastName?: string; email?: string } = {},
): Promise<void> {
  await tx
    .updateTable('console_user')
    .set({
      ...(it.firstName === undefined ? {} : { first_name: it.firstName }),
      ...(it.lastName === undefined ? {} : { last_name: it.lastName }),
      ...(it.email === undefined ? {} : { email: it.email }),
      changed: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function replaceAuthorities(tx: Tx, id: bigint, authorities: readonly Authority[]) {
  await sql`DELETE FROM console_user_authority WHERE user_id = ${id} AND NOT authority = ANY (${[...authorities]}::text[])`.execute(
    tx,
  );
  await sql`INSERT INTO console_user_authority (user_id, authority) SELECT ${id}::bigint, unnest(${[...authorities]}::text[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

export async function replaceRoles(tx: Tx, id: bigint, roleIds: readonly bigint[]): Promise<void> {
  await sql`DELETE FROM console_user_role WHERE user_id = ${id} AND NOT role_id = ANY (${[...roleIds]}::bigint[])`.execute(
    tx,
  );
  await sql`INSERT INTO console_user_role (user_id, role_id) SELECT ${id}::bigint, unnest(${[...roleIds]}::bigint[])
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** False where the person was in that state already. */
export async function setBlocked(tx: Tx, id: bigint, blocked: boolean): Promise<boolean> {
  const { rows } = await sql`UPDATE console_user SET blocked = ${blocked}, changed = clock_timestamp()
    WHERE id = ${id} AND blocked <> ${blocked} RETURNING id`.execute(tx);
  return rows.length === 1;
}

/** How many access managers who can act there are beside this person. */
export async function countAccessManagers(tx: Tx, exceptId: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM console_user u JOIN console_user_authority a ON a.user_id = u.id
    WHERE a.authority = 'ROLE_ACCESS_MANAGER' AND NOT u.blocked AND u.activated AND u.id <> ${exceptId}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
