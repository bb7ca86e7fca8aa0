import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Config, ConfigDraft } from '../config.ts';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { isDatabaseUnavailable, pgCode } from '../db/errors.ts';
import {
  clearSchema,
  isInstalled,
  isStrongerThanServing,
  markInstallation,
  markSeeded,
  serverVersion,
} from '../db/installation.ts';
import { MigrationRefused, migrate } from '../db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../db/pool.ts';
import type { InstallationKind } from '../db/tables/house.ts';
import { lockDataFolder, lockHolder } from './data-folder.ts';
import { StartRefused } from './start-refused.ts';

/** Where the bank's database answers, and how to leave it. */
export interface DatabaseServer {
  readonly ownerUrl: string;
  readonly servingUrl: string;
  stop(): Promise<void>;
}

const DATABASE_NAME = 'tonle';
const OLDEST_VERSION = 150_000;
/** "bank" as a number: one server prepares the database while others wait. */
const PREPARE_LOCK = 0x62616e6b;

/** The bank's own PostgreSQL where one is named, else the embedded one of this data folder. */
export async function startDatabaseServer(
  config: ConfigDraft,
  say: (line: string) => void,
): Promise<DatabaseServer> {
  if (config.databaseUrl !== undefined && config.databaseOwnerUrl !== undefined) {
    return { ownerUrl: config.databaseOwnerUrl, servingUrl: config.databaseUrl, stop: async () => {} };
  }
  const unlock = lockDataFolder(config.dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, say });
    await postgres.ensureDatabase(DATABASE_NAME);
    return {
      ownerUrl: postgres.urlFor(DATABASE_NAME, 'owner'),
      servingUrl: postgres.urlFor(DATABASE_NAME, 'serving'),
      stop: async () => {
        await postgres.stop();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** For a command: beside a running server its database is shared, otherwise it is started for the while. */
export async function joinDatabaseServer(
  config: ConfigDraft,
  say: (line: string) => void,
): Promise<DatabaseServer> {
  if (config.databaseUrl !== undefined || lockHolder(config.dataDir) === undefined) {
    return startDatabaseServer(config, say);
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, say });
  return {
    ownerUrl: postgres.urlFor(DATABASE_NAME, 'owner'),
    servingUrl: postgres.urlFor(DATABASE_NAME, 'serving'),
    stop: async () => {},
  };
}

export interface PrepareOptions {
  kind: InstallationKind;
  say: (line: string) => void;
  /** Fills a new demo bank. */
  seed?: (database: OpenDatabase) => Promise<void>;
}

/**
 * Brings the database to where the server can serve from it: right kind, migrated, and, for the demo, whole. A demo
 * bank whose seeding was cut short is begun again from nothing.
 */
export async function prepareDatabase(
  config: Config,
  server: DatabaseServer,
  options: PrepareOptions,
): Promise<OpenDatabase> {
  const owner = await connectOwner(server.ownerUrl);
  try {
    await owner.query('SELECT pg_advisory_lock($1)', [PREPARE_LOCK]);
    const servingRole = decodeURIComponent(new URL(server.servingUrl).username);
    const migrateNow = () => migrate({ ownerUrl: server.ownerUrl, servingRole, onProgress: options.say });
    await migrateNow();
    if (options.kind === 'production' && (await isStrongerThanServing(owner, servingRole))) {
      throw new StartRefused(
        `The role ${servingRole} of DATABASE_URL is a superuser or a member of the owning role: give the server a role that owns nothing.`,
      );
    }
    let state = await installationState(owner, options.kind);
    if (options.seed !== undefined && state === 'unfinished') {
      options.say('The demo bank was not finished last time; beginning again');
      await clearSchema(owner);
      rmSync(join(config.dataDir, 'keys'), { recursive: true, force: true });
      await migrateNow();
      state = await installationState(owner, options.kind);
    }
    const database = await openServing(config, server.servingUrl);
    if (options.seed !== undefined && state !== 'whole') {
      try {
        await options.seed(database);
      } catch (error) {
        await database.close();
        throw error;
      }
      await markSeeded(owner);
    }
    return database;
  } catch (error) {
    if (error instanceof MigrationRefused) throw new StartRefused(error.message);
    throw asRefusal(error, server.ownerUrl, 'DATABASE_OWNER_URL');
  } finally {
    await owner.end().catch(() => {});
  }
}

/** Opens the serving role's pool and proves that it can work. */
export async function openServing(config: ConfigDraft, url: string): Promise<OpenDatabase> {
  const database = openDatabase(url, { max: config.databasePoolMax });
  try {
    if (await isInstalled(database.pool)) return database;
    throw new StartRefused('There is no bank in this database yet: start Tonle once first.');
  } catch (error) {
    await database.close();
    throw asRefusal(error, url, 'DATABASE_URL');
  }
}

async function connectOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tonle-prepare',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw asRefusal(error, url, 'DATABASE_OWNER_URL');
  }
  if ((await serverVersion(client)) < OLDEST_VERSION) {
    await client.end();
    throw new StartRefused('The database is older than PostgreSQL 15: Tonle needs 15 or newer.');
  }
  return client;
}

/** Puts a failed connection into words, with the address but never the password. */
function asRefusal(error: unknown, url: string, variable: string): unknown {
  const { hostname, port, pathname } = new URL(url);
  const where = `${hostname}:${port || '5432'}`;
  if (isDatabaseUnavailable(error)) {
    return new StartRefused(
      `The database at ${where} does not answer: start it, or correct DATABASE_URL and DATABASE_OWNER_URL.`,
    );
  }
  if (pgCode(error) === '28P01' || pgCode(error) === '28000') {
    return new StartRefused(`The database at ${where} refuses the user or password: correct ${variable}.`);
  }
  if (pgCode(error) === '3D000') {
    return new StartRefused(`There is no database ${pathname.slice(1)} at ${where}: create it first.`);
  }
  return error;
}

type InstallationState = 'new' | 'unfinished' | 'whole';

/** Marks a new database as ours, and refuses one of the other kind. */
async function installationState(owner: pg.Client, kind: InstallationKind): Promise<InstallationState> {
  const { isNew, found } = await markInstallation(owner, kind);
  if (isNew) return 'new';
  if (found.kind !== kind) {
    throw new StartRefused(
      found.kind === 'production'
        ? 'This database holds a real bank: the demo does not touch it. Start it with npm run serve, or set DATA_DIR or DATABASE_URL to another.'
        : `This database holds a ${found.kind} bank: npm run serve does not start on it. Set DATA_DIR or DATABASE_URL to another.`,
    );
  }
  return found.seeded_at === null ? 'unfinished' : 'whole';
}
