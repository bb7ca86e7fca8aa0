import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import {
  type Account,
  accountForPostgres,
  canReach,
  findBinaries,
  reachableBinaries,
  reachableFolder,
} from './postgres-binaries.ts';

export type PostgresRole = 'superuser' | 'owner' | 'serving';

export interface EmbeddedPostgres {
  readonly superuserUrl: string;
  /** The name the role has in the database, for grants. */
  readonly roles: Readonly<Record<PostgresRole, string>>;
  urlFor(database: string, role: PostgresRole): string;
  /** Makes the database, owned by the owning role, where it is not there yet. */
  ensureDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and removes all it kept, wherever that had to be. */
  destroy(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster is kept in `postgres/` here. */
  dataDir: string;
  /** A throw-away server: no passwords, nothing flushed to disk. */
  forTests?: boolean;
  say?: (line: string) => void;
  /** More `-c name=value` settings. */
  settings?: Readonly<Record<string, string | number>>;
}

const ROLES = { superuser: 'postgres', owner: 'tonle_owner', serving: 'tonle_serving' } as const;
const MAJOR_VERSION = '18';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const ROLES_LOCK = 0x726f6c65;

type Passwords = Record<PostgresRole, string>;

/** Where everything of one cluster lies, and who runs it. */
interface Place {
  readonly folder: string;
  readonly cluster: string;
  readonly binaries: string;
  readonly account: Account | undefined;
}

/**
 * Starts PostgreSQL from npm on a free loopback port, making the cluster on first use. A server left over by a killed
 * run is taken over. It runs in a session of its own, so that Ctrl-C in the terminal reaches Node alone, which drains
 * first; when it dies by itself it is started again.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = findPlace(options);
  if (!existsSync(place.cluster)) {
    options.say?.('Making the database cluster (once)');
    createCluster(place, options.forTests === true);
  }
  const passwords = readPasswords(place.folder);
  const server = new Server(place, passwords, options);
  await server.start();
  const urlFor = (database: string, role: PostgresRole) => server.urlFor(database, role);
  await createRoles(urlFor('postgres', 'superuser'), passwords);
  return {
    get superuserUrl() {
      return urlFor('postgres', 'superuser');
    },
    roles: ROLES,
    urlFor,
    ensureDatabase: (name) => ensureDatabase(urlFor('postgres', 'superuser'), name),
    stop: () => server.stop(),
    destroy: async () => {
      await server.stop();
      for (const folder of [place.folder, options.dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPlace({ dataDir, say }: EmbeddedPostgresOptions): Place {
  const account = accountForPostgres();
  const binaries = reachableBinaries(findBinaries(), account);
  const wanted = resolve(dataDir);
  mkdirSync(wanted, { recursive: true, mode: 0o711 });
  const marker = join(wanted, 'postgres-folder');
  if (canReach(join(wanted, 'postgres'), account)) {
    return { folder: wanted, cluster: join(wanted, 'postgres'), binaries, account };
  }
  if (!existsSync(marker)) {
    const folder = join(reachableFolder(), `bank-${randomBytes(6).toString('hex')}`);
    mkdirSync(folder, { mode: 0o711 });
    writeFileSync(marker, `${folder}\n`);
  }
  const folder = readFileSync(marker, 'utf8').trim();
  say?.(`The account ${account?.name} cannot enter ${wanted}, so the database is kept in ${folder}`);
  return { folder, cluster: join(folder, 'postgres'), binaries, account };
}

function createCluster(place: Place, forTests: boolean): void {
  for (const name of readdirSync(place.folder)) {
    if (name.startsWith('postgres.new-')) rmSync(join(place.folder, name), { recursive: true, force: true });
  }
  const passwords: Passwords = { superuser: secret(), owner: secret(), serving: secret() };
  const draft = join(place.folder, `postgres.new-${process.pid}`);
  const scratch = mkdtempSync(join(tmpdir(), 'tonle-initdb-'));
  const passwordFile = join(scratch, 'password');
  writeFileSync(passwordFile, `${passwords.superuser}\n`, { mode: 0o600 });
  mkdirSync(draft, { mode: 0o700 });
  if (place.account !== undefined) {
    for (const path of [draft, scratch, passwordFile]) chownSync(path, place.account.uid, place.account.gid);
  }
  const initdb = spawnSync(
    join(place.binaries, 'bin', 'initdb'),
    [
      `--pgdata=${draft}`,
      `--username=${ROLES.superuser}`,
      `--pwfile=${passwordFile}`,
      `--auth=${forTests ? 'trust' : 'scram-sha-256'}`,
      // Left to the environment, a machine without LANG would get SQL_ASCII.
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(forTests ? ['--no-sync'] : []),
    ],
    { ...identity(place.account), cwd: '/', encoding: 'utf8', env: { LC_ALL: 'C' } },
  );
  rmSync(scratch, { recursive: true, force: true });
  if (initdb.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(
      `PostgreSQL could not make its cluster: ${initdb.stderr || initdb.error?.message || 'no reason given'}`,
    );
  }
  writeFileSync(passwordsFile(place.folder), JSON.stringify(passwords), { mode: 0o600 });
  renameSync(draft, place.cluster);
}

const secret = () => randomBytes(24).toString('base64url');
const passwordsFile = (folder: string) => join(folder, 'postgres-passwords.json');
const readPasswords = (folder: string) =>
  JSON.parse(readFileSync(passwordsFile(folder), 'utf8')) as Passwords;
const identity = (account: Account | undefined) =>
  account === undefined ? {} : { uid: account.uid, gid: account.gid };

/** The postmaster: a child of ours, or one that an earlier run left behind. */
class Server {
  readonly #place: Place;
  readonly #passwords: Passwords;
  readonly #options: EmbeddedPostgresOptions;
  #port = 0;
  #pid = 0;
  #stopping = false;
  #reviving: Promise<void> | undefined;

  constructor(place: Place, passwords: Passwords, options: EmbeddedPostgresOptions) {
    this.#place = place;
    this.#passwords = passwords;
    this.#options = options;
  }

  urlFor(database: string, role: PostgresRole): string {
    const password = this.#options.forTests === true ? '' : `:${this.#passwords[role]}`;
    return `postgres://${ROLES[role]}${password}@127.0.0.1:${this.#port}/${database}`;
  }

  async start(): Promise<void> {
    const major = readFileSync(join(this.#place.cluster, 'PG_VERSION'), 'utf8').trim();
    if (major !== MAJOR_VERSION) {
      throw new Error(
        `The data in ${this.#place.cluster} was made by PostgreSQL ${major}, Tonle brings ${MAJOR_VERSION}: upgrade the data first.`,
      );
    }
    if (await this.#adopt()) return;
    this.#port = await freePort();
    await this.#launch();
  }

  /** Takes over a running postmaster of this very cluster; one that does not answer is stopped. */
  async #adopt(): Promise<boolean> {
    const left = readPostmaster(this.#place.cluster);
    if (left === undefined) return false;
    if (!isPostgres(left.pid)) {
      rmSync(join(this.#place.cluster, 'postmaster.pid'), { force: true });
      return false;
    }
    this.#pid = left.pid;
    this.#port = left.port;
    const deadline = Date.now() + 10_000;
    while (Date.now() < deadline && isPostgres(left.pid)) {
      if (await answers(this.urlFor('postgres', 'superuser'))) {
        this.#watch(left.pid);
        return true;
      }
      await sleep(100);
    }
    await endProcess(left.pid);
    return false;
  }

  async #launch(): Promise<void> {
    const log = join(this.#place.folder, 'postgres.log');
    const output = openSync(log, 'a', 0o600);
    let child: ChildProcess;
    try {
      child = spawn(join(this.#place.binaries, 'bin', 'postgres'), this.#arguments(), {
        ...identity(this.#place.account),
        cwd: '/',
        detached: true,
        stdio: ['ignore', output, output],
        env: { LC_ALL: 'C' },
      });
    } finally {
      closeSync(output);
    }
    let ended = false;
    child.on('error', () => {
      ended = true;
    });
    child.on('exit', () => {
      ended = true;
    });
    child.unref();
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline && !ended) {
      const state = readPostmaster(this.#place.cluster);
      if (state?.ready === true && state.pid === child.pid) {
        this.#pid = state.pid;
        this.#watch(state.pid);
        return;
      }
      await sleep(15);
    }
    if (!ended && child.pid !== undefined) await endProcess(child.pid);
    throw new Error(`PostgreSQL did not start; its reasons are in ${log}`);
  }

  #arguments(): string[] {
    const settings: Record<string, string | number> = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      shared_buffers: '256MB',
      max_wal_size: '2GB',
      max_connections: 100,
      timezone: 'UTC',
      log_timezone: 'UTC',
      ...(this.#options.forTests === true
        ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 300 }
        : {}),
      ...this.#options.settings,
    };
    return [
      '-D',
      this.#place.cluster,
      '-p',
      String(this.#port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
  }

  /** Starts the postmaster again, on the same port, when it goes without having been told to. */
  #watch(pid: number): void {
    const timer = setInterval(() => {
      if (this.#stopping || isAlive(pid)) return;
      clearInterval(timer);
      this.#reviving = this.#revive();
    }, 250);
    timer.unref();
  }

  async #revive(): Promise<void> {
    this.#options.say?.('The database ended by itself; starting it again');
    // Its orphaned workers may hold the shared memory for a moment after a hard kill.
    for (let attempt = 0; attempt < 60 && !this.#stopping; attempt += 1) {
      try {
        await this.#launch();
        if (this.#stopping) await endProcess(this.#pid);
        return;
      } catch {
        await sleep(500);
      }
    }
    if (!this.#stopping)
      this.#options.say?.(`The database does not start; see ${this.#place.folder}/postgres.log`);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    // One that is just being started again would outlive us.
    await this.#reviving;
    await endProcess(this.#pid);
  }
}

interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** What a running (or killed) postmaster wrote about itself. */
function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    // A child that ended stays as a zombie until Node has reaped it.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return !existsSync('/proc/self');
  }
}

/** Whether the process is alive and is a PostgreSQL: the number in an old file may belong to another by now. */
function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]?.endsWith('postgres') === true;
  } catch {
    return !existsSync('/proc/self');
  }
}

/** Asks a postmaster to end (fast shutdown, then immediate) and waits until it has. */
async function endProcess(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isAlive(pid)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return;
      await sleep(20);
    }
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function createRoles(url: string, passwords: Passwords): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [ROLES_LOCK]);
    for (const role of ['owner', 'serving'] as const) {
      const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ROLES[role]]);
      if (found.rowCount !== 0) continue;
      await client.query(`CREATE ROLE ${ROLES[role]} LOGIN PASSWORD ${pg.escapeLiteral(passwords[role])}`);
    }
  });
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount !== 0) return;
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} OWNER ${ROLES.owner}`);
  });
}
