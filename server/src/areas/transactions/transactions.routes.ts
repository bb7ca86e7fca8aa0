import { dayOf } from '@tonle/contract/phnom-penh-day';
import {
  accountTransactions,
  acknowledgeIncoming,
  historyTransactionOf,
  incomingToday,
  incomingTransactions,
  outgoingToday,
  outgoingTransactions,
  refundIncoming,
  resendDecision,
  searchIncoming,
  searchOutgoing,
  transactionById,
  transactionOf,
  transactionProof,
  webHistory,
} from '@tonle/contract/transactions';
import type { Config } from '../../config.ts';
import { on } from '../../http/on.ts';
import { type DecisionDeps, decide, resend } from './decision.service.ts';
import type { ListName } from './transaction-query.ts';
import {
  type ListRequest,
  listOfAccount,
  listTransactions,
  readTransaction,
  readTransactionProof,
} from './transactions.service.ts';

export interface TransactionsDeps extends DecisionDeps {
  config: Pick<Config, 'maxTransactionDays'>;
}

const ok = <Data>(data: Data) => ({ status: { code: 0 as const }, data });

export const routes = (deps: TransactionsDeps) => {
  const { db, config, clock } = deps;
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
    on(accountTransactions, ({ params, query: { from, to, ...rest } }) =>
      listOfAccount(db, params.id, { ...rest, fromDate: from, toDate: to }),
    ),
    on(transactionProof, ({ params, session }) =>
      readTransactionProof(db, params.transactionHash, session.permissions),
    ),
    on(transactionById, ({ params, session }) =>
      readTransaction(db, params.id, { permissions: session.permissions }),
    ),
    on(transactionOf, ({ params, session }) =>
      readTransaction(db, params.fiTransactionId, {
        accountId: params.sourceAccountId,
        permissions: session.permissions,
      }),
    ),
    on(historyTransactionOf, ({ params, session }) =>
      readTransaction(db, params.fiTransactionId, {
        accountId: params.sourceAccountId,
        permissions: session.permissions,
        onlyHistory: true,
      }),
    ),
    on(acknowledgeIncoming, async ({ body, actor, deadline }) =>
      ok(await decide(deps, 'acknowledge', { id: body.fstTrxId, actor, deadline })),
    ),
    on(refundIncoming, async ({ body, actor, deadline }) =>
      ok(await decide(deps, 'refund', { id: body.fstTrxId, actor, deadline })),
    ),
    on(resendDecision, async ({ body, actor }) => ok(await resend(deps, { id: body.fstTrxId, actor }))),
  ];
};
