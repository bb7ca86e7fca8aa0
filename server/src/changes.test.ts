import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@tonle/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBank, type TestBank } from './test-bank.ts';
import type { Answer, Caller } from './test-server.ts';

/**
 * Every call that may change something, carried out once, in a database where a change without its audit entry cannot
 * commit. A new one without a line here fails.
 */
const changes: Readonly<
  Record<string, { as: string; call: (caller: Caller) => Promise<Answer>; activity: string }>
> = {
  authenticate: {
    as: 'manager',
    call: (caller) =>
      caller.post('/api/v2/authenticate', { username: 'manager', password: 'Tonle-test-2026' }),
    activity: 'SIGNED_IN',
  },
  transfer: {
    as: 'manager',
    call: (caller) =>
      caller.post('/tps/api/pg-wallet-transfer', {
        destAccountId: 'a_b@chkt',
        assetId: 'usd#nbc',
        amount: '0.30',
      }),
    activity: 'TRANSFER_SENT',
  },
  checkSecret: {
    as: 'keyholder1',
    call: (caller) => caller.post('/tps/api/keyholders/secrets/check', { secret: 'Secret-of-keyholder1' }),
    activity: 'KEY_SECRET_CHECKED',
  },
  submitSecret: {
    as: 'keyholder1',
    call: async (caller) => {
      await loseKey();
      return caller.post('/tps/api/keyholders/secrets', { secret: 'Secret-of-keyholder1' });
    },
    activity: 'KEY_SECRET_SUBMITTED',
  },
  createBankAccount: {
    as: 'keyholder1',
    call: async (caller) => {
      await loseKey('keyholder1', 'keyholder2', 'keyholder3');
      return caller.post('/tps/api/keyholders/account');
    },
    activity: 'BANK_KEY_REINSTALLED',
  },
  resendSecrets: {
    as: 'keyholder1',
    call: async (caller) => {
      await loseKey('keyholder1', 'keyholder2', 'keyholder3');
      return caller.post('/tps/api/keyholders/account/resend');
    },
    activity: 'BANK_KEY_REINSTALLED',
  },
  resetPassword: {
    as: 'manager',
    call: (caller) => caller.post('/api/account/reset-password', { login: 'manager' }),
    activity: 'PASSWORD_RESET_ASKED',
  },
  endOwnSession: {
    as: 'manager',
    call: async (caller) => {
      await bank.signIn('manager');
      const { body } = await caller.get<{ id: string; isCurrent: boolean }[]>('/api/account/sessions');
      const other = body.find((it) => !it.isCurrent);
      return caller.send({ method: 'DELETE', path: `/api/account/sessions/${other?.id}` });
    },
    activity: 'SESSION_ENDED',
  },
  endOtherSessions: {
    as: 'manager',
    call: (caller) => caller.send({ method: 'DELETE', path: '/api/account/sessions' }),
    activity: 'SESSION_ENDED',
  },
  changePassword: {
    as: 'manager',
    call: async (caller) => {
      await bank.database.owner.pool.query(
        `UPDATE console_user SET password_changed_at = now() - interval '2 days' WHERE login = 'manager'`,
      );
      return caller.post('/api/account/change-password', {
        currentPassword: 'Tonle-test-2026',
        newPassword: 'Tonle-changed-2026',
      });
    },
    activity: 'PASSWORD_CHANGED',
  },
  logout: { as: 'manager', call: (caller) => caller.post('/api/logout'), activity: 'SIGNED_OUT' },
};

/** Takes the bank's key away, and has these keyholders submit their secrets again. */
async function loseKey(...logins: string[]): Promise<void> {
  await rm(join(bank.config.dataDir, 'keys'), { recursive: true });
  for (const login of logins) {
    await (await bank.as(login)).post('/tps/api/keyholders/secrets', { secret: `Secret-of-${login}` });
  }
}

/** Calls by POST that only read. */
const reads = ['searchIncoming', 'searchOutgoing'];

let bank: TestBank;
beforeAll(async () => {
  bank = await startTestBank();
});
afterAll(() => bank.close());

describe('every change', () => {
  it('is listed here', () => {
    const changing = endpoints.filter((it) => it.method !== 'GET' && !reads.includes(it.name));
    expect(Object.keys(changes).sort()).toEqual(changing.map((it) => it.name).sort());
  });

  it.each(Object.entries(changes))(
    '%s writes exactly one audit entry, in its transaction',
    async (_name, it) => {
      const caller = await bank.as(it.as);
      const answer = await it.call(caller);
      expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
      const { rows } = await bank.database.owner.pool.query(
        'SELECT activity, login FROM audit_log WHERE request_id = $1',
        [answer.headers['x-request-id']],
      );
      expect(rows).toEqual([{ activity: it.activity, login: it.as }]);
    },
  );
});
