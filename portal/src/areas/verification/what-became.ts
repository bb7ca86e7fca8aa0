import { ApiError } from '../../api/api-error.ts';

/** How a request stands, as far as the decision on it is concerned whose answer was lost. */
export type Standing =
  /** Decided as it was to be, by the caller. */
  | 'decided'
  /** It waits: the decision came to nothing, or is still on its way. */
  | 'waits'
  /** Nobody answers. */
  | 'silent'
  /** Somebody else was faster, or it may not be seen any more: why it cannot be decided. */
  | ApiError;

/** Whether the server may have decided although its answer does not say so. */
export const mayHaveDecided = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.answerLost || error.httpStatus >= 500;

/** Whether it answered all the same: then nothing is on its way any more. */
const hasAnswered = (error: unknown): boolean => error instanceof ApiError && error.refusalName !== undefined;

/** How long to wait before each question. */
export const pausesSeconds: readonly number[] = [0.5, 1, 2, 4];

export type Lost<Request> = { request: Request; error: unknown };
export type Found<Request> = Lost<Request> & { standing: Standing };

type Asking<Request> = {
  ask: (request: Request) => Promise<Standing>;
  wait: (seconds: number) => Promise<void>;
  tell: (found: Found<Request>) => void;
};

/**
 * Finds out what became of decisions whose answers were lost, with growing pauses, and tells each as soon as it is known. What
 * still waits after the last question was not decided. Nothing is ever sent again by itself.
 */
export async function findOut<Request>(
  lost: readonly Lost<Request>[],
  { ask, wait, tell }: Asking<Request>,
): Promise<void> {
  let left = lost;
  for (const [round, seconds] of pausesSeconds.entries()) {
    if (left.length === 0) return;
    await wait(seconds);
    const isLast = round === pausesSeconds.length - 1;
    const open: Lost<Request>[] = [];
    let isSilent = false;
    for (const it of left) {
      // Where nobody answers for one, nobody does for the next.
      const standing: Standing = isSilent ? 'silent' : await ask(it.request);
      isSilent = standing === 'silent';
      const isOpen = isSilent || (standing === 'waits' && !hasAnswered(it.error));
      if (isOpen && !isLast) open.push(it);
      else tell({ ...it, standing });
    }
    left = open;
  }
}
