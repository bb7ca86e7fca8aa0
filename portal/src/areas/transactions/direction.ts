import type { TransactionRow } from '@tonle/contract/transactions';

/** Which way a transaction's money went, as the bank sees it; `within` where it stayed among its customers. */
export type Direction = 'in' | 'out' | 'within';

const domainOf = (accountId: string): string => accountId.slice(accountId.indexOf('@') + 1);

/** Decisions section 7: the main account's side decides, then which side lies outside of the bank's domain. */
export function directionOf(
  it: Pick<TransactionRow, 'sourceAccountId' | 'destinationAccountId'>,
  mainAccountId: string,
): Direction {
  if (it.destinationAccountId === mainAccountId) return 'in';
  if (it.sourceAccountId === mainAccountId) return 'out';
  const domain = domainOf(mainAccountId);
  const fromHere = domainOf(it.sourceAccountId) === domain;
  const toHere = domainOf(it.destinationAccountId) === domain;
  if (fromHere === toHere) return 'within';
  return toHere ? 'in' : 'out';
}

/** The sign of the amount in a detail. */
export const signOf = (direction: Direction): '+' | '-' | 'auto' =>
  direction === 'in' ? '+' : direction === 'out' ? '-' : 'auto';
