import { HistoryList } from './history-list.tsx';

/** /auditor-history: the history, to read only. */
export default function HistoryAuditPage() {
  return <HistoryList view="audit" />;
}
