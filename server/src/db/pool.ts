import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './tables.ts';
import type { Db } from './tx.ts';

/** A pool and the query builder over it; whoever opened it closes it. */
export interface OpenDatabase {
  readonly pool: pg.Pool;
  readonly db: Db;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  max?: number;
  applicationName?: string;
  /** Sends statements without waiting for the answer to the one before, as the ledger's batches do. */
  pipeline?: boolean;
  /** Told of every connection that breaks, idle or in use; the pool has already dropped it. */
  onError?: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** No statement of the product takes this long; longer work goes through jobs that set their own limit. */
const STATEMENT_TIMEOUT_MS = 60_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

const INT8 = 20;
const INT8_ARRAY: number = 1016;
const DATE = 1082;
const TIMESTAMP = 1114;

const asText = (value: string): string => value;

/**
 * pg would read int8 as text and a date as midnight in this machine's zone. Here int8 is a bigint and a date stays
 * the text it is, so no day can move.
 */
const parsers = new Map<number, (value: string) => unknown>([
  [INT8, BigInt],
  [DATE, asText],
  [TIMESTAMP, asText],
  [
    INT8_ARRAY,
    (value) =>
      (pg.types.getTypeParser(INT8_ARRAY, 'text')(value) as (string | null)[]).map((item) =>
        item === null ? null : BigInt(item),
      ),
  ],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? pg.types.getTypeParser(oid, format);
  },
};

/**
 * A pool that outlives its server: broken connections are reported, dropped and replaced on next use, and one that
 * comes back in the middle of a query or a transaction is closed rather than lent out again.
 */
export function openPool(url: string, options: OpenDatabaseOptions = {}): pg.Pool {
  const onError = options.onError ?? (() => {});
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    pipeline: options.pipeline ?? false,
    application_name: options.applicationName ?? 'tonle',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    options: '-c TimeZone=UTC',
    types,
  });
  pool.on('error', onError);
  // pg-pool takes its own listener off while a client is lent out, and an 'error' event without a listener ends the
  // process: one of ours stays on for the client's whole life.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('acquire', (client) => queueMicrotask(() => guardRelease(client)));
  return pool;
}

/** Makes release() close a client that is still busy or inside a transaction. */
function guardRelease(client: pg.PoolClient): void {
  const release = client.release.bind(client);
  client.release = (error?: Error | boolean) => release(error || !isAtRest(client));
}

function isAtRest(client: pg.PoolClient): boolean {
  const busy = 'readyForQuery' in client && client.readyForQuery === false;
  return !busy && client.getTransactionStatus() === 'I';
}

/** Opens a database; nothing is connected before the first query. */
export function openDatabase(url: string, options: OpenDatabaseOptions = {}): OpenDatabase {
  const pool = openPool(url, options);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | undefined;
  return {
    pool,
    db,
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
}

/**
 * One connection beside those that serve: whether the database is there, and what time it is there, can be asked while all
 * others are taken.
 */
export const openWatchPool = ({ pool }: Pick<OpenDatabase, 'pool'>): pg.Pool =>
  openPool(pool.options.connectionString ?? '', { max: 1, applicationName: 'tonle-watch' });
