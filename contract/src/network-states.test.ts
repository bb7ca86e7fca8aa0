import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isSettled,
  judgeStatus,
  type NetworkStatus,
  networkStatuses,
  outgoingStart,
  outgoingSteps,
  standingAfter,
} from './network-states.ts';
import type { BusinessStatus, TransactionStatus } from './transaction-states.ts';

type Standing = { status: TransactionStatus; businessStatus: BusinessStatus | null };

/** Applies messages one by one, as the server does. */
function run(heard: readonly NetworkStatus[]) {
  let standing: Standing = outgoingStart;
  let returns = 0;
  const effects = heard.map((it) => {
    const effect = judgeStatus(standing, it);
    if (effect === 'MOVES') {
      standing = standingAfter(it);
      if (outgoingSteps[it].returnsMoney) returns += 1;
    }
    return effect;
  });
  return { standing, returns, effects };
}

const finals = networkStatuses.filter((it) => outgoingSteps[it].step >= 3);
const heardOf = fc.array(fc.constantFrom(...networkStatuses), { maxLength: 20 });

describe('the states of a transfer to another bank (decisions section 7)', () => {
  test('whatever comes, in whatever order and however often: the first final state (acknowledged, then perhaps refunded), else the furthest step', () => {
    fc.assert(
      fc.property(heardOf, (heard) => {
        const { standing, returns } = run(heard);
        const first = heard.find((it) => finals.includes(it));
        const furthest = heard.reduce<NetworkStatus | undefined>(
          (best, it) => (best === undefined || outgoingSteps[it].step > outgoingSteps[best].step ? it : best),
          undefined,
        );
        const isRefunded = first === 'ACKNOWLEDGED_BY_FI' && heard.includes('REFUNDED_BY_RECEIVER');
        const last = isRefunded ? 'REFUNDED_BY_RECEIVER' : (first ?? furthest);
        expect(standing).toEqual(last === undefined ? outgoingStart : standingAfter(last));
        expect(returns).toBe(last !== undefined && outgoingSteps[last].returnsMoney ? 1 : 0);
        expect(isSettled(standing)).toBe(first !== undefined);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a story that does not contradict itself ends the same in every order, and nothing of it is an alarm', () => {
    const stories = finals.map((it) => [...outgoingSteps[it].after, it]);
    fc.assert(
      fc.property(
        fc.constantFrom(...stories).chain((story) =>
          fc
            .array(fc.constantFrom(...story), { maxLength: 8 })
            .chain((extra) =>
              fc.shuffledSubarray([...story, ...extra], { minLength: story.length + extra.length }),
            )
            .map((order) => ({ story, order })),
        ),
        ({ story, order }) => {
          const { standing, effects } = run(order);
          expect(standing).toEqual(standingAfter(story.at(-1) ?? 'ACKNOWLEDGED_BY_FI'));
          expect(effects).not.toContain('CONTRADICTS');
          expect(effects.filter((it) => it === 'MOVES').length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('another final state, or a step that cannot lie before it, contradicts; only a refund may follow an acknowledgement', () => {
    for (const first of finals) {
      for (const then of networkStatuses) {
        const isRefund = first === 'ACKNOWLEDGED_BY_FI' && then === 'REFUNDED_BY_RECEIVER';
        const isBefore = outgoingSteps[first].after.includes(then);
        const expected = then === first ? 'REPEATS' : isBefore ? 'LATE' : isRefund ? 'MOVES' : 'CONTRADICTS';
        expect(judgeStatus(standingAfter(first), then), `${first}, then ${then}`).toBe(expected);
      }
    }
  });

  test('both spellings of the first step are one state', () => {
    const standing = { status: 'PENDING', businessStatus: 'RECEIVE_AT_ACH' } as const;
    expect(judgeStatus(standing, 'RECEIVED_AT_ACH')).toBe('REPEATS');
    expect(judgeStatus(standing, 'RECEIVE_AT_RECEIVER_BANK')).toBe('MOVES');
  });
});
