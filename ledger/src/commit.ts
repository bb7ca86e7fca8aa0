import type { Book } from './book.ts';
import type { Command, Result } from './command.ts';
import { decide } from './decide.ts';
import { LedgerError } from './errors.ts';
import { type Block, seal } from './seal.ts';
import { type BatchStore, StoreFailure } from './store.ts';

type Waiting = {
  command: Command;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

export type QueueOptions = {
  /** More commands than this do not wait: they are turned away with BUSY. */
  queueMax: number;
  /** At most so many commands in one database transaction. */
  batchMax: number;
  /** Told of every batch, for metrics. */
  onBatch?: (batch: { commands: number; accepted: number; milliseconds: number }) => void;
  /** Runs a task soon, after whoever is ready to run now. */
  soon?: (task: () => void) => void;
  /** Waits between attempts to learn a commit's fate. */
  pause?: (milliseconds: number) => Promise<void>;
};

/** What is known of a batch, to be told to those who wait for it. */
type Answers = readonly (() => void)[];

const give = (answers: Answers): void => {
  for (const answer of answers) answer();
};

/** SQLSTATE classes that name something in the rows themselves: data, constraints, privileges and names, sizes, triggers. */
const blamesRows = /^(22|23|42|54|P0)/;
const fateAttemptsMax = 6;
const fatePauseMs = 250;
const recordsMax = 4_000;

const defaultPause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

const weightOf = ({ transfers, events, openings, registrations }: Command): number =>
  1 +
  (transfers?.length ?? 0) +
  (events?.length ?? 0) +
  (openings?.length ?? 0) +
  (registrations?.length ?? 0);

/**
 * Group commit: whatever waits becomes one database transaction, without a timer. An idle ledger answers after one commit,
 * a busy one shares it.
 */
export class CommitQueue {
  readonly #store: BatchStore;
  readonly #options: QueueOptions;
  readonly #soon: (task: () => void) => void;
  readonly #pause: (milliseconds: number) => Promise<void>;
  #waiting: Waiting[] = [];
  #taken = 0;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(store: BatchStore, options: QueueOptions) {
    this.#store = store;
    this.#options = options;
    this.#soon = options.soon ?? setImmediate;
    this.#pause = options.pause ?? defaultPause;
  }

  get length(): number {
    return this.#waiting.length + this.#taken;
  }

  submit(command: Command): Promise<Result> {
    if (this.#closed) return Promise.reject(new LedgerError('CLOSED', 'the ledger is shutting down'));
    if (this.length >= this.#options.queueMax) {
      return Promise.reject(new LedgerError('BUSY', `${this.length} commands wait already`));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ command, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Takes no more, answers all that wait, and lets the connection go. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await this.#store.close();
  }

  async #run(): Promise<void> {
    // Whoever has been read from a socket by now gets to join the first batch.
    await this.#breathe();
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      this.#taken = batch.length;
      const answers = await this.#settle(batch);
      this.#taken = 0;
      if (this.#waiting.length > 0) {
        // The next batch is on its way first: what those who are answered do then, they do while it is being written.
        this.#soon(() => give(answers));
      } else {
        give(answers);
        await this.#breathe();
      }
    }
    this.#running = undefined;
  }

  #breathe(): Promise<void> {
    return new Promise((resolve) => this.#soon(resolve));
  }

  #take(): Waiting[] {
    let count = 0;
    let weight = 0;
    while (count < this.#waiting.length && count < this.#options.batchMax) {
      weight += weightOf(this.#waiting[count]?.command ?? {});
      if (count > 0 && weight > recordsMax) break;
      count += 1;
    }
    const batch = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    return batch;
  }

  /** An answer for every command of a batch, whatever becomes of it; never throws. */
  async #settle(batch: readonly Waiting[], attempt = 1, fresh = false): Promise<Answers> {
    const started = performance.now();
    try {
      const results = await this.#attempt(batch, fresh);
      const accepted = results.filter((result) => result?.outcome === 'posted' && !result.replayed).length;
      const milliseconds = performance.now() - started;
      this.#options.onBatch?.({ commands: batch.length, accepted, milliseconds });
      return batch.map(({ resolve, reject }, index) => () => {
        const result = results[index];
        if (result) resolve(result);
        else reject(new LedgerError('OUTCOME_UNKNOWN', 'the commit has no known end'));
      });
    } catch (error) {
      return this.#recover(batch, error, attempt);
    }
  }

  /** Here nothing of the batch has happened. Retried once as it is, or by halves down to the one that the database refuses. */
  async #recover(batch: readonly Waiting[], error: unknown, attempt: number): Promise<Answers> {
    const failure = error instanceof StoreFailure ? error : undefined;
    if (failure?.kind === 'stale') return this.#settle(batch, attempt, true);
    const blamed = failure
      ? failure.kind === 'refused' && blamesRows.test(failure.sqlState)
      : !isAnswer(error);
    if (blamed && batch.length > 1) {
      const middle = batch.length >> 1;
      give(await this.#settle(batch.slice(0, middle)));
      return this.#settle(batch.slice(middle));
    }
    if (blamed && failure) {
      const { sqlState, constraint } = failure;
      const reason = {
        name: 'REFUSED_BY_DATABASE' as const,
        sqlState,
        ...(constraint === undefined ? {} : { constraint }),
      };
      return batch.map(
        ({ resolve }) =>
          () =>
            resolve({ outcome: 'refused', reason }),
      );
    }
    if (failure && attempt === 1) return this.#settle(batch, attempt + 1);
    const reason = failure
      ? new LedgerError('UNAVAILABLE', 'the database is not available: nothing was posted', error)
      : error;
    return batch.map(
      ({ reject }) =>
        () =>
          reject(reason),
    );
  }

  /** One result for each command; undefined where its fate is unknown. Throws where nothing has happened. */
  async #attempt(batch: readonly Waiting[], fresh: boolean): Promise<(Result | undefined)[]> {
    const commands = batch.map(({ command }) => command);
    let sealed: { results: Result[]; book: Book; block: Block | undefined };
    try {
      sealed = await this.#decide(commands, fresh);
      if (!sealed.block) {
        await this.#store.rollback();
        return sealed.results;
      }
    } catch (error) {
      await this.#rollBackQuietly(error);
      throw error;
    }
    const { results, book, block } = sealed;
    try {
      if ((await this.#store.commit(book, block)) === 'committed') return results;
    } catch (error) {
      if (!(error instanceof StoreFailure) || error.kind === 'refused') {
        await this.#rollBackQuietly(error);
        throw error;
      }
      const fate = await this.#fateOf(block);
      if (fate === 'committed') return results;
      if (fate === 'absent') throw error;
    }
    return results.map((result) => (isSettled(result, book) ? result : undefined));
  }

  /** A refusal is never judged on memory alone: it is no refusal if the command's key was posted by another server. */
  async #decide(commands: readonly Command[], fresh: boolean) {
    const loaded = await this.#store.load(commands, fresh);
    const decision = decide(loaded, commands);
    if (loaded.remembered && decision.results.some(({ outcome }) => outcome === 'refused')) {
      const read = await this.#store.load(commands, true);
      const again = decide(read, commands);
      return { ...again, block: sealBook(again.book) };
    }
    return { ...decision, block: sealBook(decision.book) };
  }

  /** After a failure the transaction may still be open; after a lost connection there is nothing to roll back. */
  async #rollBackQuietly(error: unknown): Promise<void> {
    if (error instanceof StoreFailure && error.kind === 'lost') return;
    try {
      await this.#store.rollback();
    } catch {
      // The store has dropped the connection, and the transaction with it.
    }
  }

  async #fateOf(block: Block): Promise<'committed' | 'absent' | 'unknown'> {
    for (let attempt = 1; attempt <= fateAttemptsMax; attempt++) {
      try {
        return (await this.#store.hasBlock(block)) ? 'committed' : 'absent';
      } catch {
        await this.#rollBackQuietly(undefined);
        await this.#pause(fatePauseMs * attempt);
      }
    }
    return 'unknown';
  }
}

/** An error that already says what there is to say to every caller. */
const isAnswer = (error: unknown): boolean => error instanceof LedgerError;

/** A refusal moved nothing and a first answer was committed long ago; only what this batch posted hangs on its commit. */
const isSettled = (result: Result, { head }: Book): boolean =>
  result.outcome === 'refused' || result.firstSeq <= head.seq;

function sealBook(book: Book): Block | undefined {
  if (book.records.length === 0) return undefined;
  const times = {
    firstCreatedMs: book.firstCreatedMs ?? book.lastCreatedMs,
    createdMs: book.lastCreatedMs,
  };
  return seal(book.head, book.records, times, book.moved);
}
