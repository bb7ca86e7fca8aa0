/**
 * BUSY: the queue is full. UNAVAILABLE: the database is away, nothing happened. OUTCOME_UNKNOWN: it may or may not have
 * happened, ask by key. CLOSED: the ledger is shutting down, nothing happened. INVALID: the command itself makes no sense.
 */
export type LedgerErrorCode = 'BUSY' | 'UNAVAILABLE' | 'OUTCOME_UNKNOWN' | 'CLOSED' | 'INVALID';

/** Says that a command got no answer; a refusal is an answer and never an error. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: LedgerErrorCode;

  constructor(code: LedgerErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
