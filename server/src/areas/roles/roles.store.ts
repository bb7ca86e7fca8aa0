import { permissions as contractPermissions } from '@tonle/contract/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

export interface RoleRow {
  readonly id: bigint;
  readonly name: string;
  readonly permissions: string[];
  readonly userCount: number;
  readonly changed: Date;
}
export interface Paging<Field extends string> {
  readonly page: number;
  readonly size: number;
  readonly filter?: string | undefined;
  readonly sort: { readonly field: Field; readonly direction: 'asc' | 'desc' };
}

const roleColumns = sql`r.id, r.name, r.changed,
  ARRAY(SELECT p.permission FROM role_permission p WHERE p.role_id = r.id ORDER BY 1) AS permissions,
  (SELECT count(*)::int FROM console_user_role ur WHERE ur.role_id = r.id) AS "userCount"`;

const directions = { asc: sql`ASC`, desc: sql`DESC` };
const roleOrder = { name: sql`lower(name)`, changed: sql`changed`, userCount: sql`"userCount"` };

/** Where the text stands anywhere in the column; no sign of it means anything else. */
const has = (column: ReturnType<typeof sql.ref>, filter: string | undefined) =>
  sql<boolean>`(${filter ?? null}::text IS NULL OR strpos(lower(${column}), lower(${filter ?? ''}::text)) > 0)`;

export async function listRoles(
  tx: Tx,
  { page, size, filter, sort }: Paging<'name' | 'changed' | 'userCount'>,
): Promise<{ rows: RoleRow[]; total: number }> {
  const matches = has(sql.ref('r.name'), filter);
  const { rows } = await sql<RoleRow>`
    SELECT * FROM (SELECT ${roleColumns} FROM role r WHERE ${matches}) AS found
    ORDER BY ${roleOrder[sort.field]} ${directions[sort.direction]}, id LIMIT ${size} OFFSET ${page * size}`.execute(
    tx,
  );
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM role r WHERE ${matches}`.execute(tx);
  return { rows, total: counted[0]?.total ?? 0 };
}

export async function findRole(tx: Tx, id: bigint): Promise<RoleRow | undefined> {
  const { rows } = await sql<RoleRow>`SELECT ${roleColumns} FROM role r WHERE r.id = ${id}`.execute(tx);
  return rows[0];
}

export async function isRoleNameTaken(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT id FROM role WHERE lower(name) = lower(${name})`.execute(tx);
  return rows.length > 0;
}

export async function insertRole(
  tx: Tx,
  name: string,
  permissions: readonly string[],
  at?: Date,
): Promise<bigint> {
  const { id } = await tx
    .insertInto('role')
    .values({ name, ...(at === undefined ? {} : { created: at, changed: at }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = permissions.map((permission) => ({ role_id: id, permission }));
  if (rows.length > 0) await tx.insertInto('role_permission').values(rows).execute();
  return id;
}

export async function replacePermissions(tx: Tx, id: bigint, permissions: readonly string[]): Promise<void> {
  const wanted = [...permissions];
  await sql`DELETE FROM role_permission WHERE role_id = ${id} AND NOT permission = ANY (${wanted}::text[])`.execute(
    tx,
  );
  await sql`INSERT INTO role_permission (role_id, permission) SELECT ${id}::bigint, unnest(${wanted}::text[])
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`UPDATE role SET changed = clock_timestamp() WHERE id = ${id}`.execute(tx);
}

export async function deleteRole(tx: Tx, id: bigint): Promise<void> {
  await tx.deleteFrom('role').where('id', '=', id).execute();
}

/** The logins of those who hold a role, the first few of them. */
export async function holdersOf(tx: Tx, roleId: bigint, max: number): Promise<string[]> {
  const { rows } = await sql<{ login: string }>`
    SELECT u.login FROM console_user_role ur JOIN console_user u ON u.id = ur.user_id
    WHERE ur.role_id = ${roleId} ORDER BY u.login LIMIT ${max}`.execute(tx);
  return rows.map((it) => it.login);
}

export async function isHeldBy(tx: Tx, roleId: bigint, userId: bigint): Promise<boolean> {
  const { rows } = await sql`
    SELECT role_id FROM console_user_role WHERE role_id = ${roleId} AND user_id = ${userId}`.execute(tx);
  return rows.length > 0;
}

/** Which of these roles there are. */
export async function existingRoles(tx: Tx, ids: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM role WHERE id = ANY (${[...ids]}::bigint[])`.execute(tx);
  return rows.map((it) => it.id);
}

export interface PermissionRow {
  readonly id: string;
  readonly name: string;
  readonly inContract: boolean;
  readonly roleCount: number;
}

/** Those of the contract, whose id is their name, and those that were created. */
const allPermissions = sql`
  (SELECT name AS id, name, true AS "inContract" FROM unnest(${[...contractPermissions]}::text[]) AS name
   UNION ALL SELECT id::text, name, false FROM permission)`;
const withRoleCount = sql`a.*, (SELECT count(*)::int FROM role_permission p WHERE p.permission = a.name) AS "roleCount"`;

export async function listPermissions(
  tx: Tx,
  { page, size, filter, sort }: Paging<'name'>,
): Promise<{ rows: PermissionRow[]; total: number }> {
  const matches = has(sql.ref('a.name'), filter);
  const { rows } = await sql<PermissionRow>`
    SELECT ${withRoleCount} FROM ${allPermissions} AS a WHERE ${matches}
    ORDER BY lower(a.name) ${directions[sort.direction]}, a.name LIMIT ${size} OFFSET ${page * size}`.execute(
    tx,
  );
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM ${allPermissions} AS a WHERE ${matches}`.execute(tx);
  return { rows, total: counted[0]?.total ?? 0 };
}

export async function findPermission(tx: Tx, id: string): Promise<PermissionRow | undefined> {
  const { rows } = await sql<PermissionRow>`
    SELECT ${withRoleCount} FROM ${allPermissions} AS a WHERE a.id = ${id}`.execute(tx);
  return rows[0];
}

/** Which of these names are no permission. */
export async function unknownPermissions(tx: Tx, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT given.name FROM unnest(${[...names]}::text[]) AS given (name)
    WHERE NOT EXISTS (SELECT FROM ${allPermissions} AS a WHERE a.name = given.name)`.execute(tx);
  return rows.map((it) => it.name);
}

export async function isPermissionNameTaken(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT a.name FROM ${allPermissions} AS a WHERE lower(a.name) = lower(${name})`.execute(tx);
  return rows.length > 0;
}

export async function insertPermission(tx: Tx, name: string): Promise<bigint> {
  const { id } = await tx.insertInto('permission').values({ name }).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function deletePermission(tx: Tx, id: bigint): Promise<void> {
  await tx.deleteFrom('permission').where('id', '=', id).execute();
}

/** The names of the roles that carry a permission, the first few of them. */
export async function rolesWith(tx: Tx, permission: string, max: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT r.name FROM role_permission p JOIN role r ON r.id = p.role_id
    WHERE p.permission = ${permission} ORDER BY lower(r.name) LIMIT ${max}`.execute(tx);
  return rows.map((it) => it.name);
}
