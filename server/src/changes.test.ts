import { endpoints } from '@tonle/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsPath, handIn, kycOf, personToBe, pngOf, submit } from './areas/channel/test-customers.ts';
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
  channelOpenAccount: {
    as: 'app',
    call: (app) => app.post(accountsPath, personToBe()),
    activity: 'ACCOUNT_OPENED',
  },
  channelUploadImage: {
    as: 'app',
    call: async (app) => handIn(app, 'a_b@chkt', 'photo', await pngOf('#123456')),
    activity: 'IDENTITY_IMAGE_RECEIVED',
  },
  channelSubmitKyc: {
    as: 'app',
    call: async (app) => submit(app, 'a_b@chkt', await kycOf(app, 'a_b@chkt')),
    activity: 'VERIFICATION_REQUESTED',
  },
  channelEditKyc: {
    as: 'app',
    call: async (app) => {
      const body = await kycOf(app, 'a_b@chkt');
      return app.send({ method: 'PUT', path: `${accountsPath}/a_b@chkt/kyc`, body });
    },
    activity: 'VERIFICATION_REQUEST_CHANGED',
  },
  channelPay: {
    as: 'app',
    call: (app) =>
      app.post(`${accountsPath}/a_b@chkt/payments`, {
        destAccountId: 'axb@chkt',
        assetId: 'usd#nbc',
        amount: '0.10',
      }),
    activity: 'PAYMENT_SENT',
  },
  logout: { as: 'manager', call: (caller) => caller.post('/api/logout'), activity: 'SIGNED_OUT' },
};

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
      const caller = it.as === 'app' ? await bank.asApp() : await bank.as(it.as);
      const answer = await it.call(caller);
      expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
      const { rows } = await bank.database.owner.pool.query(
        'SELECT activity, login FROM audit_log WHERE request_id = $1',
        [answer.headers['x-request-id']],
      );
      expect(rows).toEqual([{ activity: it.activity, login: it.as === 'app' ? null : it.as }]);
    },
  );
});
