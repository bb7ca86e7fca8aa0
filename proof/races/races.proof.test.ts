import { contactChangeMoves } from '@tonle/contract/contact-change-states';
import { recoveryMoves } from '@tonle/contract/key-recovery-states';
import { verifyLedger } from '@tonle/ledger';
import { afterAll, describe, expect, it } from 'vitest';
import { isLong } from '../../server/src/test-form.ts';
import { type Contest, hold, isExclusive } from './contest.ts';
import {
  accountContests,
  consoleUserContests,
  depositContests,
  transferContests,
  verificationContests,
} from './other-contests.ts';
import { contactChangeContests, notRaced, raced, recoveryContests } from './requests-of-staff.ts';
import { openRing } from './ring.ts';
import { roleContests } from './role-contests.ts';

/** Each pair of acts that pull one subject two ways, so many times; `npm run proof` runs each a thousand times. */
const rounds = isLong() ? 1_000 : 8;

const ring = await openRing();
afterAll(() => ring[Symbol.asyncDispose]());

const contests = [
  ...(await depositContests(ring)),
  ...(await transferContests(ring)),
  ...(await verificationContests(ring)),
  ...(await accountContests(ring)),
  ...(await consoleUserContests(ring)),
  ...(await roleContests(ring)),
  ...contactChangeContests(ring),
  ...(await recoveryContests(ring)),
] as Contest[];

let faulty = 0;
afterAll(() => console.log(`Races: ${contests.length} pairs × ${rounds} rounds, ${faulty} with a fault`));

describe('opposing acts at once', () => {
  it('are all the moves that people and the network make', () => {
    const all = (moves: object, of: 'contactChanges' | 'recoveries') =>
      expect([...raced[of], ...Object.keys(notRaced[of])].sort()).toEqual(Object.keys(moves).sort());
    all(contactChangeMoves, 'contactChanges');
    all(recoveryMoves, 'recoveries');
    expect(contests.length).toBeGreaterThan(20);
  });

  it.each(contests.map((contest) => [contest.name, contest] as const))(
    '%s: one winner, the other told',
    async (name, contest) => {
      const begun = performance.now();
      const { faults, firsts } = await hold(contest, rounds);
      if (isLong()) {
        const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
        const kind = isExclusive(contest) ? 'one winner each' : 'as if one after the other';
        console.log(
          `Race: ${name}: ${rounds} rounds in ${seconds} s, ${kind}; ${firsts} to ${contest.acts[0].name}`,
        );
      }
      if (faults.length > 0) faulty += 1;
      expect(faults.slice(0, 10)).toEqual([]);
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
