import { DirectionList } from './direction-list.tsx';

/** /outgoing_transactions */
export default function OutgoingTransactionsPage() {
  return <DirectionList direction="outgoing" />;
}
