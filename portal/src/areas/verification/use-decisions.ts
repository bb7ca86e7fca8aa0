import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '@tonle/contract/areas';
import {
  approveRequest,
  type Decided,
  rejectRequest,
  type VerificationRow,
} from '@tonle/contract/verification';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { getConfig } from '../../session/config.ts';
import { showError, toast } from '../../ui/messages.ts';
import { useVerificationTexts } from './verification-texts.ts';

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

/** Reads everything again that a decision changes. */
export function useAfterDecision(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([area, customersArea].map((it) => queries.invalidateQueries({ queryKey: [it] }))).catch(
      () => undefined,
    );
  };
}

/**
 * Runs one decision at a time. Whatever came of it the list is read again: where somebody was faster, or the answer was lost,
 * it says how things stand.
 */
export function useDecision() {
  const t = useVerificationTexts();
  const after = useAfterDecision();
  const [running, setRunning] = useState<Decision['act']>();
  const run = async (request: Decidable, decision: Decision): Promise<Decided | undefined> => {
    if (running !== undefined) return undefined;
    setRunning(decision.act);
    try {
      const decided = await decide(request, decision);
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
