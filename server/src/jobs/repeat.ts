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
