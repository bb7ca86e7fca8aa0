/** What one kind of request came to. */
type Line = {
  sent: number;
  accepted: number;
  refused: Map<string, number>;
  failed: number;
  latenciesMs: number[];
};

/** Enough for exact figures of any run that fits an evening; beyond that the newest replace the oldest. */
const LATENCIES_MAX = 500_000;

/** Counts what was sent, what came back and how long it took. */
export class Tally {
  readonly #lines = new Map<string, Line>();

  #line(kind: string): Line {
    const known = this.#lines.get(kind);
    if (known !== undefined) return known;
    const line: Line = { sent: 0, accepted: 0, refused: new Map(), failed: 0, latenciesMs: [] };
    this.#lines.set(kind, line);
    return line;
  }

  sent(kind: string): void {
    this.#line(kind).sent += 1;
  }

  accepted(kind: string, ms: number): void {
    const line = this.#line(kind);
    line.accepted += 1;
    this.#took(line, ms);
  }

  /** Said no, and why. */
  refused(kind: string, why: string, ms: number): void {
    const line = this.#line(kind);
    line.refused.set(why, (line.refused.get(why) ?? 0) + 1);
    this.#took(line, ms);
  }

  /** No answer that can be used, however often it was tried. */
  failed(kind: string): void {
    this.#line(kind).failed += 1;
  }

  #took(line: Line, ms: number): void {
    if (line.latenciesMs.length < LATENCIES_MAX) line.latenciesMs.push(ms);
    else line.latenciesMs[(line.sent + line.accepted) % LATENCIES_MAX] = ms;
  }

  total(): { sent: number; accepted: number; refused: number; failed: number } {
    const total = { sent: 0, accepted: 0, refused: 0, failed: 0 };
    for (const line of this.#lines.values()) {
      total.sent += line.sent;
      total.accepted += line.accepted;
      total.refused += sumOf(line.refused);
      total.failed += line.failed;
    }
    return total;
  }

  /** One line a kind, and why what was refused was. */
  report(): string[] {
    const lines = ['                      sent  accepted   refused    failed      p50      p99      max'];
    for (const [kind, line] of this.#lines) {
      const sorted = line.latenciesMs.toSorted((a, b) => a - b);
      const figures = [line.sent, line.accepted, sumOf(line.refused), line.failed].map((it) =>
        String(it).padStart(10),
      );
      const times = [0.5, 0.99, 1].map((share) => `${at(sorted, share).toFixed(1)} ms`.padStart(9));
      lines.push(`${kind.padEnd(16)}${figures.join('')}${times.join('')}`);
      for (const [why, count] of line.refused) lines.push(`  ${String(count).padStart(6)} × ${why}`);
    }
    return lines;
  }
}

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, it) => sum + it, 0);

/** The value that this share of all values is at or below. */
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
