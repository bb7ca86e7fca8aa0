import type { VerificationRow } from '@tonle/contract/verification';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { type Decision, decide, findDecided } from './use-decisions.ts';
import { type Found, type Lost, mayHaveDecided } from './what-became.ts';

export type Outcome = {
  /** `asking`: the answer was lost, and it is being found out; `undecided`: it came to nothing; `unknown`: nobody answers. */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'asking' | 'undecided' | 'unknown';
  error?: unknown;
};
export type Outcomes = ReadonlyMap<string, Outcome>;

/** So many decisions are on their way at once. */
const AT_ONCE = 3;

type LostRow = Lost<VerificationRow>;

const outcomeOf = ({ standing, error }: Found<VerificationRow>): Outcome => {
  if (standing === 'decided') return { state: 'done' };
  if (standing instanceof ApiError) return { state: 'failed', error: standing };
  return { state: standing === 'waits' ? 'undecided' : 'unknown', error };
};

/**
 * Decides on each of the rows and tells what became of each: one failure never hides the rest, and one whose answer was lost
 * is asked about by its id, never sent again.
 */
export function useBatch(rows: readonly VerificationRow[], onDecided: () => void) {
  const [outcomes, setOutcomes] = useState<Outcomes>();
  const [decision, setDecision] = useState<Decision>();
  const put = (id: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(id, outcome));

  const ask = async (lost: readonly LostRow[], about: Decision) => {
    for (const { request } of lost) put(request.verificationId, { state: 'asking' });
    await findDecided(lost, about, (found) => put(found.request.verificationId, outcomeOf(found)));
    onDecided();
  };

  const run = async (about: Decision) => {
    setDecision(about);
    setOutcomes(new Map(rows.map((it) => [it.verificationId, { state: 'waiting' }])));
    const left = [...rows];
    const lost: LostRow[] = [];
    const work = async () => {
      for (let request = left.shift(); request !== undefined; request = left.shift()) {
        const { verificationId } = request;
        put(verificationId, { state: 'running' });
        try {
          await decide(request, about);
          put(verificationId, { state: 'done' });
        } catch (error) {
          const isLost = mayHaveDecided(error);
          if (isLost) lost.push({ request, error });
          put(verificationId, isLost ? { state: 'asking' } : { state: 'failed', error });
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    onDecided();
    if (lost.length > 0) await ask(lost, about);
  };

  const unknown = rows
    .map((request) => ({ request, outcome: outcomes?.get(request.verificationId) }))
    .flatMap(({ request, outcome }) =>
      outcome?.state === 'unknown' ? [{ request, error: outcome.error }] : [],
    );
  const askAgain =
    decision === undefined || unknown.length === 0 ? undefined : () => void ask(unknown, decision);
  return { outcomes, run, askAgain };
}

/** How many have come to which end. */
export function countOutcomes(outcomes: Outcomes | undefined) {
  const states = [...(outcomes?.values() ?? [])].map((it) => it.state);
  const count = (...of: Outcome['state'][]) => states.filter((it) => of.includes(it)).length;
  const ends = {
    done: count('done'),
    failed: count('failed', 'undecided'),
    unknown: count('unknown'),
    asking: count('asking'),
  };
  return { ...ends, sending: count('waiting', 'running') };
}
