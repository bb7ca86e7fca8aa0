/** What whoever posts a transaction says about it, in the words that this area reads. */
export { newFiTransactionId } from './fi-transaction-id.ts';
export { newestOfHistory, undecidedDeposits, undecidedStates } from './short-lists.ts';
export { detailsOf, type TransactionFacts } from './transaction-details.ts';
export {
  type AccountReportParams,
  type ListReportParams,
  transactionReports,
} from './transaction-reports.ts';
export { isOwnAccount, windowOfDays } from './transactions.store.ts';
