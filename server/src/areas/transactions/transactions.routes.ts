import { dayOf } from '@tonle/contract/phnom-penh-day';
import {
  historyTransactionOf,
  incomingToday,
  incomingTransactions,
  outgoingToday,
  outgoingTransactions,
  searchIncoming,
  searchOutgoing,
  transactionById,
  transactionOf,
  webHistory,
} from '@tonle/contract/transactions';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tx.ts';
import { on } from '../../http/on.ts';
import type { ListName } from './transaction-query.ts';
import { type ListRequest, listTransactions, readTransaction } from './transactions.service.ts';

export interface TransactionsDeps {
  db: Db;
  config: Pick<Config, 'maxTransactionDays'>;
  clock: () => Date;
}

export const routes = ({ db, config, clock }: TransactionsDeps) => {
  const list = (name: ListName, request: ListRequest) =>
    listTransactions({ db, now: clock(), lookBackDays: config.maxTransactionDays }, name, request);
  const today = () => {
    const day = dayOf(clock());
    return { fromDate: day, toDate: day };
  };
  return [
    on(incomingTransactions, ({ query }) => list('INCOMING', query)),
    on(outgoingTransactions, ({ query }) => list('OUTGOING', query)),
    on(incomingToday, ({ query }) => list('INCOMING', { ...query, ...today() })),
    on(outgoingToday, ({ query }) => list('OUTGOING', { ...query, ...today() })),
    on(searchIncoming, ({ query, body }) => list('INCOMING', { ...query, ...body })),
    on(searchOutgoing, ({ query, body }) => list('OUTGOING', { ...query, ...body })),
    on(webHistory, ({ query: { currency, user, dateFrom, dateTo, transactionStatus, ...rest } }) =>
      list('HISTORY', {
        ...rest,
        currencies: currency && [currency],
        destinationAccountId: user,
        fromDate: dateFrom,
        toDate: dateTo,
        status: transactionStatus && [transactionStatus],
      }),
    ),
    on(transactionById, ({ params, session }) =>
      readTransaction(db, params.id, { permissions: session.permissions }),
    ),
    on(transactionOf, ({ params, session }) =>
      readTransaction(db, params.fiTransactionId, {
        sourceAccountId: params.sourceAccountId,
        permissions: session.permissions,
      }),
    ),
    on(historyTransactionOf, ({ params, session }) =>
      readTransaction(db, params.fiTransactionId, {
        sourceAccountId: params.sourceAccountId,
        permissions: session.permissions,
        onlyHistory: true,
      }),
    ),
  ];
};
