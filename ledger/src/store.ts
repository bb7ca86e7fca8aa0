import { randomBytes } from 'node:crypto';
import type { Book, Loaded } from './book.ts';
import type { Command } from './command.ts';
import {
  type AttachmentTables,
  isConnectionLost,
  type LedgerConnection,
  type LedgerPool,
  type Statement,
  sendTogether,
  sqlStateOf,
} from './database.ts';
import { LedgerError } from './errors.ts';
import { type Guard, guardOf } from './guard.ts';
import { beginAndLoad, namedBy } from './load.ts';
import { Memory } from './memory.ts';
import type { Block } from './seal.ts';
import { writeStatement } from './write.ts';

/**
 * Why a step of a batch failed. `lost`: the connection is gone and what it was doing may or may not have happened. `stale`:
 * what the batch was decided on was not so any more; nothing happened.
 */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  readonly kind: 'refused' | 'lost' | 'stale';
  readonly sqlState: string;
  readonly constraint: string | undefined;

  constructor(
    kind: StoreFailure['kind'],
    details: { sqlState?: string; constraint?: string | undefined; cause?: unknown } = {},
  ) {
    super(`batch ${kind}`, { cause: details.cause });
    this.kind = kind;
    this.sqlState = details.sqlState ?? '';
    this.constraint = details.constraint;
  }
}

/** Where batches are written: PostgreSQL, or a simulation of it. Each step fails with a `StoreFailure`. */
export interface BatchStore {
  /**
   * What the commands name. Either read under the locks of head and accounts, in a transaction that is now open; or, unless
   * `fresh`, remembered, with nothing locked, to be checked by `commit`.
   */
  load(commands: readonly Command[], fresh: boolean): Promise<Loaded & { remembered: boolean }>;
  /** Writes and commits. `unknown`: the server said that the commit may not outlive it. */
  commit(book: Book, block: Block): Promise<'committed' | 'unknown'>;
  /** Ends a batch that writes nothing. */
  rollback(): Promise<void>;
  /** Waits until whatever a lost connection was doing has ended, then says whether this very block is in the chain. */
  hasBlock(block: Block): Promise<boolean>;
  close(): Promise<void>;
}

function failureOf(error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error;
  if (isConnectionLost(error)) return new StoreFailure('lost', { cause: error });
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  return new StoreFailure('refused', {
    sqlState: sqlStateOf(error) ?? '',
    constraint: typeof constraint === 'string' ? constraint : undefined,
    cause: error,
  });
}

/** At COMMIT: waiting for the synchronous standby was cancelled, so what is committed here may not be there. */
const doubtNotice = '01000';

/** Runs what commits, and says whether PostgreSQL left it in doubt. */
async function leavesDoubt(connection: LedgerConnection, work: () => Promise<unknown>): Promise<boolean> {
  let doubtful = false;
  const onNotice = (notice: { code?: string | undefined }) => {
    doubtful ||= notice.code === doubtNotice;
  };
  connection.on('notice', onNotice);
  try {
    await work();
  } finally {
    connection.off('notice', onNotice);
  }
  return doubtful;
}

/** Plans are made once, by index, whatever the tables' sizes were when they were made. */
const sessionSettings = 'SET jit = off; SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan';

type Held = {
  connection: LedgerConnection;
  /** An advisory lock that the session keeps as long as it lives, to be waited for when its connection is lost. */
  fence: bigint;
};

const fenceWaitMs = 5_000;
/** After a batch decided on memory turned out stale, so many are read afresh; twice as many the next time. */
const coldMax = 64;

/** PostgreSQL through one connection that is held while it is whole and replaced when it is not. */
export class PostgresStore implements BatchStore {
  readonly #pool: LedgerPool;
  readonly #attachments: AttachmentTables;
  readonly #seeding: boolean;
  readonly #memory = new Memory();
  #held: Held | undefined;
  #doubtfulFence: bigint | undefined;
  #seededSeq = 0n;
  #accountIds: Set<string> = new Set();
  #remembered = false;
  #coldFor = 0;
  #coldNext = 1;

  constructor(pool: LedgerPool, attachments: AttachmentTables, seeding = false) {
    this.#pool = pool;
    this.#attachments = attachments;
    this.#seeding = seeding;
  }

  async load(commands: readonly Command[], fresh: boolean): Promise<Loaded & { remembered: boolean }> {
    const named = namedBy(commands);
    this.#accountIds = named.accountIds;
    if (fresh) this.#memory.forget();
    const known = this.#coldFor > 0 ? undefined : this.#memory.recall(named);
    this.#remembered = known !== undefined;
    if (known) return { ...known, remembered: true };
    this.#coldFor = Math.max(0, this.#coldFor - 1);
    const loaded = await this.#with(({ connection }) => beginAndLoad(connection, named));
    if (this.#seeding && loaded.head.seq !== this.#seededSeq) {
      throw new LedgerError('INVALID', 'only an empty ledger can be seeded');
    }
    return { ...this.#memory.learn(loaded), remembered: false };
  }

  /**
   * After a load, the write and COMMIT go out together: where the write fails, PostgreSQL turns the COMMIT into a rollback.
   * On memory, the guarded write is a transaction by itself.
   */
  async commit(book: Book, block: Block): Promise<'committed' | 'unknown'> {
    const guard = this.#remembered ? this.#guard(book) : undefined;
    const write = writeStatement(book, block, this.#attachments, guard);
    const statements = guard ? [write] : [write, { text: 'COMMIT' }];
    try {
      const outcome = await this.#with((held) => this.#send(held, statements));
      // What may not outlive this database server is not remembered, so that it is never an answer by itself.
      if (outcome === 'committed') this.#memory.advance(block);
      else this.#memory.forget();
      this.#seededSeq = block.lastSeq;
      if (this.#remembered) this.#coldNext = 1;
      return outcome;
    } catch (error) {
      this.#memory.forget();
      if (this.#remembered && error instanceof StoreFailure && error.kind === 'refused') {
        this.#coldFor = this.#coldNext;
        this.#coldNext = Math.min(this.#coldNext * 2, coldMax);
        throw new StoreFailure('stale', { cause: error });
      }
      throw error;
    }
  }

  #guard(book: Book): Guard {
    const accounts = [...this.#accountIds].flatMap((accountId) => book.accounts.get(accountId) ?? []);
    return guardOf(book, accounts);
  }

  async #send({ connection, fence }: Held, statements: Statement[]): Promise<'committed' | 'unknown'> {
    this.#doubtfulFence = fence;
    const doubtful = await leavesDoubt(connection, async () => {
      const answers = await sendTogether(connection, statements);
      const last = answers.at(-1)?.command;
      if (statements.length > 1 && last !== 'COMMIT')
        throw new StoreFailure('refused', { sqlState: '25000' });
    });
    return doubtful ? 'unknown' : 'committed';
  }

  async rollback(): Promise<void> {
    // What was decided and not written may have changed what is remembered.
    this.#memory.forget();
    if (!this.#held || this.#remembered) return;
    await this.#with(({ connection }) => connection.query({ text: 'ROLLBACK' }));
  }

  async hasBlock(block: Block): Promise<boolean> {
    return this.#with(async ({ connection }) => {
      await connection.query({ text: 'BEGIN ISOLATION LEVEL READ COMMITTED' });
      try {
        await connection.query({ text: `SET LOCAL lock_timeout = ${fenceWaitMs}` });
        await connection.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [this.#doubtfulFence] });
        await connection.query({ text: 'SELECT FROM ledger_head WHERE id = 1 FOR NO KEY UPDATE' });
        const found = await connection.query({
          text: 'SELECT FROM block WHERE height = $1 AND hash = $2',
          values: [block.height, block.hash],
        });
        // Having locked a row it is written to the log behind the block: what it waits for, the block has waited for too.
        const doubtful = await leavesDoubt(connection, () => connection.query({ text: 'COMMIT' }));
        if (doubtful) throw new StoreFailure('refused', { sqlState: doubtNotice });
        return found.rowCount === 1;
      } catch (error) {
        if (!isConnectionLost(error)) await connection.query({ text: 'ROLLBACK' });
        throw error;
      }
    });
  }

  close(): Promise<void> {
    // Closed, not lent out again: the session still holds its fence.
    this.#held?.connection.release(true);
    this.#held = undefined;
    return Promise.resolve();
  }

  async #with<T>(work: (held: Held) => Promise<T>): Promise<T> {
    try {
      this.#held ??= await this.#connect();
      return await work(this.#held);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'lost') {
        this.#held?.connection.release(true);
        this.#held = undefined;
        this.#memory.forget();
      }
      throw failure;
    }
  }

  async #connect(): Promise<Held> {
    const connection = await this.#pool.connect();
    const fence = randomBytes(8).readBigInt64BE();
    try {
      await connection.query({ text: sessionSettings });
      await connection.query({ text: 'SELECT pg_advisory_lock($1)', values: [fence] });
    } catch (error) {
      connection.release(true);
      throw error;
    }
    return { connection, fence };
  }
}
