/** Small, fast and the same everywhere: mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Task = { owner: object; run: () => void };

/**
 * Everything that waits waits here, and the seed says who goes on next. Whatever a process was doing when it dies is simply
 * never gone on with.
 */
export class Scheduler {
  readonly random: () => number;
  #tasks: Task[] = [];

  constructor(seed: number) {
    this.random = randomOf(seed);
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  pickOf<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.random() * values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }

  /** Goes on when the seed says so. */
  turn(owner: object): Promise<void> {
    return new Promise((resolve) => {
      this.#tasks.push({ owner, run: resolve });
    });
  }

  soon(owner: object, run: () => void): void {
    this.#tasks.push({ owner, run });
  }

  /** The process is dead: none of its waiting goes on. */
  drop(owner: object): void {
    this.#tasks = this.#tasks.filter((task) => task.owner !== owner);
  }

  /** Runs one task and all that follows from it at once; false where nothing waits. */
  async step(): Promise<boolean> {
    // Whoever was just answered or cut off has to come to its next wait first.
    if (this.#tasks.length === 0) await settled();
    const index = Math.floor(this.random() * this.#tasks.length);
    const [task] = this.#tasks.splice(index, 1);
    if (!task) return false;
    task.run();
    await settled();
    return true;
  }
}

/** All promises that can go on have gone on. */
const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
