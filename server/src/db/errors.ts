/** SQLSTATEs that say the server is away or going away, not that the statement was wrong. */
const AWAY = new Set(['57P01', '57P02', '57P03', '57P05', '53300']);

/** Those that say it has taken too long or could not write; all of class 53 too: no disk, no memory, no connection left. */
const BUSY = new Set(['57014', '58030', '25P03', '25P04']);

/** What Node and pg say when the connection itself is gone; they carry no SQLSTATE. */
const LOST = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']);
const LOST_TEXT =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

/** The SQLSTATE, or Node's error code, of a failure; undefined where there is none. */
export function pgCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Whether PostgreSQL could not be reached, or left. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = pgCode(error);
  if (code !== undefined) return AWAY.has(code) || LOST.has(code) || code.startsWith('08');
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return LOST_TEXT.test(error.message);
}

/** Whether PostgreSQL is away, or has nothing left to work with: the caller may try again (503 with Retry-After). */
export function isDatabaseFault(error: unknown): boolean {
  const code = pgCode(error);
  return isDatabaseUnavailable(error) || (code !== undefined && (BUSY.has(code) || code.startsWith('53')));
}
