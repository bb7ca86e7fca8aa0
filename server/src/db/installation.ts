import type { ClientBase, Pool } from 'pg';
import type { InstallationKind } from './tables/house.ts';

interface Installation {
  kind: InstallationKind;
  seeded_at: Date | null;
}

/** The version as a number: 180004 is 18.4. */
export async function serverVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ number: number }>(
    "SELECT current_setting('server_version_num')::int AS number",
  );
  return rows[0]?.number ?? 0;
}

/** Whether a bank has been started on this database. */
export async function isInstalled(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ known: boolean }>(
    "SELECT to_regclass('public.installation') IS NOT NULL AS known",
  );
  return rows[0]?.known === true;
}

/** Writes what this database is, unless it already says so. */
export async function markInstallation(
  owner: ClientBase,
  kind: InstallationKind,
): Promise<{ isNew: boolean; found: Installation }> {
  const made = await owner.query(
    'INSERT INTO installation (kind) VALUES ($1) ON CONFLICT (one_row) DO NOTHING',
    [kind],
  );
  const { rows } = await owner.query<Installation>('SELECT kind, seeded_at FROM installation');
  return { isNew: made.rowCount === 1, found: rows[0] ?? { kind, seeded_at: null } };
}

export async function markSeeded(owner: ClientBase): Promise<void> {
  await owner.query('UPDATE installation SET seeded_at = now()');
}

/** Takes everything out of the database; for a demo bank that was not finished. */
export async function clearSchema(owner: ClientBase): Promise<void> {
  await owner.query('DROP SCHEMA public CASCADE');
  await owner.query('DROP SCHEMA IF EXISTS graphile_worker CASCADE');
  await owner.query('CREATE SCHEMA public');
}

/** Whether the serving role could do what its grants forbid: as a superuser, or by becoming the owner. */
export async function isStrongerThanServing(owner: ClientBase, servingRole: string): Promise<boolean> {
  const { rows } = await owner.query<{ strong: boolean }>(
    `SELECT rolsuper OR pg_has_role(rolname, current_user, 'MEMBER') AS strong FROM pg_roles WHERE rolname = $1`,
    [servingRole],
  );
  return rows[0]?.strong === true;
}

/** The names of the migrations this database has had. */
export async function appliedMigrations(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM schema_migration');
  return new Set(rows.map(({ name }) => name));
}
