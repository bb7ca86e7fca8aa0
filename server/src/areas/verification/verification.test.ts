import type { AddressInfo } from 'node:net';
import type { ChannelAccount, KycRequest } from '@tonle/contract/channel';
import type { ProfileChange } from '@tonle/contract/customers';
import type { KycLimit } from '@tonle/contract/kyc-limits';
import type { RefusalBody } from '@tonle/contract/refusal';
import type { Decided, VerificationDetail, VerificationRow } from '@tonle/contract/verification';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { accountsPath, give, kycOf, openedBy, submit } from '../channel/test-customers.ts';
import { TestStream } from '../events/test-stream.ts';

let bank: TestBank;
let app: Caller;
let admin: Caller;
let other: Caller;
let full: KycLimit;
beforeAll(async () => {
  bank = await startTestBank();
  app = await bank.asApp();
  admin = await bank.as('admin');
  // A second administrator, for whatever one alone may not do.
  await bank.database.owner.pool.query(
    `INSERT INTO console_user_authority (user_id, authority)
     SELECT id, 'ROLE_ADMINISTRATOR' FROM console_user WHERE login = 'inputter'`,
  );
  other = await bank.as('inputter');
  const { body } = await admin.get<KycLimit[]>('/tps/api/kyc-limits/active?page=0&size=2000');
  full = body.find((it) => it.limitName === 'Full KYC mobile') as KycLimit;
});
afterAll(() => bank.close());

const base = '/tps/api/verification-requests';
const refused = (answer: Answer) => (answer.body as RefusalBody).status.error;
const messageOf = (answer: Answer) => (answer.body as RefusalBody).status.message;
const faultsOf = (answer: Answer) =>
  ((answer.body as RefusalBody).fields ?? []).map(({ path, message }) => [path, message]);
const put = (path: string, body: unknown, caller = admin) =>
  caller.send<Decided>({ method: 'PUT', path: `${base}/${path}`, body });
const approve = (verificationId: string, more: Record<string, unknown> = {}, caller = admin) =>
  put('approve', { verificationId, limitId: full.id, ...more }, caller);
const reject = (verificationId: string, rejectedReason: unknown, caller = admin) =>
  put('reject', { verificationId, rejectedReason }, caller);
const list = (query = '', caller = admin) =>
  caller.get<VerificationRow[]>(`${base}/mobile?size=100&${query}`);
const detail = (id: string, caller = admin) =>
  caller.get<VerificationDetail>(`/tps/api/v2/verification-requests/${id}`);

/** Somebody who waits for verification. */
async function waiting(more: Record<string, unknown> = {}): Promise<KycRequest & { documentId: string }> {
  const { accountId } = await openedBy(app);
  const kyc = await kycOf(app, accountId);
  const answer = await submit(app, accountId, { ...kyc, ...more });
  expect(answer.status).toBe(200);
  return { ...answer.body, documentId: String(kyc.documentId) };
}

/** A request that a person of the bank made. */
async function askedBy(caller: Caller, accountId = 'a_b@chkt'): Promise<string> {
  const answer = await caller.post<{ verificationRequestId: string }>(
    '/authservice/api/v1/user/edit-profile',
    {
      accountId,
      accountType: 'MOBILE',
      firstName: 'Dara',
      lastName: 'Sok',
      birthday: '1990-01-01',
      nationality: 'Cambodian',
      documentId: `D${Date.now()}`,
      address: 'Street 51',
    },
  );
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return answer.body.verificationRequestId;
}

describe('the waiting list', () => {
  test('shows what waits, the oldest first, and drops what is decided', async () => {
    const [first, second] = [await waiting(), await waiting()];
    const before = await list();
    const ids = before.body.map((it) => it.verificationId);
    expect(ids.indexOf(first.verificationId)).toBeLessThan(ids.indexOf(second.verificationId));
    expect(before.body.find((it) => it.verificationId === first.verificationId)).toMatchObject({
      accountId: first.accountId,
      name: 'ដារ៉ា Sok',
      accountType: 'MOBILE',
      requestStatus: 'PENDING',
      kycStatus: 'PARTIAL_KYC',
      remarks: null,
      requestedBy: 'App test-app',
      isOwn: false,
      revision: 1,
      overdue: false,
      registeredDate: expect.any(String),
      requestedDate: first.requestedDate,
    });
    expect((await approve(first.verificationId)).status).toBe(200);
    const after = await list();
    expect(after.body.map((it) => it.verificationId)).not.toContain(first.verificationId);
    expect(Number(after.headers['x-total-count'])).toBe(Number(before.headers['x-total-count']) - 1);
  });

  test('shows rejected ones by filter, with their reasons', async () => {
    const { verificationId, accountId } = await waiting();
    await reject(verificationId, '  ឯកសារមិនច្បាស់  ');
    const rejected = await list('kyc=REJECTED');
    expect(rejected.body.find((it) => it.verificationId === verificationId)).toMatchObject({
      accountId,
      requestStatus: 'REJECTED',
      remarks: 'ឯកសារមិនច្បាស់',
    });
    expect((await list('kyc=FULL_KYC')).headers['x-total-count']).toBe('0');
    for (const kyc of ['ALL', '', 'PARTIAL_KYC']) {
      expect((await list(`kyc=${kyc}`)).body.every((it) => it.requestStatus === 'PENDING')).toBe(true);
    }
    expect((await list('kyc=NONE')).status).toBe(400);
    // The app reads the reason too.
    const read = await app.get<KycRequest>(`${accountsPath}/${accountId}/kyc`);
    expect(read.body).toMatchObject({ requestStatus: 'REJECTED', remarks: 'ឯកសារមិនច្បាស់' });
  });

  test('is searched by name, account and contact, cut into pages, and never sorted by what was made up', async () => {
    const { accountId } = await waiting();
    const name = accountId.split('@')[0] ?? '';
    const found = await list(`filter=${name}`);
    expect(found.body.map((it) => it.accountId)).toContain(accountId);
    expect((await list('filter=ab')).status).toBe(400);
    expect((await list(`filter=${encodeURIComponent("a:* | b' --")}`)).status).toBe(200);
    const page = await admin.get<VerificationRow[]>(`${base}/mobile?size=1&page=1&sort=requestedDate,desc`);
    expect(page.body).toHaveLength(1);
    for (const sort of ['(case when 1=1)', 'requestedDate,sideways', 'password,asc']) {
      expect((await list(`sort=${encodeURIComponent(sort)}`)).status).toBe(400);
    }
  });
});

describe('who may', () => {
  test('see and decide: holders of the channel alone, checked on the row', async () => {
    const { verificationId, accountId } = await waiting();
    for (const login of ['auditor', 'manager', 'access', 'authorizer', 'teller', 'keyholder1']) {
      const caller = await bank.as(login);
      const answers = [
        await list('', caller),
        await detail(verificationId, caller),
        await caller.get(`${base}/get-active-for-account/${accountId}`),
        await approve(verificationId, {}, caller),
        await reject(verificationId, 'No', caller),
        await caller.post(`${base}/looking`, { verificationId, here: true }),
      ];
      expect([login, ...answers.map((it) => it.status)]).toEqual([login, 403, 403, 403, 403, 403, 403]);
    }
    await bank.database.owner.pool.query(
      `INSERT INTO role_permission (role_id, permission)
       SELECT id, unnest(ARRAY['verification.list.web', 'verification.decide.web']) FROM role WHERE name = 'Teller'`,
    );
    const teller = await bank.as('teller');
    expect((await teller.get(`${base}/web`)).status).toBe(200);
    expect((await list('', teller)).status).toBe(403);
    const answers = [
      await detail(verificationId, teller),
      await teller.get(`${base}/get-active-for-account/${accountId}`),
      await approve(verificationId, {}, teller),
      await reject(verificationId, 'No', teller),
      await teller.post(`${base}/looking`, { verificationId, here: true }),
    ];
    expect(answers.map((it) => [it.status, refused(it)])).toEqual(answers.map(() => [404, 'NOT_FOUND']));
    expect((await detail(verificationId)).body.requestStatus).toBe('PENDING');
  });

  test('the creator never decides (sbc-pay PR 2248, avni-server 1025)', async () => {
    const id = await askedBy(admin);
    expect((await detail(id)).body).toMatchObject({ isOwn: true, requestedBy: 'admin Test' });
    expect((await detail(id, other)).body.isOwn).toBe(false);
    for (const answer of [await approve(id), await reject(id, 'No')]) {
      expect([answer.status, refused(answer)]).toEqual([403, 'OWN_REQUEST']);
    }
    expect((await approve(id, {}, other)).status).toBe(200);
  });
});

describe('approving', () => {
  test('makes the new values the customer’s, with FULL_KYC and the limit, at once', async () => {
    const request = await waiting({ address: 'ផ្លូវ 51' });
    const { accountId, verificationId } = request;
    const seen = await detail(verificationId);
    expect(seen.body).toMatchObject({
      verificationId,
      accountId,
      fullName: 'ដារ៉ា Sok',
      kycStatus: 'PARTIAL_KYC',
      accountKycStatus: 'PARTIAL_KYC',
      identityCheck: { live: true, liveConfidenceAvg: 0.97, faceMatch: 0.9 },
      queue: { total: expect.any(Number), position: expect.any(Number) },
    });
    expect(seen.body.changes).toContainEqual({
      fieldName: 'firstName',
      oldValue: 'ដារ៉ា',
      newValue: 'Dara',
    });
    expect(seen.body.changes).toContainEqual({
      fieldName: 'kycStatus',
      oldValue: 'PARTIAL_KYC',
      newValue: 'FULL_KYC',
    });
    expect(
      (await admin.get<VerificationRow>(`${base}/get-active-for-account/${accountId}`)).body,
    ).toMatchObject({
      verificationId,
    });
    const answer = await approve(verificationId, { revision: 1 });
    expect(answer.body).toMatchObject({ verificationId, requestStatus: 'APPROVED' });
    const after = await detail(verificationId);
    expect(after.body).toMatchObject({
      requestStatus: 'APPROVED',
      fullName: 'Dara Sok Chan',
      address: 'ផ្លូវ 51',
      accountKycStatus: 'FULL_KYC',
      kycLimitId: full.id,
      photoUuid: seen.body.photoUuid,
      decidedBy: 'admin Test',
      decidedByCaller: true,
      queue: null,
    });
    expect((await detail(verificationId, other)).body.decidedByCaller).toBe(false);
    const history = await admin.get<ProfileChange[]>(
      `/authservice/api/v1/user/edit-profile/history/${accountId}`,
    );
    expect(history.body[0]?.remarks).toBe(`Verification request ${verificationId}`);
    const account = await app.get<ChannelAccount>(`${accountsPath}/${accountId}`);
    expect(account.body).toMatchObject({
      kycStatus: 'FULL_KYC',
      limits: { 'khr#nbc': { dayLimit: '40000000' } },
    });
    expect(refused(await admin.get(`${base}/get-active-for-account/${accountId}`))).toBe('NOT_FOUND');
    const { rows } = await bank.database.owner.pool.query(
      'SELECT activity, login, subject, old_values, new_values FROM audit_log WHERE request_id = $1',
      [answer.headers['x-request-id']],
    );
    expect(rows).toMatchObject([
      {
        activity: 'VERIFICATION_APPROVED',
        login: 'admin',
        subject: accountId,
        old_values: {
          firstName: 'ដារ៉ា',
          kycStatus: 'PARTIAL_KYC',
          limit: { limitName: 'Partial KYC mobile' },
        },
        new_values: { verificationId, firstName: 'Dara', limit: { limitId: full.id } },
      },
    ]);
  });

  test('lets the very next payment use the new limit', async () => {
    const { accountId, verificationId } = await waiting();
    await give(bank, accountId, 'khr#nbc', 50_000_000n);
    const pay = () =>
      app.post(`${accountsPath}/${accountId}/payments`, {
        destAccountId: 'a_b@chkt',
        assetId: 'khr#nbc',
        amount: '13000000',
      });
    expect(refused(await pay())).toBe('DAY_LIMIT_EXCEEDED');
    await approve(verificationId);
    expect((await pay()).status).toBe(200);
  });

  test('takes the limits of the same kind and another KYC status, and no other; nothing changes otherwise', async () => {
    const { verificationId } = await waiting();
    const { body } = await admin.get<KycLimit[]>('/tps/api/kyc-limits/active?page=0&size=2000');
    const idOf = (name: string) => body.find((it) => it.limitName === name)?.id;
    for (const [limitId, message] of [
      [idOf('Partial KYC mobile'), 'This limit is for accounts of another KYC status'],
      [idOf('Full KYC desktop'), 'This limit is for another kind of account'],
      ['999999', 'There is no such limit'],
    ]) {
      const answer = await approve(verificationId, { limitId });
      expect([answer.status, faultsOf(answer)]).toEqual([400, [['limitId', message]]]);
    }
    expect((await put('approve', { verificationId })).status).toBe(400);
    expect((await detail(verificationId)).body).toMatchObject({
      requestStatus: 'PENDING',
      accountKycStatus: 'PARTIAL_KYC',
    });
    expect(refused(await approve('999999999'))).toBe('NOT_FOUND');
    expect((await approve('1 OR 1=1')).status).toBe(400);
  });

  test('is refused where the request says something else by now', async () => {
    const { accountId, verificationId } = await waiting();
    const kyc = await kycOf(app, accountId);
    await app.send({
      method: 'PUT',
      path: `${accountsPath}/${accountId}/kyc`,
      body: { ...kyc, firstName: 'Dary' },
    });
    const answer = await approve(verificationId, { revision: 1 });
    expect([answer.status, refused(answer)]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await approve(verificationId, { revision: 2 })).status).toBe(200);
    expect((await detail(verificationId)).body.firstName).toBe('Dary');
  });
});

describe('rejecting', () => {
  test.each([
    ['', 'Please input reason in order to reject'],
    ['   \n ', 'Please input reason in order to reject'],
    [null, 'Please input reason in order to reject'],
    [undefined, 'Please input reason in order to reject'],
    ['ក'.repeat(256), 'Please input reason less than 255 characters'],
  ])('for %j is refused in words (bcgov/entity 8162)', async (reason, message) => {
    const { verificationId } = await waiting();
    const answer = await reject(verificationId, reason);
    expect([answer.status, faultsOf(answer)]).toEqual([400, [['rejectedReason', message]]]);
    expect((await detail(verificationId)).body.requestStatus).toBe('PENDING');
  });

  test('changes nothing of the customer and keeps the reason', async () => {
    const { verificationId, accountId } = await waiting();
    const reason = 'ក'.repeat(255);
    const answer = await reject(verificationId, reason);
    expect(answer.body).toMatchObject({ verificationId, requestStatus: 'REJECTED' });
    expect((await detail(verificationId)).body).toMatchObject({
      remarks: reason,
      requestStatus: 'REJECTED',
      fullName: 'ដារ៉ា Sok',
      accountKycStatus: 'PARTIAL_KYC',
    });
    const { rows } = await bank.database.owner.pool.query(
      'SELECT activity, subject, new_values FROM audit_log WHERE request_id = $1',
      [answer.headers['x-request-id']],
    );
    expect(rows).toMatchObject([
      { activity: 'VERIFICATION_REJECTED', subject: accountId, new_values: { reason } },
    ]);
  });
});

describe('two reviewers', () => {
  test('one after the other: the second is told who was faster (bcgov/entity 11228)', async () => {
    const { verificationId } = await waiting();
    await reject(verificationId, 'Blurred', other);
    const late = await approve(verificationId);
    expect([late.status, refused(late)]).toEqual([409, 'ALREADY_DECIDED']);
    expect(messageOf(late)).toBe('inputter Test has decided on this request already: it is REJECTED now.');
    expect((late.body as unknown as RefusalBody).data).toMatchObject({
      state: 'REJECTED',
      by: 'inputter Test',
    });
  });

  test('of twenty at once one wins, and the rest are told who won (memories 378)', async () => {
    const { verificationId } = await waiting();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? approve(verificationId, {}, index % 4 === 0 ? admin : other)
          : reject(verificationId, `No ${index}`, index % 4 === 1 ? admin : other),
      ),
    );
    const won = answers.filter((it) => it.status === 200);
    expect(won).toHaveLength(1);
    const lost = answers.filter((it) => it.status === 409);
    expect(lost).toHaveLength(19);
    const { decidedBy, requestStatus } = (await detail(verificationId)).body;
    for (const it of lost) {
      expect((it.body as unknown as RefusalBody).data).toMatchObject({ state: requestStatus, by: decidedBy });
    }
  });

  test('approving while the app edits never approves what nobody saw', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { accountId, verificationId } = await waiting();
      const kyc = await kycOf(app, accountId);
      const [approved, edited] = await Promise.all([
        approve(verificationId, { revision: 1 }),
        app.send({
          method: 'PUT',
          path: `${accountsPath}/${accountId}/kyc`,
          body: { ...kyc, firstName: 'Dary' },
        }),
      ]);
      expect([approved.status, edited.status].sort()).toEqual([200, 409]);
    }
  });
});

test('whoever decides on one after the other is led through the whole queue', async () => {
  await bank.database.owner.pool.query(
    `UPDATE verification_request SET status = 'REJECTED', reason = 'Cleared', decided_at = now() WHERE status = 'PENDING'`,
  );
  const asked = [await waiting(), await waiting(), await waiting()].map((it) => it.verificationId);
  const [first = '', second = '', third = ''] = asked;
  expect((await detail(second)).body.queue).toEqual({
    position: 2,
    total: 3,
    previousId: first,
    nextId: third,
  });
  expect((await detail(first)).body.queue).toMatchObject({ previousId: third, nextId: second });
  expect((await approve(second)).body.nextVerificationId).toBe(third);
  expect((await reject(third, 'No')).body.nextVerificationId).toBe(first);
  expect((await approve(first)).body.nextVerificationId).toBeNull();
});

test('who looks at a request is told to those who see its kind, and nothing of it is kept', async () => {
  await bank.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(bank.app.server.address() as AddressInfo).port}`;
  const { verificationId } = await waiting();
  const streams = await Promise.all(
    ['inputter', 'manager'].map(async (login) => TestStream.open(url, (await bank.as(login)).token ?? '')),
  );
  const told = (stream: TestStream | undefined) =>
    (stream?.told ?? []).flatMap(({ event }) => (event.type === 'presence' ? [event] : []));
  const [seeing, blind] = streams;
  const answer = await admin.post<{ viewer: string }>(`${base}/looking`, { verificationId, here: true });
  const { viewer } = answer.body;
  const expected = { type: 'presence', verificationId, viewer, fullName: 'admin Test', here: true };
  await expect.poll(() => told(seeing)).toEqual([expected]);
  await admin.post(`${base}/looking`, { verificationId, here: false });
  await expect.poll(() => told(seeing)).toEqual([expected, { ...expected, here: false }]);
  expect(told(blind)).toEqual([]);
  expect(refused(await admin.post(`${base}/looking`, { verificationId: '999999', here: true }))).toBe(
    'NOT_FOUND',
  );
  await Promise.all(streams.map((it) => it.close()));
});
