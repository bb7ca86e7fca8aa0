import type { Book, Loaded } from './book.ts';
import type { Command } from './command.ts';
import {
  type AttachmentTables,
  isConnectionLost,
  type LedgerConnection,
  type LedgerPool,
  sqlStateOf,
} from './database.ts';
import { LedgerError } from './errors.ts';
import { beginAndLoad, settleBoth } from './load.ts';
import type { Block } from './seal.ts';
import { writeStatement } from './write.ts';

/** Why a step of a batch failed. `lost`: the connection is gone and what it was doing may or may not have happened. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  readonly kind: 'refused' | 'lost';
  readonly sqlState: string;
  readonly constraint: string | undefined;

  constructor(
    kind: 'refused' | 'lost',
    details: { sqlState?: string; constraint?: string | undefined; cause?: unknown } = {},
  ) {
    super(`the database ${kind} the batch`, { cause: details.cause });
    this.kind = kind;
    this.sqlState = details.sqlState ?? '';
    this.constraint = details.constraint;
  }
}

/** Where batches are written: PostgreSQL, or a simulation of it. Each step fails with a `StoreFailure`. */
export interface BatchStore {
  /** Begins a batch: locks the head and the accounts, reads what the commands name. */
  load(commands: readonly Command[]): Promise<Loaded>;
  /** Writes and commits. `unknown`: the server said that the commit may not outlive it. */
  commit(book: Book, block: Block): Promise<'committed' | 'unknown'>;
  /** Ends a batch that writes nothing. */
  rollback(): Promise<void>;
  /** Waits for whoever holds the head, then says whether this very block is in the chain. */
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

/** Plans are made once, by index, whatever the tables' sizes were when they were made. */
const sessionSettings = 'SET jit = off; SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan';

/** PostgreSQL through one connection that is held while it is whole and replaced when it is not. */
export class PostgresStore implements BatchStore {
  readonly #pool: LedgerPool;
  readonly #attachments: AttachmentTables;
  readonly #seeding: boolean;
  #held: LedgerConnection | undefined;
  #seededSeq = 0n;

  constructor(pool: LedgerPool, attachments: AttachmentTables, seeding = false) {
    this.#pool = pool;
    this.#attachments = attachments;
    this.#seeding = seeding;
  }

  async load(commands: readonly Command[]): Promise<Loaded> {
    const loaded = await this.#with((connection) => beginAndLoad(connection, commands));
    if (this.#seeding && loaded.head.seq !== this.#seededSeq) {
      throw new LedgerError('INVALID', 'only an empty ledger can be seeded');
    }
    return loaded;
  }

  /** The write and COMMIT go out together: where the write fails, PostgreSQL turns the COMMIT into a rollback. */
  commit(book: Book, block: Block): Promise<'committed' | 'unknown'> {
    const statement = writeStatement(book, block, this.#attachments);
    return this.#with(async (connection) => {
      let doubtful = false;
      const onNotice = (notice: { code?: string | undefined }) => {
        // 01000 at COMMIT: waiting for the synchronous standby was cancelled.
        if (notice.code === '01000') doubtful = true;
      };
      connection.on('notice', onNotice);
      try {
        const writing = connection.query(statement);
        const committing = connection.query({ text: 'COMMIT' });
        const [, ended] = await settleBoth(writing, committing);
        if (ended.command !== 'COMMIT') throw new StoreFailure('refused', { sqlState: '25000' });
      } finally {
        connection.off('notice', onNotice);
      }
      this.#seededSeq = block.lastSeq;
      return doubtful ? 'unknown' : 'committed';
    });
  }

  async rollback(): Promise<void> {
    if (!this.#held) return;
    await this.#with((connection) => connection.query({ text: 'ROLLBACK' }));
  }

  hasBlock(block: Block): Promise<boolean> {
    return this.#with(async (connection) => {
      await connection.query({ text: 'BEGIN' });
      await connection.query({ text: 'SELECT FROM ledger_head WHERE id = 1 FOR NO KEY UPDATE' });
      const found = await connection.query({
        text: 'SELECT FROM block WHERE height = $1 AND hash = $2',
        values: [block.height, block.hash],
      });
      await connection.query({ text: 'ROLLBACK' });
      return found.rows.length === 1;
    });
  }

  close(): Promise<void> {
    this.#held?.release();
    this.#held = undefined;
    return Promise.resolve();
  }

  async #with<T>(work: (connection: LedgerConnection) => Promise<T>): Promise<T> {
    try {
      this.#held ??= await this.#connect();
      return await work(this.#held);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'lost') {
        this.#held?.release(true);
        this.#held = undefined;
      }
      throw failure;
    }
  }

  async #connect(): Promise<LedgerConnection> {
    const connection = await this.#pool.connect();
    try {
      await connection.query({ text: sessionSettings });
    } catch (error) {
      connection.release(true);
      throw error;
    }
    return connection;
  }
}
