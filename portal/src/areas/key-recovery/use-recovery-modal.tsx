import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { RecoveryStart } from './recovery-modal.tsx';

const RecoveryModal = lazy(() => import('./recovery-modal.tsx'));

/**
 * The Key recovery modal of a page. The page holds it and not a row: a request that is completed may leave the list at once,
 * and the code is still to be seen.
 */
export function useRecoveryModal(): { open: (start: RecoveryStart) => void; modal: ReactNode } {
  const [start, setStart] = useState<RecoveryStart>();
  const modal = start !== undefined && (
    <Suspense fallback={null}>
      <RecoveryModal start={start} onClose={() => setStart(undefined)} />
    </Suspense>
  );
  return { open: setStart, modal };
}
