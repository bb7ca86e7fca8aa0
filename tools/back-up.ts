import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { type ConfigDraft, readConfig } from '../server/src/config.ts';
import { accountForPostgres, canReach, reachableFolder } from '../server/src/db/postgres-binaries.ts';
import { folderFault, lockDataFolder, lockHolder, openDataFolder } from '../server/src/start/data-folder.ts';
import { ROOT } from './steps.ts';

/**
 * `npm run back-up -- <folder>` and `npm run restore -- <folder>`, for the bank of this environment. The bank's own
 * PostgreSQL is dumped while it serves; the embedded one, which comes without pg_dump, is copied while it stands still.
 */
class Refused extends Error {}

interface Manifest {
  readonly format: 1;
  readonly version: string;
  readonly made: string;
  readonly database: 'dump' | 'cluster';
  /** Of the dump. */
  readonly sha256?: string;
}

const DUMP = 'database.dump';
const CLUSTER = 'postgres';
const PASSWORDS = 'postgres-passwords.json';
/** Names in the data folder that are the embedded database's, or mean something only while a server runs. */
const NOT_FILES = new Set([CLUSTER, PASSWORDS, 'postgres-folder', 'postgres.log', 'server.lock']);

async function backUp(config: ConfigDraft, target: string): Promise<void> {
  if (existsSync(target) && readdirSync(target).length > 0) throw new Refused(`${target} is not empty.`);
  const isEmbedded = config.databaseOwnerUrl === undefined;
  // No server may start in the middle of a copy.
  const unlock = isEmbedded ? lockBank(config.dataDir) : () => {};
  let isMade = false;
  try {
    isMade = makeTarget(target);
    const database = isEmbedded ? copyCluster : dumpDatabase;
    const about = await database(config, target);
    // After the database: a key made meanwhile is in the files, where it is of use; the other way round it would be missing.
    copyAll(config.dataDir, join(target, 'files'), (name) => !NOT_FILES.has(name));
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const manifest: Manifest = { format: 1, version, made: new Date().toISOString(), ...about };
    writeFileSync(join(target, 'backup.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  } catch (error) {
    // Nothing half done is left, and what was there before stays: the folder that was named.
    if (isMade) rmSync(target, { recursive: true });
    else if (existsSync(target))
      for (const name of readdirSync(target)) rmSync(join(target, name), { recursive: true });
    throw error;
  } finally {
    unlock();
  }
  console.log(`The bank is backed up in ${target}. Keep KEY_WRAP_SECRET elsewhere: it opens the bank's key.`);
}

/** Makes the folder, where it is not there yet. */
function makeTarget(target: string): boolean {
  try {
    return mkdirSync(target, { recursive: true, mode: 0o700 }) !== undefined;
  } catch (error) {
    throw new Refused(
      `The folder ${target} cannot be made (${folderFault(error)}): name one in a folder that this user may write.`,
    );
  }
}

async function restore(config: ConfigDraft, source: string): Promise<void> {
  const file = join(source, 'backup.json');
  if (!existsSync(file))
    throw new Refused(
      `${source} is no whole backup: backup.json is missing, or this user may not enter the folder.`,
    );
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const wanted = config.databaseOwnerUrl === undefined ? 'cluster' : 'dump';
  if (manifest.database !== wanted) {
    throw new Refused(
      manifest.database === 'dump'
        ? 'This backup is a dump: set DATABASE_URL and DATABASE_OWNER_URL of an empty database.'
        : 'This backup is of the embedded database: unset DATABASE_URL and DATABASE_OWNER_URL.',
    );
  }
  openDataFolder(config.dataDir);
  if (readdirSync(config.dataDir).length > 0)
    throw new Refused(`${config.dataDir} is not empty: set DATA_DIR to a new folder.`);
  if (manifest.database === 'dump') await restoreDump(config, source, manifest);
  else placeCluster(config, source);
  copyAll(join(source, 'files'), config.dataDir, () => true);
  console.log(`The bank of ${manifest.made} is in place. Start it, then: npm run tonle -- verify-ledger`);
}

async function dumpDatabase(
  config: ConfigDraft,
  target: string,
): Promise<Omit<Manifest, 'format' | 'version' | 'made'>> {
  const url = config.databaseOwnerUrl ?? '';
  await refuseOldProgram('pg_dump', url);
  const { address, environment } = withoutPassword(url);
  runProgram(
    'pg_dump',
    ['--format=custom', '--no-owner', `--file=${join(target, DUMP)}`, address],
    environment,
  );
  return { database: 'dump', sha256: await hashOf(join(target, DUMP)) };
}

async function restoreDump(config: ConfigDraft, source: string, manifest: Manifest): Promise<void> {
  const url = config.databaseOwnerUrl ?? '';
  if ((await hashOf(join(source, DUMP))) !== manifest.sha256) throw new Refused(`${DUMP} is damaged.`);
  await refuseOldProgram('pg_restore', url);
  const tables = await ask(url, "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'");
  if (tables !== 0) throw new Refused('The database of DATABASE_OWNER_URL is not empty.');
  // Grants name the serving role: it has to be there, and be called as it was.
  const { address, environment } = withoutPassword(url);
  runProgram(
    'pg_restore',
    ['--exit-on-error', '--no-owner', '--single-transaction', `--dbname=${address}`, join(source, DUMP)],
    environment,
  );
}

/** Whoever lists the machine's processes reads their arguments, but not their environment. */
function withoutPassword(url: string): { address: string; environment: NodeJS.ProcessEnv } {
  const at = new URL(url);
  const password = decodeURIComponent(at.password);
  at.password = '';
  return {
    address: at.href,
    environment: password === '' ? process.env : { ...process.env, PGPASSWORD: password },
  };
}

/** pg_dump reads servers up to its own major version, and pg_restore writes to them. */
async function refuseOldProgram(name: string, url: string): Promise<void> {
  const said = spawnSync(name, ['--version'], { encoding: 'utf8' });
  if (said.status !== 0)
    throw new Refused(`${name} is not installed: it comes with PostgreSQL's client programs.`);
  const own = Number(/(\d+)(?:\.|\s|$)/.exec(said.stdout.replace(/^\D+/, ''))?.[1]);
  const server = Math.floor(
    (await ask(url, "SELECT current_setting('server_version_num')::int AS n")) / 10_000,
  );
  if (own < server) {
    throw new Refused(
      `${name} ${own} does not know PostgreSQL ${server}: install the client programs of ${server}.`,
    );
  }
}

async function ask(url: string, query: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>(query);
    return rows[0]?.n ?? 0;
  } finally {
    await client.end();
  }
}

/** Where the embedded cluster lies: in the data folder, or where PostgreSQL's account could reach it. */
function clusterFolder(dataDir: string): string {
  const marker = join(dataDir, 'postgres-folder');
  return existsSync(marker) ? readFileSync(marker, 'utf8').trim() : dataDir;
}

/** Holds the bank as a running server would, and answers how to let it go. */
function lockBank(dataDir: string): () => void {
  if (!existsSync(join(clusterFolder(dataDir), CLUSTER)))
    throw new Refused(`There is no bank in ${dataDir}.`);
  if (lockHolder(dataDir) !== undefined) throw new Refused('The bank is running: stop it first.');
  return lockDataFolder(dataDir);
}

async function copyCluster({ dataDir }: ConfigDraft, target: string): Promise<{ database: 'cluster' }> {
  const folder = clusterFolder(dataDir);
  if (existsSync(join(folder, CLUSTER, 'postmaster.pid'))) {
    throw new Refused('The database was not shut down: start the bank once and stop it.');
  }
  for (const name of [CLUSTER, PASSWORDS]) copy(join(folder, name), join(target, name));
  return { database: 'cluster' };
}

function placeCluster({ dataDir }: ConfigDraft, source: string): void {
  let folder = dataDir;
  if (!canReach(join(dataDir, CLUSTER), accountForPostgres())) {
    folder = join(reachableFolder(), `bank-${randomBytes(6).toString('hex')}`);
    mkdirSync(folder, { mode: 0o711 });
    writeFileSync(join(dataDir, 'postgres-folder'), `${folder}\n`);
  }
  for (const name of [CLUSTER, PASSWORDS]) copy(join(source, name), join(folder, name));
}

function copyAll(from: string, to: string, wanted: (name: string) => boolean): void {
  mkdirSync(to, { recursive: true, mode: 0o711 });
  for (const name of readdirSync(from).filter(wanted)) copy(join(from, name), join(to, name));
}

/** With owners, rights and times, which Node's own copying leaves behind. */
const copy = (from: string, to: string): void => runProgram('cp', ['-a', from, to]);

function runProgram(name: string, args: readonly string[], environment = process.env): void {
  const { status, stderr, error } = spawnSync(name, args, { encoding: 'utf8', env: environment });
  if (status !== 0) throw new Refused(`${name} failed: ${stderr || error?.message}`);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const [what, folder] = process.argv.slice(2);
try {
  if (folder === undefined) throw new Refused(`Say where: npm run ${what} -- /path/to/folder`);
  const config = readConfig(process.env, 'command');
  await (what === 'restore' ? restore : backUp)(config, resolve(folder));
} catch (error) {
  console.error(error instanceof Error && error.constructor !== Error ? error.message : error);
  process.exitCode = 1;
}
