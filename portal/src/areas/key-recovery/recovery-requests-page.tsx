import { RecoveryList } from './recovery-list.tsx';

/** /recovery-requests */
export default function RecoveryRequestsPage() {
  return <RecoveryList side="authorizer" />;
}
