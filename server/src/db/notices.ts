import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface NoticesOptions {
  readonly url: string;
  readonly channels: readonly string[];
  readonly onNotice: (channel: string, payload: string) => void;
  /** Told each time that it listens, again or for the first time: what came in between was not heard. */
  readonly onListening: () => void;
  readonly onError: (error: unknown) => void;
  readonly timing?: Partial<NoticesTiming>;
}

export interface NoticesTiming {
  /** How often the connection is asked whether it is alive: a dead one may say nothing at all. */
  readonly checkMs: number;
  readonly answerMs: number;
  readonly retryMs: number;
  readonly retryLongestMs: number;
}

const timingDefault: NoticesTiming = {
  checkMs: 3_000,
  answerMs: 3_000,
  retryMs: 100,
  retryLongestMs: 5_000,
};

/**
 * Hears PostgreSQL's NOTIFY on a connection of its own, outside of any pool: a pooled one would be lent out, and closed when
 * idle. It is opened anew whenever it breaks.
 */
export class Notices {
  readonly #options: NoticesOptions;
  readonly #timing: NoticesTiming;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #client: pg.Client | undefined;
  #isListening = false;

  constructor(options: NoticesOptions) {
    this.#options = options;
    this.#timing = { ...timingDefault, ...options.timing };
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    // Nothing is owed on this connection, so that a server which does not answer cannot hold the shutdown.
    this.#drop();
    await this.#running;
  }

  async #run(): Promise<void> {
    let pause = this.#timing.retryMs;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#listen(() => {
          pause = this.#timing.retryMs;
        });
      } catch (error) {
        if (!this.#stop.signal.aborted) this.#options.onError(error);
      }
      this.#isListening = false;
      this.#drop();
      const wait = pause * (0.5 + Math.random() / 2);
      pause = Math.min(pause * 2, this.#timing.retryLongestMs);
      await sleep(wait, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
  }

  /** Listens until the connection breaks; always ends by throwing. */
  async #listen(onListening: () => void): Promise<never> {
    const { url, channels, onNotice } = this.#options;
    const client = new pg.Client({
      connectionString: url,
      application_name: 'tonle-notices',
      connectionTimeoutMillis: this.#timing.answerMs,
      query_timeout: this.#timing.answerMs,
      keepAlive: true,
    });
    this.#client = client;
    const broken = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the connection for notices has ended')));
    });
    // Handled below; until then an early end must not count as unhandled.
    broken.catch(() => undefined);
    client.on('notification', ({ channel, payload }) => onNotice(channel, payload ?? ''));
    await Promise.race([client.connect(), broken]);
    await client.query(channels.map((it) => `LISTEN ${client.escapeIdentifier(it)}`).join('; '));
    if (this.#stop.signal.aborted) throw new Error('closing');
    this.#isListening = true;
    onListening();
    this.#options.onListening();
    for (;;) {
      await Promise.race([sleep(this.#timing.checkMs, undefined, { signal: this.#stop.signal }), broken]);
      await Promise.race([client.query('SELECT 1'), broken]);
    }
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    if (client === undefined) return;
    client.on('error', () => undefined);
    client.connection.stream.destroy();
  }
}
