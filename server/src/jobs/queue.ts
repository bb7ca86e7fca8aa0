import { Logger, type Runner, run, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import { openPool } from '../db/pool.ts';
import type { Db, Tx } from '../db/tx.ts';

/** Work that is done soon, by one of the servers: written with the change that wants it. */
export interface Queued {
  readonly task: string;
  readonly payload: Readonly<Record<string, string>>;
  /** Queued again under the same key while it waits, it waits once. */
  readonly key: string;
  readonly delaySeconds?: number;
}

export async function enqueue(tx: Tx | Db, { task, payload, key, delaySeconds = 0 }: Queued): Promise<void> {
  // Its own attempts are one: whoever fails at a task says itself when it is tried again.
  await sql`SELECT graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => 1,
    job_key => ${key}, job_key_mode => 'preserve_run_at',
    run_at => clock_timestamp() + make_interval(secs => ${delaySeconds}::int))`.execute(tx);
}

export interface QueueOptions {
  readonly url: string;
  readonly tasks: Readonly<Record<string, (payload: unknown) => Promise<void>>>;
  /** Tasks at once in this server. */
  readonly concurrency: number;
  readonly log: { warn(fields: object, text: string): void };
  readonly pollMs?: number;
}

const POLL_MS = 2_000;
const RESTART_MS = 3_000;

/** Runs queued tasks by graphile-worker, for as long as the server lives; one that ends by itself is begun again. */
export class Queue {
  readonly #options: QueueOptions;
  readonly #pool: ReturnType<typeof openPool>;
  #runner: Runner | undefined;
  #running: Promise<void> | undefined;
  #wakeUp: (() => void) | undefined;
  #isClosed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#pool = openPool(options.url, {
      max: options.concurrency + 2,
      applicationName: 'tonle-jobs',
      onError: (error) => options.log.warn({ reason: error.message }, 'a connection of the job queue broke'),
    });
  }

  start(): void {
    this.#running ??= this.#keepRunning();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wakeUp?.();
    await this.#runner?.stop().catch(() => {});
    await this.#running;
    await this.#pool.end();
  }

  async #keepRunning(): Promise<void> {
    while (!this.#isClosed) {
      try {
        this.#runner = await run({
          pgPool: this.#pool,
          taskList: this.#options.tasks as TaskList,
          concurrency: this.#options.concurrency,
          pollInterval: this.#options.pollMs ?? POLL_MS,
          noHandleSignals: true,
          // Without a batch, the library waits for no answer when it strikes a job off: one that fails ends the process.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
          logger: this.#logger(),
        });
        if (this.#isClosed) await this.#runner.stop();
        await this.#runner.promise;
      } catch (error) {
        if (!this.#isClosed) this.#options.log.warn({ err: error }, 'the job queue stopped; it begins again');
      }
      this.#runner = undefined;
      if (!this.#isClosed) await this.#pause();
    }
  }

  #pause(): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, RESTART_MS);
      timer.unref();
      this.#wakeUp = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** What the library finds worth a warning; its chatter is left out. */
  #logger(): Logger {
    return new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning')
        this.#options.log.warn({ level }, `job queue: ${message}`);
    });
  }
}
