import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '@tonle/contract/areas';
import {
  approveRequest,
  type Decided,
  rejectRequest,
  type VerificationRow,
  verificationRequest,
} from '@tonle/contract/verification';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { getConfig } from '../../session/config.ts';
import { showError, toast } from '../../ui/messages.ts';
import { useVerificationTexts } from './verification-texts.ts';
import { type Found, findOut, type Lost, mayHaveDecided, type Standing } from './what-became.ts';

export type Decision = { act: 'approve'; limitId: string } | { act: 'reject'; reason: string };
export type Decidable = Pick<VerificationRow, 'verificationId' | 'revision'>;

const area: Area = 'verification';
const customersArea: Area = 'customers';

/** Decides on one request. What was seen goes along, so that nobody decides on something else. */
export function decide({ verificationId, revision }: Decidable, decision: Decision): Promise<Decided> {
  const seen = getConfig().extensions ? { revision } : {};
  return decision.act === 'approve'
    ? call(approveRequest, { body: { verificationId, limitId: decision.limitId, ...seen } })
    : call(rejectRequest, { body: { verificationId, rejectedReason: decision.reason, ...seen } });
}

/** How a request stands after a decision whose answer was lost, asked by the request's own id. */
async function standingOf({ verificationId }: Decidable, { act }: Decision): Promise<Standing> {
  try {
    const it = await call(verificationRequest, { params: { id: verificationId } }, { timeoutSeconds: 10 });
    const { requestStatus: state, decidedBy: by } = it;
    if (state === 'PENDING') return 'waits';
    const asWanted = state === (act === 'approve' ? 'APPROVED' : 'REJECTED');
    // A server without extensions does not say who it was.
    if (asWanted && it.decidedByCaller !== false) return 'decided';
    return new ApiError({ kind: 'refused', httpStatus: 409, name: 'ALREADY_DECIDED', data: { by, state } });
  } catch (error) {
    return error instanceof ApiError && !mayHaveDecided(error) && error.kind === 'refused' ? error : 'silent';
  }
}

const wait = (seconds: number): Promise<void> =>
  new Promise((done) => window.setTimeout(done, seconds * 1000));

/** Finds out what became of decisions whose answers were lost, and tells each. */
export const findDecided = <Request extends Decidable>(
  lost: readonly Lost<Request>[],
  decision: Decision,
  tell: (found: Found<Request>) => void,
): Promise<void> => findOut(lost, { ask: (it) => standingOf(it, decision), wait, tell });

/** Decides, and where the answer is lost, finds out. The next that waits is then not known. */
async function decideSurely(
  request: Decidable,
  decision: Decision,
): Promise<Omit<Decided, 'nextVerificationId'> & Partial<Decided>> {
  try {
    return await decide(request, decision);
  } catch (error) {
    if (!mayHaveDecided(error)) throw error;
    let standing: Standing = 'silent';
    await findDecided([{ request, error }], decision, (found) => {
      standing = found.standing;
    });
    if ((standing as Standing) === 'decided') {
      const requestStatus = decision.act === 'approve' ? 'APPROVED' : 'REJECTED';
      return { verificationId: request.verificationId, requestStatus };
    }
    throw (standing as Standing) instanceof ApiError ? standing : error;
  }
}

/** Reads everything again that a decision changes. */
export function useAfterDecision(): () => Promise<void> {
  const queries = useQueryClient();
  const readAgain = async (queryKey: readonly Area[]) => {
    // What was asked for ahead before the decision would pass for what came of it.
    await queries.cancelQueries({ queryKey, type: 'inactive' });
    await queries.invalidateQueries({ queryKey });
  };
  return async () => {
    await Promise.all([area, customersArea].map((it) => readAgain([it]))).catch(() => undefined);
  };
}

/**
 * Runs one decision at a time. Whatever came of it the list is read again: where somebody was faster it says how things stand.
 */
export function useDecision() {
  const t = useVerificationTexts();
  const after = useAfterDecision();
  const [running, setRunning] = useState<Decision['act']>();
  const run = async (request: Decidable, decision: Decision) => {
    if (running !== undefined) return undefined;
    setRunning(decision.act);
    try {
      const decided = await decideSurely(request, decision);
      toast.success(t(decision.act === 'approve' ? 'approved' : 'rejected'));
      return decided;
    } catch (error) {
      showError(error);
      return undefined;
    } finally {
      setRunning(undefined);
      void after();
    }
  };
  return { run, running };
}
