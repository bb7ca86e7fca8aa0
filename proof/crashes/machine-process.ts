import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/db/embedded-postgres.ts';
import type { BankProcess } from '../../server/src/test-bank-process.ts';

/**
 * A machine that can be hurt: PostgreSQL and a server on a disk of their own. It runs as a process of its own, since the disk
 * may be one that only it and what it starts can see.
 */

/** What it is told, each with a number that its answer carries. */
export type Order =
  | { do: 'start-server'; given: BankProcess; dataDir: string }
  | { do: 'kill-server' }
  | { do: 'restart-postgres' }
  | { do: 'kill-postgres' }
  | { do: 'fill-disk' }
  | { do: 'free-disk' }
  | { do: 'move-clock'; byMs: number }
  | { do: 'space' };
export type Told = { id: number } & Order;
export type Reply =
  | { id: number; ok: true; value?: string | number }
  | { id: number; ok: false; why: string }
  /** The server ended without having been killed. */
  | { died: string };

const [, , disk = '', program = ''] = process.argv;
const dataDir = join(disk, 'bank');
const ballast = join(disk, 'ballast');
let postgres: EmbeddedPostgres;
let server: ChildProcess | undefined;
let spare: ChildProcess | undefined;

const say = (reply: Reply): void => {
  process.send?.(reply);
};

/** Everything that is acknowledged has been written: a test's usual haste would lose it with the process. */
const careful = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const small = { max_wal_size: '64MB', min_wal_size: '32MB', shared_buffers: '64MB' };

async function startServer(given: BankProcess, from: string): Promise<void> {
  cpSync(from, dataDir, { recursive: true, force: false });
  const environment = { ...given.environment, DATA_DIR: dataDir };
  const child = spare ?? fork(program, [], { execArgv: [] });
  // The next one loads its code while this one serves: that is what takes long, and hurts nobody.
  spare = fork(program, [], { execArgv: [] });
  server = child;
  child.send({ start: { ...given, environment } });
  child.once('exit', (code, signal) => {
    if (server === child) say({ died: `${code ?? signal}` });
  });
  const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (said !== 'ready') throw new Error(`the server did not start: ${String(said)}`);
}

async function killServer(): Promise<void> {
  const dying = server;
  server = undefined;
  if (dying === undefined || dying.exitCode !== null || dying.signalCode !== null) return;
  const gone = once(dying, 'exit');
  dying.kill('SIGKILL');
  await gone;
}

/** The postmaster alone; it is started again by itself, as in the demo. */
async function signalPostgres(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  process.kill(await postmaster(), signal);
}

/** Its file is missing or half written while it starts. A signal to process 0 would reach everybody here. */
async function postmaster(): Promise<number> {
  const file = join(disk, 'database', 'postgres', 'postmaster.pid');
  for (;;) {
    const [first = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const pid = Number(first);
    if (Number.isSafeInteger(pid) && pid > 1 && existsSync(`/proc/${pid}`)) return pid;
    await sleep(50);
  }
}

/** Until not one byte more goes in. */
function fillDisk(): void {
  const file = openSync(ballast, 'a');
  try {
    for (let size = 1 << 20; size >= 1; size = size === 1 ? 0 : size >> 4) {
      const block = Buffer.alloc(size);
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const space = (): number => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};

async function obey(order: Order): Promise<string | number | undefined> {
  switch (order.do) {
    case 'start-server':
      return void (await startServer(order.given, order.dataDir));
    case 'kill-server':
      return void (await killServer());
    case 'restart-postgres':
      return void (await signalPostgres('SIGINT'));
    case 'kill-postgres':
      return void (await signalPostgres('SIGKILL'));
    case 'fill-disk':
      fillDisk();
      return space();
    case 'free-disk':
      rmSync(ballast, { force: true });
      return space();
    case 'move-clock':
      server?.send({ clockOffsetMs: order.byMs });
      return undefined;
    case 'space':
      return space();
  }
}

process.on('message', ({ id, ...order }: Told) => {
  obey(order).then(
    (value) => say({ id, ok: true, ...(value === undefined ? {} : { value }) }),
    (error: unknown) => say({ id, ok: false, why: String(error) }),
  );
});
process.once('disconnect', () => {
  for (const it of [server, spare]) it?.kill('SIGKILL');
  void postgres.destroy().finally(() => process.exit(0));
});
postgres = await startEmbeddedPostgres({
  dataDir: join(disk, 'database'),
  forTests: true,
  settings: { ...careful, ...small },
});
say({ id: 0, ok: true, value: postgres.superuserUrl });
