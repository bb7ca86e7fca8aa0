import type pg from 'pg';

const EVERY_MS = 10_000;
/** An answer that took longer says too little about when it was given. */
const SLOWEST_MS = 2_000;

/**
 * The database's clock as this process knows it. Deadlines are judged by the database, so they are set by its clock: this
 * machine's may be minutes off, or be moved while a request is under way.
 */
export class DatabaseClock {
  readonly #pool: pg.Pool;
  /** The database's time less the time that this process has run, which no moved clock changes. */
  #offsetMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Asks now and from time to time. A database that is away leaves what was known. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#ask(), EVERY_MS);
    this.#timer.unref();
    await this.#ask();
  }

  async #ask(): Promise<void> {
    const asked = performance.now();
    try {
      const { rows } = await this.#pool.query<{ ms: number }>(
        'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
      );
      const answered = performance.now();
      const ms = rows[0]?.ms;
      if (ms === undefined || (answered - asked > SLOWEST_MS && this.#offsetMs !== undefined)) return;
      this.#offsetMs = ms - (asked + answered) / 2;
    } catch {
      // The requests that need the database say so themselves.
    }
  }

  now(): Date {
    return this.#offsetMs === undefined ? new Date() : new Date(performance.now() + this.#offsetMs);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
