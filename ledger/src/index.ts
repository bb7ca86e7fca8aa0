/** The ledger's public door. */

export {
  type AccountChange,
  type AccountRefusal,
  type AccountState,
  activateAccount,
  deactivateAccount,
  deleteAccount,
  freezeAccount,
  giveDayLimit,
  issuanceAccountId,
  putDayLimit,
  readAccount,
  readAccounts,
  setDayLimits,
  settlementAccountId,
  unfreezeAccount,
} from './accounts.ts';
export * from './command.ts';
export type { AttachmentTable, AttachmentTables, LedgerConnection, LedgerPool, Tx } from './database.ts';
export { LedgerError, type LedgerErrorCode } from './errors.ts';
export { type FoundByKey, findByKey } from './find-by-key.ts';
export { createLedger, type Ledger, type LedgerOptions } from './ledger.ts';
export { prepareTransfer, signTransfer } from './prepare.ts';
export { readProof } from './read-proof.ts';
export { phnomPenhDay, readState, stateOf, statesMatching, type TransactionState } from './state.ts';
export { type LedgerFault, type Verification, type VerifyOptions, verifyLedger } from './verify.ts';
