import { codeTriesMax } from '@tonle/contract/code';
import {
  type ContactChangeMove,
  type ContactChangeStatus,
  contactChangeMoves,
} from '@tonle/contract/contact-change-states';
import { type RecoveryMove, type RecoveryStatus, recoveryMoves } from '@tonle/contract/key-recovery-states';
import { accountsPath, personToBe } from '../../server/src/areas/channel/test-customers.ts';
import { makeContactChanger } from '../../server/src/areas/contact-changes/applying.ts';
import {
  freshContact,
  giveCode,
  outboxOf,
  put,
  requestIn,
} from '../../server/src/areas/contact-changes/test-requests.ts';
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
import { deletion } from './account-contests.ts';
import type { Act, Contest, Outcome } from './contest.ts';
import { call, outcomeOf, type Ring, type Told } from './ring.ts';

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

const byTheBank = 'by the bank’s own server, and the only way on from where the request stands';
/** The moves that have no contest, since none leads elsewhere from where they begin, and why. */
export const notRaced = {
  contactChanges: {
    resend: 'leaves the state as it is',
    apply: byTheBank,
    giveUp: byTheBank,
  } satisfies Partial<Record<ContactChangeMove, string>>,
  recoveries: { hand: byTheBank, apply: byTheBank, fail: byTheBank } satisfies Partial<
    Record<RecoveryMove, string>
  >,
};

export function contactChangeContests(ring: Ring): Contest<ChangeSubject>[] {
  const { bank } = ring;
  const act = (move: RacedChange): Act<ChangeSubject> => ({
    name: move,
    calls: [`${move}ContactChange`],
    ...contactChangeMoves[move],
    run: async ({ id, code }) => {
      const caller = await bank.as(changeRoles[move]);
      const more = { verify: { code }, reject: { reason: 'Not theirs' } } as Partial<
        Record<RacedChange, object>
      >;
      return outcomeOf(await put(caller, move, { requestId: id, ...more[move] }));
    },
  });
  return pairsOf(contactChangeMoves, Object.keys(changeRoles) as RacedChange[]).map(
    ({ from, pair: [one, two] }) => ({
      name: `contact change ${from}: ${one} against ${two}`,
      from,
      acts: [act(one), act(two)],
      prepare: async (lane) => {
        const id = await requestIn(bank, from as ContactChangeStatus, { accountId: ring.blocked(lane) });
        return { id, code: await giveCode(bank, id) };
      },
      stateOf: ({ id }) => ring.value('SELECT status AS it FROM contact_change WHERE id = $1', [id]),
    }),
  );
}

type Applied = { contact: string; accountId: string; id: string };

/** An approved change is carried out while an account is opened with its contact, and while its own account is deleted. */
export async function applyingContests(ring: Ring): Promise<Contest<Applied>[]> {
  const { bank } = ring;
  const { db } = bank.database.owner;
  const app = await bank.asApp();
  const changer = makeContactChanger({ db, outbox: outboxOf(bank), log: { warn: () => undefined } });
  changer.start();
  const statusOf = (id: string) => ring.value('SELECT status AS it FROM contact_change WHERE id = $1', [id]);
  const apply: Act<Applied> = {
    name: 'apply',
    from: [''],
    to: 'CHANGED',
    run: async ({ id }) => {
      changer.wake();
      while ((await statusOf(id)) === 'AUTHORIZED');
      return { isDone: (await statusOf(id)) === 'CLOSED' };
    },
  };
  const open: Act<Applied> = call('channelOpenAccount', {
    from: [''],
    to: 'OPENED',
    told: { CONTACT_IN_USE: 'CHANGED' },
    run: ({ contact }) => app.post(accountsPath, personToBe({ primaryContact: contact })),
  });
  const gone = await deletion(ring, ['CHANGED'], { CONTACT_CHANGE_PENDING: '' });
  const deleted: Act<Applied> = { ...gone, run: ({ accountId }) => gone.run(accountId) };
  return [open, deleted].map((other) => ({
    name: `contact change AUTHORIZED: apply against ${other.name}`,
    from: '',
    acts: [apply, other],
    prepare: async () => {
      const [accountId, contact] = [await ring.freshPerson(), freshContact()];
      return { accountId, contact, id: await requestIn(bank, 'AUTHORIZED', { accountId, contact }) };
    },
    stateOf: ({ accountId, contact }) =>
      ring.value(
        `SELECT concat_ws(' ',
           (SELECT string_agg(CASE account_id WHEN $1 THEN 'CHANGED' ELSE 'OPENED' END, ' ') FROM customer
              WHERE primary_contact = $2 AND NOT (account_id = $1 AND s.status = 'DELETED')),
           CASE WHEN s.status = 'DELETED' THEN 'DELETED' END) AS it FROM account_state s WHERE s.account_id = $1`,
        [accountId, contact],
      ),
  }));
}

export async function recoveryContests(ring: Ring): Promise<Contest<PutRequest>[]> {
  const recoveries = recoveriesOf(ring.bank);
  const application = await applicationOf();
  const [admin, authorizer, app] = await Promise.all([
    ring.bank.as('admin'),
    ring.bank.as('authorizer'),
    ring.bank.asApp(),
  ]);
  const { db, pool } = ring.bank.database.owner;
  /** By the bank itself, which tells nobody: done where it stands as it would have it. */
  const byBank = async (id: string, to: RecoveryStatus, work: () => Promise<unknown>): Promise<Outcome> => {
    await work();
    return { isDone: (await recoveries.statusOf(id)) === to };
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
  const runs: Record<Exclude<RecoveryMove, keyof typeof notRaced.recoveries>, [string[], Runner]> = {
    deliver: [
      [],
      ({ id }) => byBank(id, 'CREATED', () => inTransaction(db, (tx) => noteDelivered(tx, BigInt(id)))),
    ],
    expire: [[], ({ id }) => byBank(id, 'FAILED', () => expire({ db }, BigInt(id)))],
    exhaust: [
      [],
      async ({ accountId, code, appCode, id }) => {
        const isForApp = appCode !== '000000';
        const wrong = otherCode(isForApp ? appCode : code);
        const outcome = lastWrong(await (isForApp ? byApp : verify)(accountId, wrong));
        return outcome.isDone ? byBank(id, 'FAILED', async () => undefined) : outcome;
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
