/** What whoever posts a transaction says about it, in the words that this area reads. */
export { newFiTransactionId } from './fi-transaction-id.ts';
export { detailsOf, type TransactionFacts } from './transaction-details.ts';
