import type { ChannelAccount } from '@tonle/contract/channel';
import type { KycLimit } from '@tonle/contract/kyc-limits';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { accountsPath, give, openedBy } from '../channel/test-customers.ts';

let bank: TestBank;
let app: Caller;
let admin: Caller;
beforeAll(async () => {
  bank = await startTestBank();
  app = await bank.asApp();
  admin = await bank.as('admin');
});
afterAll(() => bank.close());

const base = '/tps/api/kyc-limits';
const refused = (answer: Answer) => (answer.body as RefusalBody).status.error;
const faultsOf = (answer: Answer) =>
  ((answer.body as RefusalBody).fields ?? []).map(({ path, message }) => [path, message]);
const limits = (khr: unknown, usd: unknown) => ({
  'khr#nbc': { dayLimit: khr },
  'usd#nbc': { dayLimit: usd },
});
const toAdd = (more: Record<string, unknown> = {}) => ({
  limitName: 'Shop keepers',
  limits: limits(50_000_000, 12_500),
  accountType: 'MOBILE',
  description: 'អាជីវករ',
  kycStatus: 'PARTIAL_KYC',
  ...more,
});
const add = (more: Record<string, unknown> = {}, caller = admin) =>
  caller.post<KycLimit>(`${base}/local/add`, toAdd(more));
const added = async (more: Record<string, unknown> = {}): Promise<KycLimit> => {
  const answer = await add(more);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return answer.body;
};
const edit = (body: Record<string, unknown>, caller = admin) =>
  caller.post<KycLimit>(`${base}/local/edit`, body);
const set = (accountId: string, limitId: unknown, caller = admin) =>
  caller.post<{ accountId: string; limit: KycLimit }>('/tps/api/fst-iroha-accounts/limits/set', {
    accountId,
    limitId,
  });
const pay = (from: string, amount: string) =>
  app.post(`${accountsPath}/${from}/payments`, { destAccountId: 'a_b@chkt', assetId: 'khr#nbc', amount });
const national = async (name: string) => {
  const { body } = await admin.get<KycLimit[]>(`${base}/active?page=0&size=2000`);
  return body.find((it) => it.limitName === name) as KycLimit;
};
const entryOf = async (answer: Answer) => {
  const { rows } = await bank.database.owner.pool.query(
    'SELECT activity, login, subject, old_values, new_values FROM audit_log WHERE request_id = $1',
    [answer.headers['x-request-id']],
  );
  return rows;
};
/** Somebody whose role was built from pages. */
async function asCustom(login: string, permissions: readonly string[]): Promise<Caller> {
  const { pool } = bank.database.owner;
  await pool.query(`DELETE FROM role_permission`);
  await pool.query(
    `INSERT INTO role_permission (role_id, permission)
     SELECT r.id, p FROM role r CROSS JOIN unnest($1::text[]) AS p WHERE r.name = 'Teller'`,
    [permissions],
  );
  return bank.as(login);
}

describe('the lists', () => {
  test('hold the national limits of each kind of account first', async () => {
    for (const [channel, accountType] of [
      ['mobile', 'MOBILE'],
      ['desktop', 'DESKTOP'],
      ['web', 'WEB'],
    ]) {
      const answer = await admin.get<KycLimit[]>(`${base}/${channel}?page=0&size=2`);
      expect(answer.status).toBe(200);
      expect(Number(answer.headers['x-total-count'])).toBeGreaterThanOrEqual(2);
      expect(answer.body).toMatchObject([
        {
          limitName: `Partial KYC ${channel}`,
          accountType,
          kycStatus: 'PARTIAL_KYC',
          customLimit: false,
          limits: limits('12000000', '3000.00'),
        },
        {
          limitName: `Full KYC ${channel}`,
          accountType,
          kycStatus: 'FULL_KYC',
          customLimit: false,
          limits: limits('40000000', '10000.00'),
        },
      ]);
    }
  });

  test('are sorted, searched and cut into pages by the server', async () => {
    for (const limitName of ['zz_a_b', 'zz_axb', 'zz 100%', 'zz ខ្ញុំ']) {
      await added({ limitName, accountType: 'WEB', limits: limits('1', '2') });
    }
    const names = async (query: string) => {
      const answer = await admin.get<KycLimit[]>(`${base}/web?${query}`);
      return [answer.headers['x-total-count'], answer.body.map((it) => it.limitName)];
    };
    expect(await names('filter=a_b')).toEqual(['1', ['zz_a_b']]);
    expect(await names('filter=%25')).toEqual(['1', ['zz 100%']]);
    expect(await names(`filter=${encodeURIComponent('ខ្ញុំ')}`)).toEqual(['1', ['zz ខ្ញុំ']]);
    expect(await names('filter=zz&size=2&page=1&sort=createdTime,desc')).toEqual(['4', ['zz_axb', 'zz_a_b']]);
    expect((await names('sort=khrLimit,desc&size=1'))[1]).toEqual(['Full KYC web']);
    for (const sort of ['dayLimit,asc', 'limitName,down', '(select 1)']) {
      expect((await admin.get(`${base}/web?sort=${encodeURIComponent(sort)}`)).status).toBe(400);
    }
  });

  test('are for holders of the channel alone, and so is each limit', async () => {
    for (const login of ['auditor', 'manager', 'access', 'authorizer', 'teller']) {
      const caller = await bank.as(login);
      expect([login, (await caller.get(`${base}/mobile`)).status]).toEqual([login, 403]);
      expect((await caller.get(`${base}/active?page=0&size=2000`)).status).toBe(403);
      expect((await add({}, caller)).status).toBe(403);
      expect((await edit({}, caller)).status).toBe(403);
      expect((await set('a_b@chkt', '1', caller)).status).toBe(403);
    }
    const web = await added({ accountType: 'WEB' });
    const mobile = await added({ accountType: 'MOBILE' });
    const teller = await asCustom('teller', [
      'kyc-limits.list.web',
      'kyc-limits.edit.web',
      'customers.change.web',
    ]);
    expect((await teller.get(`${base}/web`)).status).toBe(200);
    expect((await teller.get(`${base}/mobile`)).status).toBe(403);
    expect((await teller.get(`${base}/${web.id}`)).status).toBe(200);
    expect(refused(await teller.get(`${base}/${mobile.id}`))).toBe('NOT_FOUND');
    const change = { limitName: 'x', limits: limits(1, 1) };
    expect(refused(await edit({ limitId: mobile.id, ...change }, teller))).toBe('NOT_FOUND');
    expect((await edit({ limitId: web.id, ...change }, teller)).status).toBe(200);
    const active = await teller.get<KycLimit[]>(`${base}/active?page=0&size=2000`);
    expect(new Set(active.body.map((it) => it.accountType))).toEqual(new Set(['WEB']));
    expect(refused(await set('a_b@chkt', mobile.id, teller))).toBe('ACCOUNT_NOT_FOUND');
  });

  test('a limit that is not there is not found', async () => {
    expect(refused(await admin.get(`${base}/999999`))).toBe('NOT_FOUND');
    expect((await admin.get(`${base}/0`)).status).toBe(400);
    expect(refused(await edit({ limitId: 999_999, limitName: 'x', limits: limits(1, 1) }))).toBe('NOT_FOUND');
  });
});

describe('a new limit', () => {
  test('is there as it was given, with its audit entry', async () => {
    const answer = await add({ limits: limits('9007199254740991', 9_007_199_254_740_991) });
    expect(answer.body).toMatchObject({
      limitName: 'Shop keepers',
      description: 'អាជីវករ',
      customLimit: true,
      kycStatus: 'PARTIAL_KYC',
      accountType: 'MOBILE',
      limits: limits('9007199254740991', '9007199254740991.00'),
    });
    expect((await admin.get(`${base}/${answer.body.id}`)).body).toEqual(answer.body);
    expect(await entryOf(answer)).toMatchObject([
      { activity: 'KYC_LIMIT_ADDED', login: 'admin', new_values: { khr: '9007199254740991' } },
    ]);
  });

  test.each([
    [{ limitName: '' }, 'limitName', 'Please enter name for the limit'],
    [{ limitName: '   ' }, 'limitName', 'Please enter name for the limit'],
    [{ limitName: undefined }, 'limitName', 'Please enter name for the limit'],
    [{ limitName: 'x'.repeat(71) }, 'limitName', 'Please enter at most 70 characters'],
    [{ description: 'x'.repeat(256) }, 'description', 'Please enter at most 255 characters'],
    [{ accountType: undefined }, 'accountType', 'Please select account type for the limit'],
    [{ accountType: '' }, 'accountType', 'Please select account type for the limit'],
    [{ accountType: 'BANK' }, 'accountType', 'This is not one of the choices'],
    [{ kycStatus: 'REJECTED' }, 'kycStatus', 'This is not one of the choices'],
    [{ customLimit: false }, 'customLimit', 'This field is not known here'],
  ])('with %j is refused in words', async (more, path, message) => {
    const answer = await add(more);
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toContainEqual([path, message]);
  });

  test.each([
    ['', 'Please enter KHR limit'],
    [null, 'Please enter KHR limit'],
    [undefined, 'Please enter KHR limit'],
    ['-1', 'KHR limit can not be less than 0'],
    [-1, 'KHR limit can not be less than 0'],
    ['9007199254740992', 'KHR limit can not be greater than 9007199254740991'],
    ['1'.repeat(60), 'KHR limit can not be greater than 9007199254740991'],
    ['1e3', 'Please enter a whole number, without e, comma or dot'],
    ['1,000', 'Please enter a whole number, without e, comma or dot'],
    ['100.5', 'Please enter a whole number, without e, comma or dot'],
    ['-0', 'Please enter a whole number, without e, comma or dot'],
    ['٥', 'Please enter a whole number, without e, comma or dot'],
    [' 5 ', 'Please enter a whole number, without e, comma or dot'],
  ])('of %j is refused in words, in either currency', async (amount, message) => {
    const answer = await add({ limits: limits(amount, amount) });
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual([
      ['limits.khr#nbc.dayLimit', message],
      ['limits.usd#nbc.dayLimit', message.replace('KHR', 'USD')],
    ]);
  });

  test('of a number that a double would round is judged as it was written', async () => {
    const body = JSON.stringify(toAdd()).replace('50000000', '9007199254740993');
    const answer = await admin.post(`${base}/local/add`, body);
    expect(faultsOf(answer)).toEqual([
      ['limits.khr#nbc.dayLimit', 'KHR limit can not be greater than 9007199254740991'],
    ]);
  });
});

describe('editing', () => {
  test('changes a limit of the bank’s own, with old and new values in the audit log', async () => {
    const before = await added();
    const body = {
      limitId: before.id,
      limitName: 'Shops',
      description: '',
      limits: limits('0', '7.00'),
      revision: before.revision,
    };
    const answer = await edit(body);
    expect(answer.body).toMatchObject({
      limitName: 'Shops',
      description: null,
      limits: limits('0', '7.00'),
      revision: 2,
    });
    expect(answer.body.updatedTime >= before.updatedTime).toBe(true);
    expect(await entryOf(answer)).toMatchObject([
      {
        activity: 'KYC_LIMIT_CHANGED',
        old_values: { limitName: 'Shop keepers', khr: '50000000', usd: '12500.00' },
        new_values: { limitName: 'Shops', khr: '0', usd: '7.00', accounts: 0 },
      },
    ]);
    // The same again, as after an answer that was lost, is so already: no entry, no new revision.
    expect((await edit(body)).body).toEqual(answer.body);
    const late = await edit({ limitId: before.id, limitName: 'x', limits: limits(1, 1), revision: 1 });
    expect([late.status, refused(late)]).toEqual([409, 'CHANGED_MEANWHILE']);
  });

  test('of ten at once from the same state has one winner', async () => {
    const { id, revision } = await added();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        edit({ limitId: id, limitName: `Winner ${index}`, limits: limits(index, index), revision }),
      ),
    );
    expect(answers.filter((it) => it.status === 200)).toHaveLength(1);
    expect(answers.filter((it) => it.status === 409)).toHaveLength(9);
  });

  test('refuses the national bank’s limits, whatever is sent', async () => {
    const { id } = await national('Full KYC mobile');
    const same = await edit({ limitId: Number(id), limitName: 'Mine', limits: limits('40000000', '10000') });
    expect([same.status, (same.body as unknown as RefusalBody).status.message]).toEqual([
      409,
      "You can't edit NBC limits",
    ]);
    expect(faultsOf(same)).toEqual([]);
    const above = await edit({ limitId: id, limitName: 'Mine', limits: limits('40000001', '10001') });
    expect(refused(above)).toBe('NATIONAL_LIMIT');
    expect(faultsOf(above)).toEqual([
      ['limits.khr#nbc.dayLimit', 'KHR limit can not be greater than limit by NBC'],
      ['limits.usd#nbc.dayLimit', 'USD limit can not be greater than limit by NBC'],
    ]);
    expect((await admin.get<KycLimit>(`${base}/${id}`)).body.limitName).toBe('Full KYC mobile');
  });

  test('says what is missing', async () => {
    const answer = await edit({ limitId: (await added()).id, limits: limits('', '-1') });
    expect(faultsOf(answer)).toEqual([
      ['limitName', 'Please enter limit name'],
      ['limits.khr#nbc.dayLimit', 'Please enter KHR limit'],
      ['limits.usd#nbc.dayLimit', 'USD limit can not be less than 0'],
    ]);
    const { id: limitId } = await added();
    for (const [usd, message] of [
      ['', 'Please enter USD limit'],
      ['9007199254740992', 'USD limit can not be greater than 9007199254740991'],
    ]) {
      expect(faultsOf(await edit({ limitId, limitName: 'X', limits: limits('1', usd) }))).toEqual([
        ['limits.usd#nbc.dayLimit', message],
      ]);
    }
  });
});

describe('an account’s limit', () => {
  test('acts on the very next payment, when it is set and when it is edited', async () => {
    const { accountId } = await openedBy(app);
    await give(bank, accountId, 'khr#nbc', 100_000_000n);
    const small = await added({ limits: limits(1_000, 10) });
    expect((await pay(accountId, '900')).status).toBe(200);
    const answer = await set(accountId, small.id);
    expect(answer.body).toMatchObject({ accountId, limit: { id: small.id } });
    expect(await entryOf(answer)).toMatchObject([
      {
        activity: 'ACCOUNT_LIMIT_SET',
        subject: accountId,
        old_values: { limitName: 'Partial KYC mobile', khr: '12000000' },
        new_values: { limitId: small.id, khr: '1000', usd: '10.00' },
      },
    ]);
    expect(refused(await pay(accountId, '101'))).toBe('DAY_LIMIT_EXCEEDED');
    expect((await pay(accountId, '100')).status).toBe(200);
    await edit({ limitId: small.id, limitName: 'Shop keepers', limits: limits(1_500, 10) });
    expect((await pay(accountId, '500')).status).toBe(200);
    expect(refused(await pay(accountId, '1'))).toBe('DAY_LIMIT_EXCEEDED');
    const shown = await app.get<ChannelAccount>(`${accountsPath}/${accountId}`);
    expect(shown.body.limits['khr#nbc']).toEqual({ dayLimit: '1500', spent: '1500' });
  });

  test('is one of its kind and KYC status', async () => {
    const { accountId } = await openedBy(app);
    const faults = async (limitId: unknown) => faultsOf(await set(accountId, limitId));
    const desktop = await national('Partial KYC desktop');
    const full = await national('Full KYC mobile');
    expect(await faults(desktop.id)).toEqual([['limitId', 'This limit is for another kind of account']]);
    expect(await faults(full.id)).toEqual([['limitId', 'This limit is for accounts of another KYC status']]);
    expect(await faults(999_999)).toEqual([['limitId', 'There is no such limit']]);
    expect(await faults('1; DROP TABLE')).toEqual([['limitId', 'This value is not valid']]);
    expect(refused(await set('nobody@chkt', full.id))).toBe('ACCOUNT_NOT_FOUND');
    const gone = await set('gone@chkt', full.id);
    expect([gone.status, refused(gone)]).toEqual([409, 'ACCOUNT_DELETED']);
  });

  test('an edit waits for no account that has the limit, however many they are', async () => {
    const { accountId } = await openedBy(app);
    const limit = await added({ limits: limits(100, 1) });
    await set(accountId, limit.id);
    const holder = await bank.database.owner.pool.connect();
    try {
      await holder.query('BEGIN');
      const held =
        'SELECT FROM account_state s JOIN account_limit a USING (account_id) WHERE account_id = $1';
      await holder.query(`${held} FOR UPDATE`, [accountId]);
      const answer = await edit({ limitId: limit.id, limitName: 'Held', limits: limits(200, 2) });
      expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    const shown = await app.get<ChannelAccount>(`${accountsPath}/${accountId}`);
    expect(shown.body.limits['khr#nbc']?.dayLimit).toBe('200');
  });

  test('set and edited at the same time ends as the limit it has says', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { accountId } = await openedBy(app);
      const [one, other] = [await added({ limits: limits(100, 1) }), await added({ limits: limits(200, 2) })];
      await set(accountId, one.id);
      const answers = await Promise.all([
        edit({ limitId: one.id, limitName: 'One', limits: limits(111, 1) }),
        set(accountId, other.id),
        edit({ limitId: other.id, limitName: 'Other', limits: limits(222, 2) }),
        set(accountId, one.id),
      ]);
      expect(answers.map((it) => it.status)).toEqual([200, 200, 200, 200]);
      const { rows } = await bank.database.owner.pool.query(
        `SELECT d.khr_minor AS held, l.day_limit_khr_minor AS said FROM account_limit a
         JOIN kyc_limit l ON l.id = a.limit_id JOIN account_state s ON s.account_id = a.account_id
         JOIN day_limit d ON d.day_limit_id = s.day_limit_id WHERE a.account_id = $1`,
        [accountId],
      );
      expect(rows[0].held).toBe(rows[0].said);
    }
  });
});
