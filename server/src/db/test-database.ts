import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate, migrationsHash, readMigrations } from './migrate.ts';
import { type OpenDatabase, type OpenDatabaseOptions, openDatabase } from './pool.ts';

/** For processes that a test starts. */
export { openDatabase } from './pool.ts';

/** A migrated database of one's own, as the serving role sees it. */
export interface TestDatabase extends OpenDatabase, AsyncDisposable {
  readonly name: string;
  /** The serving role's URL, as a server process would get it. */
  readonly url: string;
  readonly ownerUrl: string;
  /** A superuser's view, for tests that tamper with what the serving role may not touch. */
  readonly owner: OpenDatabase;
  /** One more pool of the serving role, such as one that pipelines; closed when the database is dropped. */
  open(options: OpenDatabaseOptions): OpenDatabase;
  drop(): Promise<void>;
}

/** Set by the test run's global setup: a superuser's URL on a PostgreSQL that is there for tests only. */
export const TEST_POSTGRES_VARIABLE = 'TONLE_TEST_POSTGRES';

const OWNER = 'tonle_owner';
const SERVING = 'tonle_serving';
const TEMPLATE_LOCK = 0x74656d70;

function serverUrl(): string {
  const url = process.env[TEST_POSTGRES_VARIABLE];
  if (url === undefined || url === '') {
    throw new Error(`${TEST_POSTGRES_VARIABLE} is not set: run tests through vitest, playwright or npm test`);
  }
  return url;
}

function urlFor(name: string, user?: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  if (user !== undefined) {
    url.username = user;
    url.password = '';
  }
  return url.href;
}

async function asSuperuser<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: serverUrl() });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The template of these migrations, made once and then only copied; two test runs may ask for it at once. */
async function ensureTemplate(client: pg.Client): Promise<string> {
  const template = `tonle_template_${migrationsHash(readMigrations())}`;
  await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (found.rowCount === 1) return template;
    for (const role of [OWNER, SERVING]) {
      const known = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
      if (known.rowCount === 0) await client.query(`CREATE ROLE ${role} LOGIN`);
    }
    const draft = `${template}_${randomBytes(4).toString('hex')}`;
    await client.query(`CREATE DATABASE ${draft} OWNER ${OWNER}`);
    try {
      await migrate({ ownerUrl: urlFor(draft, OWNER), servingRole: SERVING });
    } catch (error) {
      await client.query(`DROP DATABASE ${draft} WITH (FORCE)`);
      throw error;
    }
    // Renamed only when it is whole: a run that dies midway leaves no half-made template behind.
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
    return template;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

/** Copies `template` (by default the migrated, empty one) into a database of a new name. */
export async function createTestDatabase(options: { template?: string } = {}): Promise<TestDatabase> {
  const name = `tonle_test_${createHash('sha256').update(randomBytes(16)).digest('hex').slice(0, 16)}`;
  await asSuperuser(async (client) => {
    const template = options.template ?? (await ensureTemplate(client));
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${OWNER}`);
  });
  const url = urlFor(name, SERVING);
  const serving = openDatabase(url, { applicationName: 'tonle-test' });
  const owner = openDatabase(urlFor(name), { max: 4, applicationName: 'tonle-test-owner' });
  const more: OpenDatabase[] = [];
  const drop = async () => {
    await Promise.all([serving, owner, ...more].map((database) => database.close()));
    await asSuperuser((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  };
  return {
    ...serving,
    name,
    url,
    ownerUrl: urlFor(name, OWNER),
    owner,
    open: (options) => {
      const opened = openDatabase(url, options);
      more.push(opened);
      return opened;
    },
    drop,
    [Symbol.asyncDispose]: drop,
  };
}
