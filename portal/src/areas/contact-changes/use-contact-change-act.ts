import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '@tonle/contract/areas';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { showError } from '../../ui/messages.ts';

const areas: readonly Area[] = ['contact-changes', 'customers'];

/**
 * Runs one act at a time. Whatever came of it, what is on the screen is read again: where somebody was faster, or the answer
 * was lost, it says how things stand. Gives the answer, or undefined where it was refused; `inline` takes what is said
 * beside a field.
 */
export function useContactChangeAct() {
  const queries = useQueryClient();
  const [running, setRunning] = useState(false);
  const run = async <Answer>(
    work: () => Promise<Answer>,
    inline: (error: ApiError) => boolean = () => false,
  ): Promise<Answer | undefined> => {
    if (running) return undefined;
    setRunning(true);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError && inline(error))) showError(error);
      return undefined;
    } finally {
      await Promise.all(areas.map((area) => queries.invalidateQueries({ queryKey: [area] }))).catch(
        () => undefined,
      );
      setRunning(false);
    }
  };
  return { running, run };
}
