const DRAIN_MS = 15_000;

interface Step {
  name: string;
  run: () => Promise<void>;
}

/**
 * What has been opened, closed in the opposite order, once. A signal, or the end of the process that started this
 * one, brings it about; a second signal no longer waits for requests in progress.
 */
export class Shutdown {
  readonly #steps: Step[] = [];
  readonly #say: (line: string) => void;
  #running: Promise<void> | undefined;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  add(name: string, run: () => Promise<void>): void {
    this.#steps.push({ name, run });
  }

  /** Closes everything; each step has its time, so that one that hangs does not keep the database open. */
  run(): Promise<void> {
    this.#running ??= this.#closeAll();
    return this.#running;
  }

  async #closeAll(): Promise<void> {
    for (const step of this.#steps.reverse()) {
      try {
        await inTime(step.run(), DRAIN_MS);
      } catch (error) {
        this.#say(`Closing the ${step.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  /** Ends the process cleanly on the usual signals. */
  onSignals(): void {
    let asked = 0;
    const stop = () => {
      asked += 1;
      if (asked === 1) this.#say('Stopping…');
      void this.run().then(() => {
        if (asked > 0) this.#say('Stopped.');
        process.exit(0);
      });
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    if (process.connected) process.once('disconnect', stop);
  }
}

function inTime(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${ms / 1_000} seconds`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
