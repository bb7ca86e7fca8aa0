import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { prepareJobQueue } from './job-queue.ts';

/** What stands in the way of a start, in a sentence for the person who started it. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused';
}

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export interface MigrateOptions {
  /** The role that owns the schema; nothing else ever uses it. */
  ownerUrl: string;
  /** The role that serves; it is granted what each migration grants, and owns nothing. */
  servingRole: string;
  directory?: string;
  onProgress?: (line: string) => void;
}

export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, 'migrations');

/** "tonl" as a number: the advisory lock that lets one server migrate while the others wait. */
const MIGRATION_LOCK = 0x746f6e6c;
const FILE_NAME = /^\d{3}-[a-z0-9-]+\.sql$/;

/** The migrations in their order; the number in front is the order. */
export function readMigrations(directory: string = MIGRATIONS_DIRECTORY): Migration[] {
  const names = readdirSync(directory).sort();
  const odd = names.find((name) => !FILE_NAME.test(name));
  if (odd !== undefined) throw new Error(`${odd} in the migrations folder is not named NNN-area-what.sql`);
  const twin = names.find((name, index) => name.slice(0, 3) === names[index - 1]?.slice(0, 3));
  if (twin !== undefined) throw new Error(`two migrations have the number of ${twin}`);
  return names.map((name) => {
    const sql = readFileSync(join(directory, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** One value for a whole set of migrations: equal sets make equal databases. */
export function migrationsHash(migrations: readonly Migration[]): string {
  const hash = createHash('sha256');
  for (const { name, checksum } of migrations) hash.update(`${name} ${checksum}\n`);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Brings the database up to the code: what is missing is applied in order, each file in a transaction of its own.
 * The lock belongs to the connection, so a server that dies midway frees it and the next one goes on from the last
 * whole migration.
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = readMigrations(options.directory);
  const client = new pg.Client({
    connectionString: options.ownerUrl,
    application_name: 'tonle-migrate',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await prepare(client, options.servingRole);
    const pending = await pendingOf(client, migrations);
    for (const migration of pending) {
      options.onProgress?.(`Updating the database: ${migration.name}`);
      await apply(client, migration, options.servingRole);
    }
    await prepareJobQueue(client, options);
    return { applied: pending.map(({ name }) => name) };
  } finally {
    await client.end().catch(() => {});
  }
}

async function prepare(client: pg.Client, servingRole: string): Promise<void> {
  const role = client.escapeIdentifier(servingRole);
  const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [servingRole]);
  if (found.rowCount === 0) {
    throw new MigrationRefused(
      `The database has no role ${role} for the server to work as. Create it: CREATE ROLE ${role} LOGIN PASSWORD '…';`,
    );
  }
  await client.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_migration (
      name       text PRIMARY KEY,
      checksum   text NOT NULL,
      applied_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
  await client.query(`GRANT SELECT ON schema_migration TO ${role}`);
}

async function pendingOf(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration ORDER BY name COLLATE "C"',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of rows) {
    const migration = known.get(row.name);
    if (migration === undefined) {
      throw new MigrationRefused(
        `The database is newer than this version of Tonle (it has ${row.name}). Start the version that made it, or a later one.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new MigrationRefused(
        `The migration ${row.name} is not the one this database was made with. Migrations are never edited: restore the file, or begin with an empty database.`,
      );
    }
  }
  const applied = new Set(rows.map(({ name }) => name));
  const last = rows.at(-1)?.name ?? '';
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late !== undefined) {
    throw new MigrationRefused(
      `The migration ${late.name} comes before ${last}, which this database already has. Give it a later number, or begin with an empty database.`,
    );
  }
  return pending;
}

async function apply(client: pg.Client, migration: Migration, servingRole: string): Promise<void> {
  const sql = migration.sql.replaceAll(':"serving"', client.escapeIdentifier(servingRole));
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${migration.name}${lineOf(error, sql)} failed: ${reason}`, { cause: error });
  }
}

/** Where PostgreSQL says the fault is, as a line of the file. */
function lineOf(error: unknown, sql: string): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  return Number.isNaN(position) ? '' : `, line ${sql.slice(0, position).split('\n').length},`;
}
