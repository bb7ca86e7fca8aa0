export type RollupDelta = {
  list: string;
  day: string;
  state: number;
  count: number;
  sumMinor: bigint;
  minSeq: bigint;
  maxSeq: bigint;
};

/** By how much a batch changes each rollup row. */
export class RollupDeltas {
  readonly #byKey = new Map<string, RollupDelta>();

  enter(list: string, day: string, state: number, seq: bigint, amountMinor: bigint): void {
    const delta = this.#delta(list, day, state, seq);
    delta.count += 1;
    delta.sumMinor += amountMinor;
    if (seq < delta.minSeq) delta.minSeq = seq;
    if (seq > delta.maxSeq) delta.maxSeq = seq;
  }

  /** The bounds stay: they say what has ever been counted here. */
  leave(list: string, day: string, state: number, seq: bigint, amountMinor: bigint): void {
    const delta = this.#delta(list, day, state, seq);
    delta.count -= 1;
    delta.sumMinor -= amountMinor;
  }

  all(): RollupDelta[] {
    return [...this.#byKey.values()];
  }

  #delta(list: string, day: string, state: number, seq: bigint): RollupDelta {
    const key = `${list}\0${day}\0${state}`;
    let delta = this.#byKey.get(key);
    if (!delta) {
      delta = { list, day, state, count: 0, sumMinor: 0n, minSeq: seq, maxSeq: seq };
      this.#byKey.set(key, delta);
    }
    return delta;
  }
}
