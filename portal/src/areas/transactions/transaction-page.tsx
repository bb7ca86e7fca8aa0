import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { historyTransactionOf, transactionById, transactionOf } from '@tonle/contract/transactions';
import { queryOf } from '../../api/query.ts';
import { TransactionDetailView } from './transaction-detail.tsx';

const deliveryPollMs = 3_000;

type Params = { sourceAccountId?: string; fiTransactionId?: string; id?: string };
const useTransactionParams = (): { sourceAccountId: string; fiTransactionId: string; id: string } => {
  const { sourceAccountId = '', fiTransactionId = '', id = '' } = useParams({ strict: false }) as Params;
  return { sourceAccountId, fiTransactionId, id };
};

/** /view_incoming_transaction/{sourceAccountId}/{fiTransactionId} */
export function IncomingTransaction() {
  const { sourceAccountId, fiTransactionId } = useTransactionParams();
  const input = { params: { sourceAccountId, fiTransactionId } };
  const query = useQuery(queryOf(transactionOf, input));
  // Asked again while the network is being told of a decision; a poll is no activity of a person.
  useQuery({
    ...queryOf(transactionOf, input, { background: true }),
    enabled: query.data?.decisionDelivery?.state === 'WAITING',
    refetchInterval: deliveryPollMs,
  });
  return <TransactionDetailView view="incoming" query={query} />;
}

/** /view_outgoing_transaction/{sourceAccountId}/{fiTransactionId} */
export function OutgoingTransaction() {
  const { sourceAccountId, fiTransactionId } = useTransactionParams();
  const query = useQuery(queryOf(transactionOf, { params: { sourceAccountId, fiTransactionId } }));
  return <TransactionDetailView view="outgoing" query={query} />;
}

/** /view_history_transaction/{sourceAccountId}/{fiTransactionId} */
export function HistoryTransaction() {
  const { sourceAccountId, fiTransactionId } = useTransactionParams();
  const query = useQuery(queryOf(historyTransactionOf, { params: { sourceAccountId, fiTransactionId } }));
  return <TransactionDetailView view="history" query={query} />;
}

/** /view_audit_transaction/{sourceAccountId}/{fiTransactionId}, the auditor's: no way to any action from here. */
export function AuditTransaction() {
  const { sourceAccountId, fiTransactionId } = useTransactionParams();
  const query = useQuery(queryOf(historyTransactionOf, { params: { sourceAccountId, fiTransactionId } }));
  return <TransactionDetailView view="audit" query={query} />;
}

/** /view_transaction/{id}, by a hash, a FAST id or an FI id alone. */
export function TransactionById() {
  const { id } = useTransactionParams();
  return (
    <TransactionDetailView view="history" query={useQuery(queryOf(transactionById, { params: { id } }))} />
  );
}
