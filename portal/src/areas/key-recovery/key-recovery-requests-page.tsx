import { RecoveryList } from './recovery-list.tsx';

/** /key_recovery_requests */
export default function KeyRecoveryRequestsPage() {
  return <RecoveryList side="admin" />;
}
