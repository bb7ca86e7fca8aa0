import { CompiledQuery, type IsolationLevel, type Kysely, type Transaction } from 'kysely';
import type { Database } from './tables.ts';

export type { Database } from './tables.ts';

export type Db = Kysely<Database>;

/** An open transaction: the first argument of every store function. */
export type Tx = Transaction<Database>;

/** The least that plain SQL needs; what the ledger asks for, so that it need not know Kysely. */
export interface RawTx {
  query<Row>(text: string, values?: readonly unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>;
}

export interface TransactionOptions {
  readOnly?: boolean;
  isolation?: IsolationLevel;
}

/** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
export function inTransaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  let transaction = db.transaction();
  if (options.isolation !== undefined) transaction = transaction.setIsolationLevel(options.isolation);
  if (options.readOnly === true) transaction = transaction.setAccessMode('read only');
  return transaction.execute(work);
}

/** Plain SQL over the same transaction. */
export function rawTx(tx: Tx): RawTx {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) => {
      const result = await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
      const affected = result.numAffectedRows;
      return { rows: result.rows, rowCount: affected === undefined ? result.rows.length : Number(affected) };
    },
  };
}
