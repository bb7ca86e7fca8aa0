import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '@tonle/contract/areas';
import { useState } from 'react';
import { showError } from '../ui/messages.ts';
import { ApiError } from './api-error.ts';

type ActOptions = {
  /** Takes what is said beside a field. */
  inline?: (error: ApiError) => boolean;
  /** The act is possible no longer: what asked for it may go. */
  onOver?: () => void;
};

/** Somebody was faster: the thing is gone, or has gone on to a state in which this cannot be done. */
const isOver = ({ refusalName }: ApiError): boolean =>
  refusalName === 'WRONG_STATE' || refusalName === 'NOT_FOUND';

/**
 * Runs one act at a time. Whatever came of it, what is on the screen of these areas is read again: where somebody was faster,
 * or the answer was lost, it says how things stand. Gives the answer, or undefined where it was refused.
 */
export function useAct(areas: readonly Area[]) {
  const queries = useQueryClient();
  const [running, setRunning] = useState(false);
  const run = async <Answer>(
    work: () => Promise<Answer>,
    { inline, onOver }: ActOptions = {},
  ): Promise<Answer | undefined> => {
    if (running) return undefined;
    setRunning(true);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError && inline?.(error) === true)) showError(error);
      if (error instanceof ApiError && isOver(error)) onOver?.();
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
