/** The ledger's public door. */
export * from './command.ts';
export type { AttachmentTable, AttachmentTables, LedgerConnection, LedgerPool, Tx } from './database.ts';
export { LedgerError, type LedgerErrorCode } from './errors.ts';
export { createLedger, type Ledger, type LedgerOptions } from './ledger.ts';
export { prepareTransfer, signTransfer } from './prepare.ts';
export { phnomPenhDay, readState, stateOf, statesMatching, type TransactionState } from './state.ts';
