import { codeTriesMax } from '@tonle/contract/code';
import { type RecoveryMove, recoveryMoves } from '@tonle/contract/key-recovery-states';
import { noteDelivered } from '../../server/src/areas/key-recovery/delivery.service.ts';
import { expire } from '../../server/src/areas/key-recovery/recovery-work.ts';
import { codePurpose } from '../../server/src/areas/key-recovery/requests.store.ts';
import {
  applicationOf,
  appPath,
  base,
  newKeyFor,
  otherCode,
  type PutRequest,
  recoveriesOf,
} from '../../server/src/areas/key-recovery/test-recoveries.ts';
import { inTransaction } from '../../server/src/db/tx.ts';
import type { Answer } from '../../server/src/test-server.ts';
import { type Act, type Contest, type Outcome, onlyWayOn, pairsOf } from './contest.ts';
import { outcomeOf, type Ring, type Told } from './ring.ts';

/** The moves that have no contest, and why. */
export const notRaced = { hand: onlyWayOn, apply: onlyWayOn, fail: onlyWayOn } satisfies Partial<
  Record<RecoveryMove, string>
>;

export async function recoveryContests(ring: Ring): Promise<Contest<PutRequest>[]> {
  const recoveries = recoveriesOf(ring.bank);
  const application = await applicationOf();
  const [admin, authorizer, app] = await Promise.all([
    ring.bank.as('admin'),
    ring.bank.as('authorizer'),
    ring.bank.asApp(),
  ]);
  const { db, pool } = ring.bank.database.owner;
  /** By the bank itself, which tells nobody: done where the timeline says so. */
  const byBank = async (id: string, step: string, work: () => Promise<unknown>): Promise<Outcome> => {
    await work();
    const told = `SELECT count(*) AS it FROM key_recovery_step
      WHERE request_id = $1 AND concat_ws(' ', status, reason) LIKE $2 || '%'`;
    return { isDone: (await ring.value(told, [id, step])) === '1' };
  };
  /** Who comes too late is told no more than that; how it stands is an alert for people. */
  const verdict = async (transactionHash: string, said: 'APPROVED' | 'REJECTED'): Promise<Outcome> => ({
    isDone: (await ring.say({ type: 'KEY_CHANGE_STATUS', transactionHash, verdict: said, at })) === 'MOVES',
  });
  type Runner = (it: PutRequest) => Promise<Outcome>;
  const told: Told = { CODE_TRIES_SPENT: 'FAILED' };
  /** The fifth wrong code: refused as every wrong one, and no try is left. */
  const lastWrong = ({ body, ...answer }: Answer<unknown>): Outcome => {
    const said = body as { data?: { triesLeft?: number } };
    return said.data?.triesLeft === 0 ? { isDone: true } : outcomeOf({ body, ...answer }, told);
  };
  const verify = (accountId: string, code: string) =>
    admin.post(`${base}/verify-account-recovery-request`, { accountId, code });
  const byApp = (accountId: string, code: string) => app.post(appPath(accountId), newKeyFor(accountId, code));
  const runs: Record<Exclude<RecoveryMove, keyof typeof notRaced>, [string[], Runner]> = {
    deliver: [
      [],
      ({ id }) => byBank(id, 'CREATED', () => inTransaction(db, (tx) => noteDelivered(tx, BigInt(id)))),
    ],
    expire: [[], ({ id }) => byBank(id, 'FAILED Not finished', () => expire({ db }, BigInt(id)))],
    exhaust: [
      [],
      async ({ accountId, code, appCode, id }) => {
        const isForApp = appCode !== '000000';
        const wrong = otherCode(isForApp ? appCode : code);
        const outcome = lastWrong(await (isForApp ? byApp : verify)(accountId, wrong));
        return outcome.isDone ? byBank(id, 'FAILED The fifth wrong code', async () => undefined) : outcome;
      },
    ],
    verify: [['verifyRecovery'], async (it) => outcomeOf(await verify(it.accountId, it.code), told)],
    complete: [
      ['completeRecovery'],
      async ({ accountId }) => {
        const body = { accountId, name: 'Blue River', application };
        return outcomeOf(await admin.post(`${base}/account-recovery-request`, body));
      },
    ],
    cancel: [
      ['closeRecovery'],
      async ({ id }) => outcomeOf(await putTo(admin, '/account-recovery-close', { id, reason: 'Found it' })),
    ],
    revoke: [
      ['revokeRecovery'],
      async ({ trxHash }) =>
        outcomeOf(await putTo(admin, '/account-recovery-revoke', { trxHash, reason: 'A mistake' })),
    ],
    authorize: [
      ['authorizeRecovery'],
      async ({ id }) => outcomeOf(await putTo(authorizer, '/requests/authorize', { requestId: id })),
    ],
    reject: [
      ['rejectRecovery'],
      async ({ id }) =>
        outcomeOf(await putTo(authorizer, '/requests/reject', { requestId: id, reason: 'Another face' })),
    ],
    answer: [
      ['answerRecovery'],
      async ({ accountId, appCode }) => outcomeOf(await byApp(accountId, appCode), told),
    ],
    approve: [['networkMessage'], ({ trxHash }) => verdict(trxHash, 'APPROVED')],
    refuse: [['networkMessage'], ({ trxHash }) => verdict(trxHash, 'REJECTED')],
  };
  type Raced = keyof typeof runs;
  const act = (move: Raced): Act<PutRequest> => {
    const [calls, run] = runs[move];
    return { name: move, calls, ...recoveryMoves[move], run };
  };
  return pairsOf(recoveryMoves, Object.keys(runs) as Raced[]).map(({ from, pair: [one, two] }) => ({
    name: `key recovery ${from}: ${one} against ${two}`,
    from,
    acts: [act(one), act(two)],
    prepare: async (lane) => {
      const it = await recoveries.put(from, { accountId: ring.company(lane), accountType: 'DESKTOP' });
      if (one === 'deliver' || two === 'deliver') {
        await pool.query(
          `INSERT INTO outgoing_message (channel, purpose, subject_id, recipient, expires, state, settled_at)
           VALUES ('SMS', $1, $2, '85512345678', now() + interval '1 hour', 'SENT', now())`,
          [codePurpose, it.id],
        );
      }
      if (one === 'exhaust' || two === 'exhaust') {
        await pool.query('UPDATE one_time_code SET tries = $2 WHERE subject_id = $1', [
          it.id,
          codeTriesMax - 1,
        ]);
      }
      return it;
    },
    stateOf: ({ id }) => recoveries.statusOf(id),
  }));
}

const at = '2026-11-28T00:00:00.000Z';

type Putter = {
  send(it: { method: 'PUT'; path: string; body: unknown }): ReturnType<Ring['bank']['anyone']['send']>;
};
const putTo = (caller: Putter, path: string, body: unknown) =>
  caller.send({ method: 'PUT', path: `${base}${path}`, body });
