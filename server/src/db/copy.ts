import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type pg from 'pg';
import pgModule from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { OpenDatabase } from './pool.ts';
import { inTransaction, type Tx } from './tx.ts';

/** A SELECT with its values, as `$1::type` in the text. */
export interface Select {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** COPY takes no parameters: the values are written into the text, each as one literal. */
export function withLiterals({ text, values }: Select): string {
  return text.replace(/\$(\d+)/g, (_, index: string) => literalOf(values[Number(index) - 1]));
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return `ARRAY[${value.map(literalOf).join(', ')}]`;
  switch (typeof value) {
    case 'number':
    case 'bigint':
    case 'boolean':
      return `(${value})`;
    case 'string':
      return pgModule.escapeLiteral(value);
    default:
      if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
      if (value instanceof Date) return `'${value.toISOString()}'`;
      throw new Error(`a ${typeof value} has no literal`);
  }
}

/** What COPY of a SELECT sends, as it comes. */
export const copyOf = (client: pg.ClientBase, select: string): Readable =>
  client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT csv)`));

/** A transaction that reads, whose statement in progress is called off in the database when the signal says so. */
export function readAbortably<Result>(
  { db, pool }: OpenDatabase,
  signal: AbortSignal,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(
    db,
    async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      let calledOff: Promise<void> | undefined;
      const cancel = () => {
        calledOff = callOff(pool, rows[0]?.pid ?? 0);
      };
      signal.throwIfAborted();
      signal.addEventListener('abort', cancel);
      try {
        return await work(tx);
      } finally {
        signal.removeEventListener('abort', cancel);
        // Before the connection is lent out again: what comes late would call off somebody else's statement.
        await calledOff;
      }
    },
    { readOnly: true, isolation: 'repeatable read' },
  );
}

const callOff = (pool: pg.Pool, processId: number): Promise<void> =>
  pool.query('SELECT pg_cancel_backend($1)', [processId]).then(
    () => {},
    () => {},
  );

export interface CopyOptions {
  readonly pool: pg.Pool;
  readonly select: Select;
  readonly signal: AbortSignal;
  /** Told how many rows the planner thinks there will be, before the first comes. */
  readonly onEstimate: (rows: number) => void;
}

/**
 * The rows of a SELECT as CSV, as the database writes them: whatever their number, no more of them is in memory than the
 * pipe holds. Ending early, or aborting, ends the statement in the database too.
 */
export async function* copyCsv({ pool, select, signal, onEstimate }: CopyOptions): AsyncGenerator<Buffer> {
  const client = await pool.connect();
  const text = withLiterals(select);
  let isWhole = false;
  const cancel = () => void callOff(pool, processIdOf(client));
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel);
    // One snapshot, and as long as it takes: the lease and the person who asked say when it is enough.
    await client.query('BEGIN READ ONLY; SET LOCAL statement_timeout = 0');
    const plan = await client.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
    );
    onEstimate(plan.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0);
    for await (const chunk of copyOf(client, text)) yield chunk as Buffer;
    await client.query('COMMIT');
    isWhole = true;
  } finally {
    signal.removeEventListener('abort', cancel);
    // A connection in the middle of a COPY is of no further use, nor one that is just being called off.
    if (!isWhole) cancel();
    client.release(!isWhole || signal.aborted);
  }
}

const processIdOf = (client: pg.PoolClient): number => (client as unknown as { processID: number }).processID;
