/** The least that the ledger asks of a database; connections and pools of `pg` fit as they are. */

export type QueryResult = {
  rows: Record<string, unknown>[];
  rowCount: number | null;
  /** The command tag's first word; a COMMIT of a failed transaction answers ROLLBACK. */
  command?: string;
};

/** An open transaction of an area, for the doors and readers; what a store hands over as its first argument. */
export interface Tx {
  query<Row>(text: string, values?: readonly unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>;
}

export type Statement = { name?: string; text: string; values?: unknown[] };

export interface LedgerConnection {
  /** Whether statements may be sent before the one before is answered, as pg's `pipeline` option lets them. */
  readonly pipeline?: boolean;
  query(statement: Statement): Promise<QueryResult>;
  on(event: 'notice', listener: (notice: { code?: string | undefined }) => void): unknown;
  off(event: 'notice', listener: (notice: { code?: string | undefined }) => void): unknown;
  /** Given an error or true, the connection is closed rather than lent out again. */
  release(error?: Error | boolean): void;
}

export interface LedgerPool {
  connect(): Promise<LedgerConnection>;
}

/** A table whose rows areas attach to commands. Column values come from the row unless `from` says otherwise. */
export type AttachmentTable = {
  table: string;
  columns: readonly {
    name: string;
    pgType: string;
    /** seq: the sequence number of the command's first record; created: its time. */
    from?: 'row' | 'seq' | 'created';
  }[];
};

export type AttachmentTables = Readonly<Record<string, AttachmentTable>>;

/** The SQLSTATE of a failure that the database server answered; undefined where the connection itself failed. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) && !/^E[A-Z]{4}$/.test(error.code)
    ? error.code
    : undefined;
}

/** Whether the failure says that connection or server are gone, so that no answer to a COMMIT can be trusted. */
export function isConnectionLost(error: unknown): boolean {
  const sqlState = sqlStateOf(error);
  return sqlState === undefined || sqlState.startsWith('08') || sqlState.startsWith('57P');
}

/**
 * Sends statements that belong together and waits for all answers; in one round trip where the connection pipelines. After
 * a failure PostgreSQL refuses what follows and turns a COMMIT into a rollback; the first failure is thrown.
 */
export async function sendTogether(
  connection: LedgerConnection,
  statements: readonly Statement[],
): Promise<QueryResult[]> {
  if (connection.pipeline === true) {
    // All are heard out, so that no rejection is left unhandled.
    const sent = await Promise.allSettled(statements.map((statement) => connection.query(statement)));
    return sent.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }
  const answers: QueryResult[] = [];
  try {
    for (const statement of statements) answers.push(await connection.query(statement));
  } catch (error) {
    if (!isConnectionLost(error)) await connection.query({ text: 'ROLLBACK' });
    throw error;
  }
  return answers;
}
