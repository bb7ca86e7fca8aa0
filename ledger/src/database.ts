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
