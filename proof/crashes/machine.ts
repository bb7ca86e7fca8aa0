import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order, Reply } from './machine-process.ts';

const PROGRAM = join(import.meta.dirname, 'machine-process.ts');
/** A server is started hundreds of times: what was compiled once is kept. */
const COMPILED = join(import.meta.dirname, '../../.cache/compiled');
const BANK_PROGRAM = join(import.meta.dirname, '../../server/src/test-bank-process.ts');

/** The machine of machine-process.ts, as a test gives it orders. */
export class Machine {
  readonly #child: ChildProcess;
  readonly #disk: string;
  readonly #waiting = new Map<number, { done: (value: unknown) => void; failed: (why: Error) => void }>();
  /** Why the server ended, each time that nobody had killed it. */
  readonly deaths: string[] = [];
  /** Whether its disk is small and its own, so that it can be filled. */
  readonly hasOwnDisk: boolean;
  postgresUrl = '';
  #orders = 0;

  private constructor(child: ChildProcess, disk: string, hasOwnDisk: boolean) {
    this.#child = child;
    this.#disk = disk;
    this.hasOwnDisk = hasOwnDisk;
    child.on('message', (reply: Reply) => this.#hear(reply));
    child.once('exit', (code) => {
      for (const { failed } of this.#waiting.values()) failed(new Error(`the machine is gone (${code})`));
      this.#waiting.clear();
    });
  }

  static async start(diskMegabytes: number): Promise<Machine> {
    const disk = mkdtempSync(join(tmpdir(), 'tonle-machine-'));
    // PostgreSQL may run as somebody else.
    chmodSync(disk, 0o755);
    const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED };
    const mounting = mountingOf(disk, diskMegabytes);
    const child =
      mounting === undefined
        ? fork(PROGRAM, [disk, BANK_PROGRAM], { execArgv: [], env })
        : spawn('unshare', [...mounting, process.execPath, PROGRAM, disk, BANK_PROGRAM], {
            env,
            stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          });
    const machine = new Machine(child, disk, mounting !== undefined);
    machine.postgresUrl = String(await machine.#answerTo(0));
    return machine;
  }

  #hear(reply: Reply): void {
    if ('died' in reply) {
      this.deaths.push(reply.died);
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.ok) waiting?.done(reply.value);
    else waiting?.failed(new Error(reply.why));
  }

  #answerTo(id: number): Promise<unknown> {
    return new Promise((done, failed) => this.#waiting.set(id, { done, failed }));
  }

  order(order: Order): Promise<unknown> {
    this.#orders += 1;
    const id = this.#orders;
    const answer = this.#answerTo(id);
    this.#child.send({ id, ...order });
    return answer;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null) {
      const gone = new Promise((done) => this.#child.once('exit', done));
      this.#child.disconnect();
      await gone;
    }
    rmSync(this.#disk, { recursive: true, force: true });
  }
}

/**
 * A disk that only the machine sees, small enough to be filled: a tmpfs in a mount namespace of its own. Root may have that,
 * and on most Linux systems everybody within a user namespace, from which one goes on as oneself. Undefined where it cannot
 * be had.
 */
function mountingOf(disk: string, megabytes: number): string[] | undefined {
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=755 tonle "$0"`;
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  const back = `exec unshare --user --map-user=${uid} --map-group=${gid} "$@"`;
  const ways =
    uid === 0
      ? [['--mount', 'sh', '-c', `${mount} && exec "$@"`, disk]]
      : [['--map-root-user', '--mount', 'sh', '-c', `${mount} && chown 0:0 "$0" && ${back}`, disk]];
  return ways.find((way) => spawnSync('unshare', [...way, 'true'], { stdio: 'ignore' }).status === 0);
}
