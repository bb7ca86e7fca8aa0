import { type Loaded, spentKey } from './book.ts';
import type { Named } from './load.ts';
import type { Block } from './seal.ts';
import { phnomPenhDay } from './state.ts';

/** Remembered rows beyond these are forgotten all together; they are read again when they are named. */
const rowsMax = 50_000;

/**
 * What this process knows of the ledger after its last batch. As long as the head is where that batch left it, nothing that
 * batches write can have changed, so the next batch needs no reading: it is decided on this, and written only if the head is
 * still there and the accounts' rows say the same, which is checked under their locks (see guard.ts).
 */
export class Memory {
  readonly #steadyNowMs: () => number;
  #known: Loaded | undefined;
  #clockAheadMs = 0;

  /** A clock that only ever goes forward. */
  constructor(steadyNowMs: () => number = () => performance.now()) {
    this.#steadyNowMs = steadyNowMs;
  }

  /** What was just read under the head's lock. */
  learn(fresh: Loaded): Loaded {
    const aheadMs = fresh.nowMs - this.#steadyNowMs();
    // The answer was some time on its way: of estimates that agree, the highest is the nearest.
    const agrees = Math.abs(aheadMs - this.#clockAheadMs) < 1_000;
    this.#clockAheadMs = agrees ? Math.max(aheadMs, this.#clockAheadMs) : aheadMs;
    const known = this.#known;
    if (!known || known.head.seq !== fresh.head.seq || known.accounts.size > rowsMax) {
      this.#known = fresh;
      return fresh;
    }
    known.nowMs = fresh.nowMs;
    for (const name of ['accounts', 'transactions', 'keys', 'commands', 'spentMinor'] as const) {
      const into: Map<string, unknown> = known[name];
      for (const [key, value] of fresh[name]) into.set(key, value);
    }
    return known;
  }

  /** Enough to decide on what is named, or nothing. */
  recall(named: Named): Loaded | undefined {
    const known = this.#known;
    if (!known) return undefined;
    const nowMs = Math.max(Math.floor(this.#steadyNowMs() + this.#clockAheadMs), known.head.createdMs);
    if (named.days.size > 0) return undefined;
    const day = phnomPenhDay(nowMs);
    const knowsAll =
      every(named.accountIds, (accountId) => known.accounts.has(accountId)) &&
      every(named.keyIds, (keyId) => known.keys.has(keyId)) &&
      every(named.referred, (hash) => known.transactions.has(hash)) &&
      every(named.spenders, (spender) => known.spentMinor.has(spentKey(spender, 'khr#nbc', day)));
    if (!knowsAll) return undefined;
    known.nowMs = nowMs;
    return known;
  }

  /** The batch that was decided on `recall` or `learn` is committed. */
  advance(block: Block): void {
    const known = this.#known;
    if (!known) return;
    known.head = { seq: block.lastSeq, height: block.height, hash: block.hash, createdMs: block.createdMs };
    for (const name of ['transactions', 'commands', 'spentMinor'] as const) {
      if (known[name].size > rowsMax) known[name].clear();
    }
  }

  /** Something went another way: nothing remembered can be trusted. */
  forget(): void {
    this.#known = undefined;
  }
}

function every<T>(values: Iterable<T>, holds: (value: T) => boolean): boolean {
  for (const value of values) if (!holds(value)) return false;
  return true;
}
