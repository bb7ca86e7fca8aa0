import { HistoryList } from './history-list.tsx';

/** /history */
export default function HistoryPage() {
  return <HistoryList view="history" />;
}
