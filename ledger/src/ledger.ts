import type { Command, Result } from './command.ts';
import { requireCommand } from './command-check.ts';
import { CommitQueue, type QueueOptions } from './commit.ts';
import type { AttachmentTables, LedgerPool } from './database.ts';
import { PostgresStore } from './store.ts';

export type LedgerOptions = {
  /** A pool of the ledger's own; it holds one connection. With `pipeline: true` in pg's config a batch is two round trips. */
  pool: LedgerPool;
  attachments?: AttachmentTables;
  queueMax?: number;
  batchMax?: number;
  onBatch?: QueueOptions['onBatch'];
  /** Lets commands carry past times, as long as nobody else has written to the ledger since it was empty. */
  seeding?: boolean;
};

export interface Ledger {
  /** Answers once the command is durable, or refused. Throws a `LedgerError` where there is no answer. */
  submit(command: Command): Promise<Result>;
  /** How many commands wait or are being written. */
  readonly waiting: number;
  /** Takes no more commands and answers those that wait. */
  close(): Promise<void>;
}

export function createLedger(options: LedgerOptions): Ledger {
  const attachments = options.attachments ?? {};
  const seeding = options.seeding ?? false;
  const store = new PostgresStore(options.pool, attachments, seeding);
  const queue = new CommitQueue(store, {
    queueMax: options.queueMax ?? 4_000,
    batchMax: options.batchMax ?? 1_000,
    onBatch: options.onBatch,
  });
  return {
    submit: async (command) => {
      requireCommand(command, attachments, seeding);
      return queue.submit(command);
    },
    get waiting() {
      return queue.length;
    },
    close: () => queue.close(),
  };
}
