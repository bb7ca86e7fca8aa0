export interface ThrottleOptions {
  /** The least time between two runs. */
  readonly everyMs: number;
  readonly run: () => Promise<void>;
  /** Told of a run that failed; it is tried again. */
  readonly onError: (error: unknown) => void;
}

const RETRY_MS = 1_000;

/** Runs something soon after it is asked for, never twice at once and never more often than allowed. */
export class Throttle {
  readonly #options: ThrottleOptions;
  #timer: NodeJS.Timeout | undefined;
  #last = Number.NEGATIVE_INFINITY;
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Asks for a run that begins after this moment. */
  soon(): void {
    this.#schedule(Math.max(0, this.#last + this.#options.everyMs - performance.now()));
  }

  /** Waits for a run that begins after this moment, and fails with it. */
  now(): Promise<void> {
    const run = this.#turn.then(() => this.#options.run());
    this.#turn = run.catch(() => undefined);
    return run;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#last = performance.now();
      this.now().catch((error: unknown) => {
        if (this.#isClosed) return;
        this.#options.onError(error);
        this.#schedule(RETRY_MS);
      });
    }, ms);
  }
}
