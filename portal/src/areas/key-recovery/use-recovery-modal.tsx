import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { openLoaded } from '../../ui/open-loaded.ts';
import type { RecoveryStart } from './recovery-modal.tsx';

const loadModal = () => import('./recovery-modal.tsx');
const RecoveryModal = lazy(loadModal);

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
  const open = useCallback((it: RecoveryStart) => openLoaded(loadModal, () => setStart(it))(), []);
  return { open, modal };
}
