import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '@tonle/contract/areas';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { showError, toast } from '../../ui/messages.ts';

export const keyRecoveryArea: Area = 'key-recovery';

/**
 * Runs one act at a time. Whatever came of it, what is on the screen is read again: where somebody was faster, or the answer
 * was lost, it says how things stand. True where it was done.
 */
export function useRecoveryAct() {
  const queries = useQueryClient();
  const [running, setRunning] = useState(false);
  const run = async (
    work: () => Promise<unknown>,
    { done, inline }: { done?: string; inline?: (error: ApiError) => boolean } = {},
  ): Promise<boolean> => {
    if (running) return false;
    setRunning(true);
    try {
      await work();
      if (done !== undefined) toast.success(done);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && inline?.(error) === true)) showError(error);
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: [keyRecoveryArea] }).catch(() => undefined);
      setRunning(false);
    }
  };
  return { running, run };
}
