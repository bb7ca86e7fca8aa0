/**
 * Chance from a seed: the same on every machine and in every run, so that everyone's demo bank is the same bank and a run of
 * the simulator can be had again. Integer arithmetic only (sfc32); nothing here is for secrets.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** Of several parts, so that each thing has chances of its own whatever else happens before it. */
  constructor(...seed: readonly (string | number)[]) {
    let hash = 0x811c9dc5;
    for (const character of seed.join('\n'))
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    this.#a = hash >>> 0;
    this.#b = Math.imul(hash, 0x9e3779b1) >>> 0;
    this.#c = (hash ^ 0x85ebca6b) >>> 0;
    for (let round = 0; round < 15; round += 1) this.#next();
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** A whole number from 0, below the bound. */
  below(bound: number): number {
    return this.#next() % bound;
  }

  /** A whole number between the two, both included. */
  between(min: number, max: number): number {
    return min + this.below(max - min + 1);
  }

  /** True so many times in a hundred; a chance may have two decimals. */
  percent(chance: number): boolean {
    return Number.isInteger(chance) ? this.below(100) < chance : this.below(10_000) < chance * 100;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  /** The index of one of the weights, each as likely as it is heavy. */
  weighted(weights: readonly number[]): number {
    let left = this.below(weights.reduce((sum, it) => sum + it, 0));
    return weights.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
  }

  shuffled<T>(values: readonly T[]): T[] {
    const left = [...values];
    return values.map(() => left.splice(this.below(left.length), 1)[0] as T);
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }

  letters(length: number): string {
    return Array.from({ length }, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[this.below(32)]).join('');
  }
}
