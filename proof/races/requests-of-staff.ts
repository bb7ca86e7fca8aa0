import {
  type ContactChangeMove,
  type ContactChangeStatus,
  contactChangeMoves,
} from '@tonle/contract/contact-change-states';
import { type RecoveryMove, type RecoveryStatus, recoveryMoves } from '@tonle/contract/key-recovery-states';
import { giveCode, put, requestIn } from '../../server/src/areas/contact-changes/test-requests.ts';
import {
  applicationOf,
  appPath,
  newKeyFor,
  type PutRequest,
  recoveriesOf,
} from '../../server/src/areas/key-recovery/test-recoveries.ts';
import type { Act, Contest, Outcome } from './contest.ts';
import { outcomeOf, type Ring } from './ring.ts';

/** The pairs of moves that lead from one state to different ones. */
function pairsOf<Move extends string, State extends string>(
  moves: Readonly<Record<Move, { from: readonly State[]; to: State }>>,
  acted: readonly Move[],
): { from: State; pair: readonly [Move, Move] }[] {
  const states = new Set(acted.flatMap((it) => moves[it].from));
  return [...states].flatMap((from) => {
    const here = acted.filter((it) => moves[it].from.includes(from));
    return here.flatMap((one, index) =>
      here.slice(index + 1).map((two) => ({ from, pair: [one, two] as const })),
    );
  });
}

type ChangeSubject = { id: string; code: string };
const changeRoles = {
  verify: 'admin',
  cancel: 'admin',
  authorize: 'authorizer',
  reject: 'authorizer',
} as const;
type RacedChange = keyof typeof changeRoles;

export const raced = {
  contactChanges: Object.keys(changeRoles) as RacedChange[],
  recoveries: [
    'verify',
    'complete',
    'cancel',
    'answer',
    'authorize',
    'reject',
    'revoke',
    'approve',
    'refuse',
  ] satisfies RecoveryMove[],
};
const byTheBank = 'done by the bank’s own server, where nobody can be told';
/** The moves that have no contest, and why. */
export const notRaced = {
  contactChanges: {
    resend: 'leaves the state as it is',
    apply: byTheBank,
    giveUp: byTheBank,
  } satisfies Partial<Record<ContactChangeMove, string>>,
  recoveries: {
    deliver: byTheBank,
    hand: byTheBank,
    apply: byTheBank,
    fail: byTheBank,
    exhaust: byTheBank,
    expire: byTheBank,
  } satisfies Partial<Record<RecoveryMove, string>>,
};

export function contactChangeContests(ring: Ring): Contest<ChangeSubject>[] {
  const { bank } = ring;
  const act = (move: RacedChange): Act<ChangeSubject> => ({
    name: move,
    ...contactChangeMoves[move],
    run: async ({ id, code }) => {
      const caller = await bank.as(changeRoles[move]);
      const more = { verify: { code }, reject: { reason: 'Not theirs' } } as Partial<
        Record<RacedChange, object>
      >;
      return outcomeOf(await put(caller, move, { requestId: id, ...more[move] }));
    },
  });
  return pairsOf(contactChangeMoves, raced.contactChanges).map(({ from, pair: [one, two] }) => ({
    name: `contact change ${from}: ${one} against ${two}`,
    from,
    acts: [act(one), act(two)],
    prepare: async (lane) => {
      const id = await requestIn(bank, from as ContactChangeStatus, { accountId: ring.blocked(lane) });
      return { id, code: await giveCode(bank, id) };
    },
    stateOf: ({ id }) => ring.value('SELECT status AS it FROM contact_change WHERE id = $1', [id]),
  }));
}

const base = '/tps/api/recovery';

export async function recoveryContests(ring: Ring): Promise<Contest<PutRequest>[]> {
  const recoveries = recoveriesOf(ring.bank);
  const application = await applicationOf();
  const [admin, authorizer, app] = await Promise.all([
    ring.bank.as('admin'),
    ring.bank.as('authorizer'),
    ring.bank.asApp(),
  ]);
  const verdict = async (transactionHash: string, said: 'APPROVED' | 'REJECTED'): Promise<Outcome> => {
    const effect = await ring.say({ type: 'KEY_CHANGE_STATUS', transactionHash, verdict: said, at });
    return { isDone: effect === 'MOVES', told: effect };
  };
  const runs: Partial<Record<RecoveryMove, (it: PutRequest) => Promise<Outcome>>> = {
    verify: async ({ accountId, code }) =>
      outcomeOf(await admin.post(`${base}/verify-account-recovery-request`, { accountId, code })),
    complete: async ({ accountId }) =>
      outcomeOf(
        await admin.post(`${base}/account-recovery-request`, { accountId, name: 'Blue River', application }),
      ),
    cancel: async ({ id }) =>
      outcomeOf(await putTo(admin, '/account-recovery-close', { id, reason: 'Found it' })),
    revoke: async ({ trxHash }) =>
      outcomeOf(await putTo(admin, '/account-recovery-revoke', { trxHash, reason: 'A mistake' })),
    authorize: async ({ id }) => outcomeOf(await putTo(authorizer, '/requests/authorize', { requestId: id })),
    reject: async ({ id }) =>
      outcomeOf(await putTo(authorizer, '/requests/reject', { requestId: id, reason: 'Another face' })),
    answer: async ({ accountId, appCode }) =>
      outcomeOf(await app.post(appPath(accountId), newKeyFor(accountId, appCode))),
    approve: ({ trxHash }) => verdict(trxHash, 'APPROVED'),
    refuse: ({ trxHash }) => verdict(trxHash, 'REJECTED'),
  };
  const act = (move: RecoveryMove): Act<PutRequest> => ({
    name: move,
    ...recoveryMoves[move],
    run: (it) => runs[move]?.(it) ?? Promise.reject(new Error(`nobody knows how to ${move}`)),
  });
  return pairsOf(recoveryMoves, raced.recoveries).map(({ from, pair: [one, two] }) => ({
    name: `key recovery ${from}: ${one} against ${two}`,
    from,
    acts: [act(one), act(two)],
    prepare: (lane) =>
      recoveries.put(from as RecoveryStatus, { accountId: ring.company(lane), accountType: 'DESKTOP' }),
    stateOf: ({ id }) => recoveries.statusOf(id),
  }));
}

const at = '2026-11-28T00:00:00.000Z';

type Putter = {
  send(it: { method: 'PUT'; path: string; body: unknown }): ReturnType<Ring['bank']['anyone']['send']>;
};
const putTo = (caller: Putter, path: string, body: unknown) =>
  caller.send({ method: 'PUT', path: `${base}${path}`, body });
