import { DirectionList } from './direction-list.tsx';

/** /incoming_transactions */
export default function IncomingTransactionsPage() {
  return <DirectionList direction="incoming" />;
}
