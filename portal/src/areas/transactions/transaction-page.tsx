import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  historyTransactionOf,
  type TransactionDetail,
  transactionById,
  transactionOf,
} from '@tonle/contract/transactions';
import { useEffect, useRef } from 'react';
import type { InputOf } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import { useLive } from '../../events/live.ts';
import { accountAddress } from './list-return.ts';
import { TransactionDetailView } from './transaction-detail.tsx';

const deliveryPollMs = 3_000;
const soonMs = 1_000;

/**
 * A transaction as it stands: asked for again when something befalls it, and, with `whileTelling`, while the network is being
 * told of a decision. Neither is an activity of a person.
 */
function useTransaction<
  E extends typeof transactionOf | typeof historyTransactionOf | typeof transactionById,
>(
  endpoint: E,
  input: InputOf<E>,
  { whileTelling = false }: { whileTelling?: boolean } = {},
): UseQueryResult<TransactionDetail, Error> {
  const query = useQuery(queryOf<E>(endpoint, input)) as UseQueryResult<TransactionDetail, Error>;
  const isTelling = whileTelling && query.data?.decisionDelivery?.state === 'WAITING';
  const { refetch } = useQuery({
    ...queryOf<E>(endpoint, input, { background: true }),
    enabled: isTelling,
    refetchInterval: deliveryPollMs,
  });
  const hash = query.data?.transactionHash;
  const soon = useSoon(() => void refetch());
  useLive((event) => {
    if (hash === undefined) return;
    if (event.type === 'transactions' && event.transactions.some((it) => it.transactionHash === hash)) {
      void refetch();
    } else if (event.type === 'reload' || (event.type === 'transactions' && event.more)) soon();
  });
  return query;
}

const names = ['sourceAccountId', 'fiTransactionId', 'accountId', 'id'] as const;
type Params = Record<(typeof names)[number], string>;
function useTransactionParams(): Params {
  const params = useParams({ strict: false }) as Partial<Params>;
  return Object.fromEntries(names.map((name) => [name, params[name] ?? ''])) as Params;
}

/** Runs something within some seconds, once however often it is asked for: all open pages are told at the same moment. */
function useSoon(run: () => void): () => void {
  const latest = useRef(run);
  const timer = useRef<number>(undefined);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return () => {
    timer.current ??= window.setTimeout(
      () => {
        timer.current = undefined;
        latest.current();
      },
      soonMs * (1 + Math.random()),
    );
  };
}

/** /view_incoming_transaction/{sourceAccountId}/{fiTransactionId} */
export function IncomingTransaction() {
  const { sourceAccountId, fiTransactionId } = useTransactionParams();
  const input = { params: { sourceAccountId, fiTransactionId } };
  const query = useTransaction(transactionOf, input, { whileTelling: true });
  return <TransactionDetailView view="incoming" query={query} />;
}

/** /view_outgoing_transaction/{sourceAccountId}/{fiTransactionId} */
export function OutgoingTransaction() {
  const { sourceAccountId, fiTransactionId } = useTransactionParams();
  const query = useTransaction(transactionOf, { params: { sourceAccountId, fiTransactionId } });
  return <TransactionDetailView view="outgoing" query={query} />;
}

/** /view_history_transaction/{sourceAccountId}/{fiTransactionId} */
export function HistoryTransaction() {
  const { sourceAccountId, fiTransactionId } = useTransactionParams();
  const query = useTransaction(historyTransactionOf, { params: { sourceAccountId, fiTransactionId } });
  return <TransactionDetailView view="history" query={query} />;
}

/** /view_audit_transaction/{sourceAccountId}/{fiTransactionId}, the auditor's: no way to any action from here. */
export function AuditTransaction() {
  const { sourceAccountId, fiTransactionId } = useTransactionParams();
  const query = useTransaction(historyTransactionOf, { params: { sourceAccountId, fiTransactionId } });
  return <TransactionDetailView view="audit" query={query} />;
}

/** /view_transaction/{accountId}/{id}, from the details of an account on one of its sides. */
export function AccountTransaction() {
  const { accountId, id } = useTransactionParams();
  const params = { sourceAccountId: accountId, fiTransactionId: id };
  const query = useTransaction(transactionOf, { params });
  const list = { label: accountId, to: accountAddress(accountId) };
  return <TransactionDetailView view="history" list={list} query={query} />;
}

/** /view_transaction/{id}, by a hash, a FAST id or an FI id alone. */
export function TransactionById() {
  const { id } = useTransactionParams();
  return <TransactionDetailView view="history" query={useTransaction(transactionById, { params: { id } })} />;
}
