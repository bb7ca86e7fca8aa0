/** The accounts under the bank's domain, for the server's start, its commands and the demo. */
export { moveAccounts } from './domain-accounts.service.ts';
export { checkTotals, keepTotals } from './totals-keeper.ts';
