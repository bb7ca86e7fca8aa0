/** What the clients know: what they asked for, and what they were told. Held against the book at the end. */
export type Entry = {
  readonly key: string;
  readonly amountMinor: bigint;
  /** As the clients have it: acknowledged, refused, or certainly never posted. */
  outcome: 'open' | 'posted' | 'refused' | 'absent';
  transactionHash?: string;
};

export class Journal {
  readonly transfers = new Map<string, Entry>();
  readonly payments = new Map<string, Entry>();
  /** By message id, the signed answer. */
  readonly deposits = new Map<
    string,
    { depositId: string; amountMinor: bigint; to: string; answer?: string }
  >();
  /** Decisions on deposits that were acknowledged, by the deposit's id. */
  readonly decided = new Map<string, ('acknowledge' | 'refund')[]>();
  /** Reports that were promised. */
  readonly reports = new Set<string>();
  readonly faults: string[] = [];
  requests = 0;
  /** Of them, answered as asked. */
  served = 0;
  unknown = 0;
  unavailable = 0;
  longestUnknownMs = 0;
  #awayMs = 0;
  #awaySince: number | undefined;

  /** Counts an answer; one that no server may give is a fault. */
  count(what: string, answer: { status: number; json: unknown } | undefined): void {
    this.requests += 1;
    if (answer?.status === 200) this.served += 1;
    if (answer?.status === 503) this.unavailable += 1;
    if (answer !== undefined && answer.status >= 500 && answer.status !== 503) {
      this.fault(`${what}: ${answer.status} ${JSON.stringify(answer.json).slice(0, 300)}`);
    }
  }

  fault(what: string): void {
    if (this.faults.length < 50) this.faults.push(what);
  }

  /** The same answer however often it is asked for. */
  posted(entry: Entry, transactionHash: string): void {
    if (entry.outcome === 'posted' && entry.transactionHash !== transactionHash) {
      this.fault(`${entry.key} was answered as ${entry.transactionHash} and as ${transactionHash}`);
    }
    entry.outcome = 'posted';
    entry.transactionHash = transactionHash;
  }

  /** From a blow until the bank is ready again nobody can be told anything. */
  away(): void {
    this.#awaySince ??= performance.now();
  }

  back(): void {
    if (this.#awaySince !== undefined) this.#awayMs += performance.now() - this.#awaySince;
    this.#awaySince = undefined;
  }

  /** Milliseconds for which the bank was there, since the beginning. */
  get servedMs(): number {
    const away = this.#awaySince === undefined ? 0 : performance.now() - this.#awaySince;
    return performance.now() - this.#awayMs - away;
  }

  /** The outcome is known, so long after it was not, as `servedMs` counts. */
  resolved(entry: Entry, unknownSince: number | undefined): void {
    if (unknownSince === undefined) return;
    const ms = this.servedMs - unknownSince;
    this.longestUnknownMs = Math.max(this.longestUnknownMs, ms);
    if (ms > 60_000) this.fault(`${entry.key} was unknown for ${(ms / 1_000).toFixed(1)} s`);
  }
}
