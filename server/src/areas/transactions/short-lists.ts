import type { PageOf } from '@tonle/contract/paging';
import type { TransactionRow } from '@tonle/contract/transactions';
import { statesMatching } from '@tonle/ledger';
import type { Tx } from '../../db/tx.ts';
import { readPage } from './transaction-page.ts';
import { seqMax } from './transaction-query.ts';
import { transactionsOf } from './transaction-rows.store.ts';
import { rowOf } from './transaction-view.ts';
import { seqsOf } from './transactions.store.ts';

/** What deposits are while nobody has decided on them (contract/transaction-states.ts): only they are in these states. */
export const undecidedStates = statesMatching({ types: ['DEPOSIT'], businessStatuses: ['RECEIVED_AT_FI'] });

/** Deposits that nobody has decided on: the oldest of them, their count and their sums. */
export const undecidedDeposits = (tx: Tx, size: number): Promise<PageOf<TransactionRow>> =>
  readPage(tx, {
    list: 'INCOMING',
    states: undecidedStates,
    days: {},
    instants: {},
    order: 'asc',
    size,
    position: { kind: 'page', page: 0 },
  });

/** The newest transactions of the history, without counting it. */
export async function newestOfHistory(tx: Tx, size: number): Promise<TransactionRow[]> {
  const query = {
    list: 'HISTORY',
    days: {},
    instants: {},
    order: 'desc',
    size,
    position: { kind: 'page', page: 0 },
  } as const;
  const seqs = await seqsOf(tx, query, { low: 1n, high: seqMax, order: 'desc', limit: size, offset: 0 });
  return (await transactionsOf(tx, seqs)).map((it) => rowOf(it));
}
