import { type RecoveryStatus, recoveryMoves, recoveryStatuses } from '@tonle/contract/key-recovery-states';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../../test-server.ts';
import {
  applicationOf,
  appPath,
  base,
  newKeyFor,
  type PutRequest,
  type RecoveryBank,
  startRecoveryBank,
} from './test-recoveries.ts';

/** Every state × action × role, through the API: allowed exactly where the table of the contract says. */

let bank: RecoveryBank;
let png: string;
const callers = new Map<string, Caller>();
let creatorId: bigint;
beforeAll(async () => {
  // What is put into a state stays there until the test moves it.
  bank = await startRecoveryBank({ isCalm: true });
  png = await applicationOf();
  for (const login of ['admin', 'authorizer', 'auditor', 'manager', 'access', 'keyholder1', 'teller']) {
    callers.set(login, await bank.as(login));
  }
  const both = ['key-recovery.request', 'key-recovery.authorize'] as const;
  const creator = await bank.asMore('creator', both);
  creatorId = creator.userId;
  callers.set('creator', creator.caller);
  callers.set('somebody else', (await bank.asMore('other', both)).caller);
  callers.set('app', await bank.asApp());
  callers.set('anyone', bank.anyone);
});
afterAll(() => bank?.close());

type Action = {
  permission: 'key-recovery.request' | 'key-recovery.authorize' | 'app';
  from: readonly RecoveryStatus[];
  /** What the request is afterwards, where that is said. */
  to?: RecoveryStatus;
  call: (caller: Caller, it: PutRequest) => Promise<Answer<unknown>>;
};

const ended: readonly RecoveryStatus[] = ['REVOKED', 'REJECTED', 'FAILED', 'SUCCESSFUL', 'CANCELED'];
const put = (caller: Caller, path: string, body: unknown) =>
  caller.send({ method: 'PUT', path: `${base}${path}`, body });

const actions: Readonly<Record<string, Action>> = {
  // With none open it begins one; within a minute of the code before it would be refused for that alone.
  prepare: {
    permission: 'key-recovery.request',
    from: ['PREPARED', 'CREATED', ...ended],
    call: async (caller, { id, accountId }) => {
      await bank.rows(
        `UPDATE one_time_code SET issued = now() - interval '2 minutes' WHERE subject_id = $1`,
        [id],
      );
      return caller.post(`${base}/prepare-account-recovery-request`, { accountId, name: 'Blue River' });
    },
  },
  verify: {
    permission: 'key-recovery.request',
    ...recoveryMoves.verify,
    call: (caller, { accountId, code }) =>
      caller.post(`${base}/verify-account-recovery-request`, { accountId, code }),
  },
  'ask in the app': {
    permission: 'app',
    from: ['PREPARED', 'CREATED', ...ended],
    call: async (caller, { id, accountId }) => {
      await bank.rows(
        `UPDATE one_time_code SET issued = now() - interval '2 minutes' WHERE subject_id = $1`,
        [id],
      );
      // Callers do this at once: all in one order, so that none waits for another in a ring.
      await bank.rows(
        `WITH own AS (SELECT id FROM key_recovery_request WHERE account_id = $1 ORDER BY id FOR UPDATE)
         UPDATE key_recovery_request r SET created = now() - interval '25 hours' FROM own WHERE r.id = own.id`,
        [accountId],
      );
      return caller.post(`${appPath(accountId)}/requests`);
    },
  },
  'verify in the app': {
    permission: 'app',
    ...recoveryMoves.verify,
    call: (caller, { accountId, code }) => caller.post(`${appPath(accountId)}/verify`, { code }),
  },
  complete: {
    permission: 'key-recovery.request',
    ...recoveryMoves.complete,
    call: (caller, { accountId }) =>
      caller.post(`${base}/account-recovery-request`, { accountId, name: 'Blue River', application: png }),
  },
  cancel: {
    permission: 'key-recovery.request',
    ...recoveryMoves.cancel,
    call: (caller, { id }) => put(caller, '/account-recovery-close', { id, reason: 'Found the phone' }),
  },
  revoke: {
    permission: 'key-recovery.request',
    ...recoveryMoves.revoke,
    call: (caller, { trxHash }) => put(caller, '/account-recovery-revoke', { trxHash, reason: 'A mistake' }),
  },
  authorize: {
    permission: 'key-recovery.authorize',
    ...recoveryMoves.authorize,
    call: (caller, { id }) => put(caller, '/requests/authorize', { requestId: id }),
  },
  reject: {
    permission: 'key-recovery.authorize',
    ...recoveryMoves.reject,
    call: (caller, { id }) => put(caller, '/requests/reject', { requestId: id, reason: 'Another face' }),
  },
  answer: {
    permission: 'app',
    ...recoveryMoves.answer,
    call: (caller, { accountId, appCode }) => caller.post(appPath(accountId), newKeyFor(accountId, appCode)),
  },
};

const mayDo: Readonly<Record<string, readonly Action['permission'][]>> = {
  admin: ['key-recovery.request'],
  authorizer: ['key-recovery.authorize'],
  creator: ['key-recovery.request', 'key-recovery.authorize'],
  'somebody else': ['key-recovery.request', 'key-recovery.authorize'],
  app: ['app'],
};
const roles = [
  'admin',
  'authorizer',
  'creator',
  'somebody else',
  'app',
  'auditor',
  'manager',
  'access',
  'keyholder1',
  'teller',
  'anyone',
];

function expected(action: string, it: Action, role: string, status: RecoveryStatus): number {
  const isSignedOut = role === 'anyone' || (it.permission === 'app') !== (role === 'app');
  if (isSignedOut) return 401;
  if (!(mayDo[role] ?? []).includes(it.permission)) return 403;
  // Nobody approves what they created, whatever its state.
  if (action === 'authorize' && role === 'creator') return 403;
  return it.from.includes(status) ? 200 : 409;
}

describe.each(Object.entries(actions))('%s', (action, it) => {
  test.each(recoveryStatuses)('of %s: by every role', async (status) => {
    const given: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    const wants = new Map(roles.map((role) => [role, expected(action, it, role, status)]));
    const judge = async (role: string, request: PutRequest) => {
      const answer = await it.call(callers.get(role) as Caller, request);
      const want = wants.get(role);
      const answered = (answer.body as { status?: string } | undefined)?.status;
      given[role] = [answer.status, want === 200 ? answered : await bank.statusOf(request.id)];
      wanted[role] = [want, want === 200 ? (it.to ?? expect.stringMatching(/^(PREPARED|CREATED)$/)) : status];
      if (want === 409) expect((answer.body as RefusalBody).data).toEqual({ state: expect.any(String) });
    };
    // Whoever is refused leaves the request to the next; whoever is not gets one of their own.
    const refused = await bank.put(status, { makers: [creatorId] });
    await Promise.all(roles.filter((it) => wants.get(it) !== 200).map((role) => judge(role, refused)));
    for (const role of roles.filter((it) => wants.get(it) === 200)) {
      await judge(role, await bank.put(status, { makers: [creatorId] }));
    }
    expect(given).toEqual(wanted);
  });
});
