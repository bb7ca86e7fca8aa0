import { contactChangeMoves } from '@tonle/contract/contact-change-states';
import { endpoints } from '@tonle/contract/endpoints';
import { recoveryMoves } from '@tonle/contract/key-recovery-states';
import { verifyLedger } from '@tonle/ledger';
import { afterAll, describe, expect, it } from 'vitest';
import { isLong } from '../../server/src/test-form.ts';
import {
  accountContests,
  deletionContests,
  depositedContests,
  paymentContests,
  uniqueContests,
  verificationAskedContests,
} from './account-contests.ts';
import { authorizerContests } from './authorizer-contests.ts';
import { consoleUserContests } from './console-user-contests.ts';
import {
  applyingContests,
  notRaced as changesNotRaced,
  contactChangeContests,
} from './contact-change-contests.ts';
import { type Contest, hold, isExclusive } from './contest.ts';
import { editContests } from './edit-contests.ts';
import { branchContests, depositContests, transferContests, verificationContests } from './other-contests.ts';
import { notRaced as recoveriesNotRaced, recoveryContests } from './recovery-contests.ts';
import { reportContests } from './report-contests.ts';
import { openRing } from './ring.ts';
import { roleContests } from './role-contests.ts';
import { unopposed } from './unopposed.ts';

/** Each pair of acts that pull one subject two ways, so many times; `npm run proof` runs each a thousand times. */
const rounds = isLong() ? 1_000 : 8;

const ring = await openRing();
afterAll(() => ring[Symbol.asyncDispose]());

const contests = [
  ...(await depositContests(ring)),
  ...(await transferContests(ring)),
  ...(await paymentContests(ring)),
  ...(await verificationContests(ring)),
  ...(await accountContests(ring)),
  ...(await deletionContests(ring)),
  ...(await depositedContests(ring)),
  ...(await verificationAskedContests(ring)),
  ...(await uniqueContests(ring)),
  ...(await branchContests(ring)),
  ...(await authorizerContests(ring)),
  ...(await consoleUserContests(ring)),
  ...(await roleContests(ring)),
  ...(await editContests(ring)),
  ...(await reportContests(ring)),
  ...contactChangeContests(ring),
  ...(await applyingContests(ring)),
  ...(await recoveryContests(ring)),
] as Contest[];

let faulty = 0;
afterAll(() => console.log(`Races: ${contests.length} pairs × ${rounds} rounds, ${faulty} with a fault`));

describe('opposing acts at once', () => {
  it('are all that change something: each call has a contest, or a reason for none', () => {
    const raced = contests.flatMap(({ acts }) => acts.flatMap((it) => it.calls ?? []));
    const changing = endpoints.filter((it) => it.method !== 'GET').map((it) => it.name);
    expect([...new Set(raced), ...Object.keys(unopposed)].sort()).toEqual([...changing].sort());
  });

  it('are all the moves of a request: those without a contest have none that leads elsewhere', () => {
    const alone = (moves: Record<string, { from: readonly string[]; to: string }>, names: string[]) => {
      const others = Object.entries(moves).filter(([name]) => !names.includes(name));
      const left = new Set(others.flatMap(([, { from }]) => from));
      for (const name of names) {
        const move = moves[name];
        const isIdle = move?.from.every((it) => it === move.to) ?? false;
        expect([name, isIdle || move?.from.some((it) => left.has(it))]).toEqual([name, isIdle]);
      }
    };
    alone(contactChangeMoves, Object.keys(changesNotRaced));
    alone(recoveryMoves, Object.keys(recoveriesNotRaced));
  });

  it.each(contests.map((contest) => [contest.name, contest] as const))(
    '%s: one winner, the other told',
    async (name, contest) => {
      const begun = performance.now();
      const { faults, firsts } = await hold(contest, rounds, () => ring.value('SELECT 1 AS it', []));
      if (isLong()) {
        const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
        const kind = isExclusive(contest) ? 'one winner each' : 'as if one after the other';
        console.log(
          `Race: ${name}: ${rounds} rounds in ${seconds} s, ${kind}; ${firsts} to ${contest.acts[0].name}`,
        );
      }
      if (faults.length > 0) faulty += 1;
      expect(faults.slice(0, 10)).toEqual([]);
      // A contest that one of the two always wins shows little: of so many rounds each has to come first in some.
      if (isLong()) expect([firsts > 0, firsts < rounds]).toEqual([true, true]);
    },
    isLong() ? 1_800_000 : 120_000,
  );

  it('leave the ledger whole', async () => {
    const client = await ring.bank.database.owner.pool.connect();
    const verified = await verifyLedger(client);
    client.release();
    expect(verified).toMatchObject({ ok: true });
    expect(await ring.value('SELECT sum(balance_minor) AS it FROM balance', [])).toBe('0');
  }, 300_000);
});
