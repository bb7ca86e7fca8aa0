import { availableParallelism } from 'node:os';
import { Refusal } from '@tonle/contract/refusal';
import { HashingThreads } from './hashing-workers.ts';

/** argon2id at 19 MiB, two passes (decisions section 5); argon2id is the library's default algorithm. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface HasherLimits {
  /** Hashes at once: each takes a core and 19 MiB for some tens of milliseconds. */
  readonly runningMax: number;
  /** Sign-ins that wait for their turn; beyond that they are told to come back. */
  readonly waitingMax: number;
}

/** One core stays free for everyone else. */
export const hasherLimitsDefault: HasherLimits = {
  runningMax: Math.min(3, Math.max(1, availableParallelism() - 1)),
  waitingMax: 100,
};

/** Threads of their own, below everybody else's priority, so that libuv's stay free to sign and to read files. */
const threads = new HashingThreads(hasherLimitsDefault.runningMax);
const hash = async (password: string) => String(await threads.ask({ password, options: OPTIONS }));
const verify = async (hashed: string, password: string) => (await threads.ask({ hashed, password })) === true;

/** Hashes with bounded concurrency, so that a rush of sign-ins leaves the machine to everyone else. */
export class PasswordHasher {
  readonly #limits: HasherLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #admitted = 0;
  /** The hash of nothing in particular, for those who do not exist: the work is the same. */
  #decoy: Promise<string> | undefined;

  constructor(limits: HasherLimits = hasherLimitsDefault) {
    this.#limits = limits;
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password));
  }

  /** One hash either way: against the person's own, or against a decoy that nothing matches. */
  async verify(hashed: string | undefined, password: string): Promise<boolean> {
    this.#decoy ??= hash(crypto.randomUUID());
    const against = hashed ?? (await this.#decoy);
    const matches = await this.#inTurn(() => verify(against, password));
    return matches && hashed !== undefined;
  }

  /**
   * Lets a sign-in begin, or tells it to come back: before anything of it is counted, so that a rush locks nobody out.
   */
  async admit<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#admitted >= this.#limits.runningMax + this.#limits.waitingMax) {
      throw new Refusal('TOO_MANY_REQUESTS', { seconds: 5 });
    }
    this.#admitted += 1;
    try {
      return await work();
    } finally {
      this.#admitted -= 1;
    }
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#limits.runningMax) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so that nobody slips in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
