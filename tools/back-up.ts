import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import pg from 'pg';
import { headsFolder } from '../server/src/areas/audit-log/audit-heads.ts';
import { type ConfigDraft, readConfig } from '../server/src/config.ts';
import { accountForPostgres, canReach, reachableFolder } from '../server/src/db/postgres-binaries.ts';
import {
  folderFault,
  lockDataFolder,
  lockHolder,
  makeFolder,
  openDataFolder,
  RESTORING,
  refuseHalfRestored,
} from '../server/src/start/data-folder.ts';
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

const MANIFEST = 'backup.json';
const DUMP = 'database.dump';
const CLUSTER = 'postgres';
const PASSWORDS = 'postgres-passwords.json';
/** What a backup is called while it is made, in the folder that was named: whoever makes this one has it to itself. */
const UNFINISHED = 'unfinished';
const AUDIT_HEADS = basename(headsFolder(''));
/** Names in the data folder that are the embedded database's, or mean something only while a server runs. */
const NOT_FILES = new Set([CLUSTER, PASSWORDS, 'postgres-folder', 'postgres.log', 'server.lock']);

/** From `holdOut` on, whoever stops this, by Ctrl-C or as a service is stopped, stops the programs that it runs. */
const stop = new AbortController();

/** From here on something is written: a signal no longer ends this at once, but after it was cleared away, or told of. */
function holdOut(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
}

const messageOf = (error: unknown): string =>
  stop.signal.aborted ? 'Stopped' : error instanceof Error ? error.message : String(error);

async function backUp(config: ConfigDraft, target: string): Promise<void> {
  const isEmbedded = config.databaseOwnerUrl === undefined;
  refuseTarget(target, [config.dataDir, ...(isEmbedded ? [clusterFolder(config.dataDir)] : [])]);
  refuseHalfRestored(config.dataDir);
  if (!isEmbedded) {
    if (!existsSync(config.dataDir))
      throw new Refused(`There is no folder ${config.dataDir}: set DATA_DIR as the server has it.`);
    await refuseOldProgram('pg_dump', config.databaseOwnerUrl ?? '');
  }
  // It is the customers': nobody else may read it, whatever the folder that was named lets them do.
  process.umask(0o077);
  // No server may start in the middle of a copy.
  const unlock = isEmbedded ? lockBank(config.dataDir) : () => {};
  try {
    holdOut();
    const removeDraft = claim(target);
    const moved: string[] = [];
    try {
      refuseContents(
        target,
        readdirSync(target).filter((it) => it !== UNFINISHED),
      );
      const draft = join(target, UNFINISHED);
      const files = join(draft, 'files');
      // Before the database: each names a seal that has to be in it.
      await copyAll(config.dataDir, files, (name) => name === AUDIT_HEADS, hasGone);
      const about = await (isEmbedded ? copyCluster : dumpDatabase)(config, draft);
      // After the database: a key made meanwhile is in the files, where it is of use; the other way round it would be missing.
      await copyAll(config.dataDir, files, (name) => name !== AUDIT_HEADS && !NOT_FILES.has(name), hasGone);
      const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
      const manifest: Manifest = { format: 1, version, made: new Date().toISOString(), ...about };
      writeFileSync(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
      // With its manifest a backup is whole: that comes last.
      const parts = readdirSync(draft).filter((it) => it !== MANIFEST);
      for (const name of [...parts, MANIFEST]) {
        renameSync(join(draft, name), join(target, name));
        moved.push(join(target, name));
      }
      rmdirSync(draft);
    } catch (error) {
      for (const path of moved.toReversed()) rmSync(path, { recursive: true });
      removeDraft();
      throw new Refused(`${messageOf(error)}: nothing of this backup is left.`, { cause: error });
    }
  } finally {
    unlock();
  }
  console.log(`The bank is backed up in ${target}. Keep KEY_WRAP_SECRET elsewhere: it opens the bank's key.`);
}

/** A backup goes into a folder that is empty or not there, outside of what it copies. */
function refuseTarget(target: string, copied: readonly string[]): void {
  if (copied.some((it) => `${realPath(target)}${sep}`.startsWith(`${realPath(it)}${sep}`)))
    throw new Refused(`The folder ${target} lies in what is backed up: name one elsewhere.`);
  if (!existsSync(target)) return;
  try {
    refuseContents(target, readdirSync(target));
  } catch (error) {
    if (error instanceof Refused) throw error;
    const fault = (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'it is a file' : folderFault(error);
    throw new Refused(`The folder ${target} cannot be read (${fault}): name another one.`);
  }
}

function refuseContents(target: string, names: readonly string[]): void {
  if (names.includes(UNFINISHED))
    throw new Refused(
      `${target} holds a backup that is being made, or was broken off: wait, or remove ${join(target, UNFINISHED)}.`,
    );
  if (names.length > 0) throw new Refused(`${target} is not empty: name a new folder.`);
}

/** Without links; of what is not there yet, the folder that it will lie in. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const above = dirname(path);
  return above === path ? path : join(realPath(above), basename(path));
}

/** Makes the draft's folder, and those above it. Answers how to remove what it made, and nothing else. */
function claim(target: string): () => void {
  const draft = join(target, UNFINISHED);
  let first: string | undefined;
  try {
    first = makeFolder(target, 0o700);
    mkdirSync(draft);
  } catch (error) {
    // Another one was quicker.
    if (existsSync(draft)) refuseContents(target, [UNFINISHED]);
    throw new Refused(
      `The folder ${target} cannot be made or written (${folderFault(error)}): name one that this user may write.`,
    );
  }
  return () => {
    rmSync(draft, { recursive: true });
    if (first === undefined) return;
    // What somebody else has put there meanwhile stays, and so does the folder around it.
    for (let at = target; readdirSync(at).length === 0; at = dirname(at)) {
      rmdirSync(at);
      if (at === first) return;
    }
  };
}

async function restore(config: ConfigDraft, source: string): Promise<void> {
  const file = join(source, MANIFEST);
  if (!existsSync(file))
    throw new Refused(
      `${source} is no whole backup: ${MANIFEST} is missing, or this user may not enter the folder.`,
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
  if (manifest.database === 'dump') await refuseDump(config, source, manifest);
  const elsewhere = manifest.database === 'dump' ? undefined : folderElsewhere(config);
  holdOut();
  takeFolder(config.dataDir);
  try {
    if (manifest.database === 'dump') await restoreDump(config, source);
    else await placeCluster(config, source, elsewhere);
    await copyAll(join(source, 'files'), config.dataDir, (name) => !NOT_FILES.has(name));
    rmSync(join(config.dataDir, RESTORING));
  } catch (error) {
    // Nobody would find it there.
    if (elsewhere !== undefined) rmSync(elsewhere, { recursive: true, force: true });
    const again =
      manifest.database === 'dump' ? 'a new DATA_DIR and a new, empty database' : 'a new DATA_DIR';
    throw new Refused(
      `${messageOf(error)}: what is in ${config.dataDir} is no whole bank. Begin again with ${again}.`,
    );
  }
  console.log(`The bank of ${manifest.made} is in place. Start it, then: npm run tonle -- verify-ledger`);
}

/** Marks an empty data folder: until a restore has filled it no server takes it for a bank, and no other restore fills it. */
function takeFolder(dataDir: string): void {
  if (readdirSync(dataDir).length > 0)
    throw new Refused(`${dataDir} is not empty: set DATA_DIR to a new folder.`);
  try {
    writeFileSync(join(dataDir, RESTORING), '', { flag: 'wx' });
  } catch (error) {
    refuseHalfRestored(dataDir);
    throw error;
  }
}

async function dumpDatabase(
  config: ConfigDraft,
  target: string,
): Promise<Omit<Manifest, 'format' | 'version' | 'made'>> {
  const { address, environment } = withoutPassword(config.databaseOwnerUrl ?? '');
  await runProgram(
    'pg_dump',
    ['--format=custom', '--no-owner', `--file=${join(target, DUMP)}`, address],
    environment,
  );
  return { database: 'dump', sha256: await hashOf(join(target, DUMP)) };
}

/** Before anything is written: a dump that is damaged, or that cannot be put where it is to go. */
async function refuseDump(config: ConfigDraft, source: string, manifest: Manifest): Promise<void> {
  const url = config.databaseOwnerUrl ?? '';
  if ((await hashOf(join(source, DUMP))) !== manifest.sha256) throw new Refused(`${DUMP} is damaged.`);
  await refuseOldProgram('pg_restore', url);
  const tables = await ask(url, "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'");
  if (tables !== 0) throw new Refused('The database of DATABASE_OWNER_URL is not empty.');
}

async function restoreDump(config: ConfigDraft, source: string): Promise<void> {
  // Grants name the serving role: it has to be there, and be called as it was.
  const { address, environment } = withoutPassword(config.databaseOwnerUrl ?? '');
  await runProgram(
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

/** Long for a question of one row, short for whoever waits. */
const DATABASE_TIMEOUT_MS = 10_000;

async function ask(url: string, query: string): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: DATABASE_TIMEOUT_MS,
    query_timeout: DATABASE_TIMEOUT_MS,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ n: number }>(query);
    return rows[0]?.n ?? 0;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Refused(`The database of DATABASE_OWNER_URL does not answer: ${message || code}`);
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
  const cluster = join(clusterFolder(dataDir), CLUSTER);
  if (!existsSync(cluster)) throw new Refused(`There is no bank in ${dataDir}.`);
  if (lockHolder(dataDir) !== undefined) throw new Refused('The bank is running: stop it first.');
  if (existsSync(join(cluster, 'postmaster.pid')))
    throw new Refused('The database was not shut down: start the bank once and stop it.');
  return lockDataFolder(dataDir);
}

async function copyCluster({ dataDir }: ConfigDraft, target: string): Promise<{ database: 'cluster' }> {
  const folder = clusterFolder(dataDir);
  for (const name of [CLUSTER, PASSWORDS]) await copy(join(folder, name), join(target, name));
  return { database: 'cluster' };
}

/** Where the cluster goes when PostgreSQL's account does not reach the data folder; nothing is there yet. */
const folderElsewhere = ({ dataDir }: ConfigDraft): string | undefined =>
  canReach(join(dataDir, CLUSTER), accountForPostgres())
    ? undefined
    : join(reachableFolder(), `bank-${randomBytes(6).toString('hex')}`);

async function placeCluster({ dataDir }: ConfigDraft, source: string, elsewhere?: string): Promise<void> {
  if (elsewhere !== undefined) {
    mkdirSync(elsewhere, { mode: 0o711 });
    writeFileSync(join(dataDir, 'postgres-folder'), `${elsewhere}\n`);
  }
  for (const name of [CLUSTER, PASSWORDS]) await copy(join(source, name), join(elsewhere ?? dataDir, name));
}

async function copyAll(
  from: string,
  to: string,
  wanted: (name: string) => boolean,
  isHarmless?: (line: string) => boolean,
): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o711 });
  for (const name of readdirSync(from).filter(wanted))
    await copy(join(from, name), join(to, name), isHarmless);
}

/** What a serving bank has done away with while it was copied, as an expired report; cp copies all the rest. */
const hasGone = (line: string): boolean =>
  /^cp: cannot (stat|open|access) .*: No such file or directory$/.test(line);

/** With owners, rights and times, which Node's own copying leaves behind. */
const copy = (from: string, to: string, isHarmless?: (line: string) => boolean): Promise<void> =>
  runProgram('cp', ['-a', from, to], process.env, isHarmless);

/** Of some thousand files. */
const SAID_MAX = 1_000_000;

/** Throws where the program fails; not where all that it said of that is harmless. */
async function runProgram(
  name: string,
  args: readonly string[],
  environment = process.env,
  isHarmless: (line: string) => boolean = () => false,
): Promise<void> {
  const child = spawn(name, args, {
    // Their words are looked through below.
    env: { ...environment, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: stop.signal,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    if (said.length < SAID_MAX) said += chunk;
  });
  child.on('error', (error) => {
    said ||= error.message;
  });
  // Not before it has ended: what it writes is there until then.
  await new Promise((done) => child.once('close', done));
  stop.signal.throwIfAborted();
  if (child.exitCode === 0) return;
  const lines = said.trim().split('\n');
  if (child.exitCode !== null && said.length < SAID_MAX && lines.every(isHarmless)) return;
  // One line: of a full disk cp has as many as there are files, and PostgreSQL's programs warn before they fail.
  const why = (lines.find((it) => it.includes('error:')) ?? lines[0]) || (child.signalCode ?? child.exitCode);
  throw new Refused(`${name} failed: ${why}`);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { signal: stop.signal })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const [what, folder] = process.argv.slice(2);
const commands: Partial<Record<string, typeof backUp>> = { 'back-up': backUp, restore };
try {
  const command = commands[what ?? ''];
  if (command === undefined) throw new Refused('Say what: back-up or restore, and the folder.');
  if (folder === undefined) throw new Refused(`Say where: npm run ${what} -- /path/to/folder`);
  await command(readConfig(process.env, 'command'), resolve(folder));
} catch (error) {
  console.error(error instanceof Error && error.constructor !== Error ? error.message : error);
  process.exitCode = 1;
}
