/** Work that comes round by itself until it is closed. */
export interface Repeating {
  /** Does the work at once instead of waiting for its time. */
  wake(): void;
  /** Ends the round in progress, and with it the work. */
  close(): Promise<void>;
}

/**
 * Does `work` every so often, one round at a time; a failed round is told of and the next one tries again. The timer
 * keeps no process alive.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Repeating {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isClosed = false;
  const round = async () => {
    do {
      isWanted = false;
      try {
        await work();
      } catch (error) {
        onFailure(error);
      }
    } while (isWanted && !isClosed);
    running = undefined;
    schedule(everyMs);
  };
  const schedule = (ms: number) => {
    if (isClosed) return;
    timer = setTimeout(() => {
      running = round();
    }, ms);
    timer.unref();
  };
  schedule(everyMs);
  return {
    wake: () => {
      isWanted = true;
      if (running !== undefined || isClosed) return;
      clearTimeout(timer);
      running = round();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

export interface OneByOneOptions {
  /** Takes up one piece of work in a transaction of its own; false where nothing was to be done. */
  readonly next: () => Promise<boolean>;
  /** After a round in which something was done. */
  readonly after?: () => void;
  readonly onFailure: (error: unknown) => void;
}

const EVERY_MS = 5_000;

/** Work that waits in a table, one piece after the other: done at once when woken, by any other server within seconds. */
export class OneByOne {
  readonly #options: OneByOneOptions;
  #repeating: Repeating | undefined;

  constructor(options: OneByOneOptions) {
    this.#options = options;
  }

  start(): void {
    this.#repeating ??= repeat(EVERY_MS, () => this.#round(), this.#options.onFailure);
  }

  wake(): void {
    this.#repeating?.wake();
  }

  async close(): Promise<void> {
    await this.#repeating?.close();
  }

  async #round(): Promise<void> {
    const { next, after } = this.#options;
    let isDone = false;
    while (await next()) isDone = true;
    if (isDone) after?.();
  }
}
