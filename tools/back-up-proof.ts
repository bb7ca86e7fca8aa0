import { type ChildProcess, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../server/src/db/free-port.ts';
import { accountForPostgres } from '../server/src/db/postgres-binaries.ts';
import { bareEnvironment, type DemoProcess, demoPassword, startDemo } from './demo-process.ts';
import { ROOT, secondsSince } from './steps.ts';

/**
 * Backs a bank up, takes everything it had away, restores it elsewhere and looks whether it is the same bank: the embedded
 * database copied cold, a PostgreSQL of its own dumped while money moves. Part of `npm run proof`.
 */
const scratch = mkdtempSync(join(tmpdir(), 'tonle-back-up-'));
// PostgreSQL's account passes through where this runs as root.
chmodSync(scratch, 0o711);

type Environment = Record<string, string>;
const failures: string[] = [];
const check = (what: string, isSo: boolean): void => {
  console.log(`${isSo ? '✓' : '✗'} ${what}`);
  if (!isSo) failures.push(what);
};

const children = new Set<ChildProcess>();

/** A running demo bank, as `npm start` runs it. */
class Running {
  readonly #bank: DemoProcess;
  #token = '';

  private constructor(bank: DemoProcess) {
    this.#bank = bank;
  }

  static async start(environment: Environment): Promise<Running> {
    const keep = (child: ChildProcess) => {
      children.add(child);
      child.once('exit', () => children.delete(child));
    };
    const bank = new Running(
      await startDemo({ DEMO_TRAFFIC: 'off', LOG_LEVEL: 'warn', ...environment }, keep),
    );
    await bank.#signIn();
    return bank;
  }

  async #signIn(): Promise<void> {
    const answer = await this.ask<{ data: { id_token: string } }>('/api/v2/authenticate', {
      username: 'manager',
      password: demoPassword,
    });
    this.#token = answer.data.id_token;
  }

  async ask<T>(path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.#bank.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** One riel from the main account to a customer: signed with the bank's key, so it proves that the key is there. */
  async pay(): Promise<string> {
    const { data } = await this.ask<{ data: { transactionHash: string } }>('/tps/api/pg-wallet-transfer', {
      destAccountId: 'chan_bopha@chkt',
      assetId: 'khr#nbc',
      amount: '1',
    });
    return data.transactionHash;
  }

  /** What the main account holds. */
  async balances(): Promise<string> {
    return JSON.stringify(await this.ask('/tps/api/balance-inquiry/fast-core/CHKTKHPPXXX'));
  }

  /** Whether a transaction can be found by its hash. */
  async has(hash: string): Promise<boolean> {
    const path = `/report-service/api/transfer-management/fast-transactions/web-history?page=0&size=1&filter=${hash}`;
    return (await this.ask<unknown[]>(path)).length === 1;
  }

  stop(): Promise<void> {
    return this.#bank.close();
  }
}

/** Runs a program of the house on a bank; answers its exit code, and its words where it failed. */
function tonle(script: string, args: readonly string[], environment: Environment): boolean {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { ...bareEnvironment(), ...environment },
    encoding: 'utf8',
  });
  if (status !== 0) console.log(`${stdout}${stderr}`.replaceAll(/^/gm, '    '));
  return status === 0;
}

interface Bank {
  /** Where the bank lives, and where it is to live again. */
  readonly before: Environment;
  readonly after: Environment;
  /** Whether it serves while it is backed up. */
  readonly hot: boolean;
}

async function roundTrip(name: string, { before, after, hot }: Bank): Promise<void> {
  const begun = performance.now();
  const target = join(scratch, `backup-${name}`);
  let bank = await Running.start(before);
  const hash = await bank.pay();
  const known = await bank.balances();
  if (!hot) {
    check(`${name}: a running bank is not copied`, !tonle('tools/back-up.ts', ['back-up', target], before));
    await bank.stop();
  }
  const backingUp = performance.now();
  check(`${name}: backed up`, tonle('tools/back-up.ts', ['back-up', target], before));
  console.log(`  in ${secondsSince(backingUp)}`);
  if (hot) {
    // Money that moved after the dump is not in it.
    await bank.pay();
    await bank.stop();
  }
  rmSync(before.DATA_DIR ?? '', { recursive: true, force: true });
  check(`${name}: restored`, tonle('tools/back-up.ts', ['restore', target], after));
  check(`${name}: not restored over a bank`, !tonle('tools/back-up.ts', ['restore', target], after));
  bank = await Running.start(after);
  check(`${name}: the main account holds what it held`, (await bank.balances()) === known);
  check(`${name}: the last transfer is there`, await bank.has(hash));
  check(`${name}: the bank's key signs`, await bank.has(await bank.pay()));
  await bank.stop();
  for (const command of ['verify-ledger', 'verify-audit'])
    check(`${name}: ${command}`, tonle('server/src/main.ts', ['tonle', command], after));
  console.log(`  ${name} took ${secondsSince(begun)}`);
}

/** The newest PostgreSQL that this machine has with its pg_dump, the one that is found first on PATH. */
function installedPostgres(): string | undefined {
  const said = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  const major = /(\d+)/.exec(said.stdout ?? '')?.[1];
  const folder = `/usr/lib/postgresql/${major}/bin`;
  return said.status === 0 && existsSync(join(folder, 'initdb')) ? folder : undefined;
}

/** A PostgreSQL as a bank would run its own, with two databases and the two roles. */
async function ownPostgres(
  binaries: string,
): Promise<{ urls: (name: string) => Environment; stop: () => void }> {
  const account = accountForPostgres();
  const as = account === undefined ? {} : { uid: account.uid, gid: account.gid };
  const cluster = join(scratch, 'own-postgres');
  mkdirSync(cluster, { mode: 0o700 });
  if (account !== undefined) chownSync(cluster, account.uid, account.gid);
  const port = await freePort();
  const run = (program: string, args: readonly string[], input = '') => {
    const done = spawnSync(join(binaries, program), args, {
      ...as,
      cwd: '/',
      input,
      encoding: 'utf8',
      env: { LC_ALL: 'C' },
    });
    if (done.status !== 0) throw new Error(`${program}: ${done.stderr}`);
  };
  run('initdb', [
    `--pgdata=${cluster}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=100`;
  const control = (...args: string[]) =>
    run('pg_ctl', ['-D', cluster, '-w', '-l', join(cluster, 'log'), ...args]);
  control('-o', settings, 'start');
  const databases = ['bank', 'bank_again'].map((it) => `CREATE DATABASE ${it} OWNER tonle_owner;`).join(' ');
  for (const sql of [
    'CREATE ROLE tonle_owner LOGIN',
    'CREATE ROLE tonle_serving LOGIN',
    ...databases.split(/(?<=;) /),
  ])
    run('psql', ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-c', sql]);
  const url = (role: string, name: string) => `postgres://${role}@127.0.0.1:${port}/${name}`;
  return {
    urls: (name) => ({
      DATABASE_URL: url('tonle_serving', name),
      DATABASE_OWNER_URL: url('tonle_owner', name),
    }),
    stop: () => control('-m', 'immediate', 'stop'),
  };
}

const folder = (name: string): Environment => ({ DATA_DIR: join(scratch, name) });
try {
  await roundTrip('embedded', { before: folder('a'), after: folder('b'), hot: false });
  const binaries = installedPostgres();
  if (binaries === undefined) {
    console.log('– a dump is not tried: this machine has no PostgreSQL server with its pg_dump');
  } else {
    const own = await ownPostgres(binaries);
    try {
      await roundTrip('dump', {
        before: { ...folder('c'), ...own.urls('bank') },
        after: { ...folder('d'), ...own.urls('bank_again') },
        hot: true,
      });
    } finally {
      own.stop();
    }
  }
} finally {
  // Whatever went wrong, no bank is left running.
  const left = [...children].map((it) => new Promise((done) => it.once('exit', done)));
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(left);
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failures.length === 0 ? 0 : 1;
