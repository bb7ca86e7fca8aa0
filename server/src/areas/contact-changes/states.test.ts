import { type ContactChangeStatus, contactChangeStatuses } from '@tonle/contract/contact-change-states';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Answer } from '../../test-server.ts';
import { base, detailOf, giveCode, put, requestIn } from './test-requests.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await startTestBank();
});
afterAll(() => bank.close());

type Act = 'verify' | 'resend-sms' | 'cancel' | 'authorize' | 'reject';

/** As the specification and decisions section 8 have it, written down a second time: state -> what leads where, and for whom. */
const allowed: Readonly<Record<ContactChangeStatus, Partial<Record<Act, ContactChangeStatus>>>> = {
  OPEN: { verify: 'VERIFIED', 'resend-sms': 'OPEN', cancel: 'CANCELED' },
  VERIFIED: { cancel: 'CANCELED', authorize: 'AUTHORIZED', reject: 'REJECTED' },
  AUTHORIZED: {},
  REJECTED: {},
  CANCELED: {},
  CLOSED: {},
};
const roleOf: Readonly<Record<Act, string>> = {
  verify: 'admin',
  'resend-sms': 'admin',
  cancel: 'admin',
  authorize: 'authorizer',
  reject: 'authorizer',
};
const acts = Object.keys(roleOf) as Act[];
const roles = ['admin', 'authorizer', 'auditor', 'manager', 'access', 'keyholder1', 'inputter', 'teller'];

async function perform(
  login: string,
  act: Act,
  requestId: string,
  code = '123456',
): Promise<Answer<{ status: unknown }>> {
  const more = { verify: { code }, reject: { reason: 'Not theirs' } } as Record<string, object>;
  return put(await bank.as(login), act, { requestId, ...more[act] });
}

describe.each(contactChangeStatuses)('a request that is %s', (status) => {
  it.each(acts)('%s: allowed exactly where the table says, for exactly those who may', async (act) => {
    // A blocked account's, so that nothing is carried out in between.
    const id = await requestIn(bank, status, { accountId: 'frozen@chkt', creator: 'access' });
    const code = await giveCode(bank, id);
    for (const login of roles.filter((it) => it !== roleOf[act])) {
      expect({ login, status: (await perform(login, act, id, code)).status }).toEqual({ login, status: 403 });
    }
    expect((await detailOf(await bank.as('admin'), id)).status).toBe(status);
    const answer = await perform(roleOf[act], act, id, code);
    const wanted = allowed[status][act];
    if (wanted === undefined) {
      expect(answer.status).toBe(409);
      expect(answer.body.status).toMatchObject({ error: 'WRONG_STATE' });
      expect(answer.text).toContain(status);
    } else expect(answer.body).toEqual({ id, status: wanted });
    expect((await detailOf(await bank.as('admin'), id)).status).toBe(wanted ?? status);
  });
});

describe('who may', () => {
  it('nobody who is not signed in, for any call', async () => {
    for (const act of acts) expect((await put(bank.anyone, act, {})).status).toBe(401);
    expect((await bank.anyone.post(base, {})).status).toBe(401);
    expect((await bank.anyone.post(`${base}/requests`, {})).status).toBe(401);
    expect((await bank.anyone.get(`${base}/requests/1`)).status).toBe(401);
  });

  it('create: admins; look: admins and authorizers', async () => {
    for (const login of roles) {
      const caller = await bank.as(login);
      const asked = await caller.post(base, {
        accountId: 'nobody@chkt',
        replacementMobilePrimaryContact: '012 345 678',
      });
      expect([login, asked.status]).toEqual([login, login === 'admin' ? 404 : 403]);
      const looks = ['admin', 'authorizer'].includes(login);
      expect([login, (await caller.post(`${base}/requests`, {})).status]).toEqual([login, looks ? 200 : 403]);
      expect([login, (await caller.get(`${base}/requests/987654`)).status]).toEqual([
        login,
        looks ? 404 : 403,
      ]);
    }
  });

  it('approve: never whoever created it, whatever their role', async () => {
    const id = await requestIn(bank, 'VERIFIED', { accountId: 'frozen@chkt', creator: 'authorizer' });
    const own = await perform('authorizer', 'authorize', id);
    expect([own.status, own.body.status]).toEqual([403, expect.objectContaining({ error: 'OWN_REQUEST' })]);
    expect((await detailOf(await bank.as('admin'), id)).status).toBe('VERIFIED');
    expect((await perform('authorizer', 'reject', id)).status).toBe(200);
  });

  it('of a request that is not there everybody who may is told so', async () => {
    for (const act of acts) {
      expect((await perform(roleOf[act], act, '987654')).status).toBe(404);
    }
  });
});

describe('a rejection', () => {
  it('wants a reason that says something, as text or JSON, and shows it', async () => {
    const authorizer = await bank.as('authorizer');
    const id = await requestIn(bank, 'VERIFIED', { accountId: 'frozen@chkt' });
    for (const reason of ['', '   ', 'x'.repeat(256)]) {
      expect((await put(authorizer, 'reject', { requestId: id, reason })).status).toBe(400);
    }
    const asText = await authorizer.send({
      method: 'PUT',
      path: `${base}/reject?requestId=${id}`,
      body: '  លេខនេះមិនមែនរបស់អតិថិជនទេ  ',
      headers: { 'content-type': 'text/plain' },
    });
    expect(asText.body).toEqual({ id, status: 'REJECTED' });
    const detail = await detailOf(await bank.as('admin'), id);
    expect(detail.rejectReason).toBe('លេខនេះមិនមែនរបស់អតិថិជនទេ');
    expect(detail.events.at(-1)).toMatchObject({
      event: 'REJECTED',
      byLogin: 'authorizer',
      reason: detail.rejectReason,
    });
  });
});

describe('of opposite acts at once one wins, and the others are told how it stands', () => {
  it.each([
    ['OPEN', ['cancel', 'cancel']],
    ['OPEN', ['verify', 'verify']],
    ['VERIFIED', ['authorize', 'reject']],
    ['VERIFIED', ['authorize', 'cancel']],
    ['VERIFIED', ['reject', 'cancel']],
  ] as const)('%s: %s', async (status, rivals) => {
    for (let round = 0; round < 5; round += 1) {
      const id = await requestIn(bank, status, { accountId: 'frozen@chkt' });
      const code = await giveCode(bank, id);
      const more = { verify: { code }, reject: { reason: 'Not theirs' } } as Record<string, object>;
      const answers = await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const act = rivals[index % 2] ?? 'cancel';
          return put(await bank.as(roleOf[act]), act, { requestId: id, ...more[act] });
        }),
      );
      const winners = answers.filter((it) => it.status === 200);
      expect(winners).toHaveLength(1);
      const now = await detailOf(await bank.as('admin'), id);
      expect(now.status).toBe(winners[0]?.body.status);
      expect(now.events).toHaveLength(1);
      for (const it of answers.filter((one) => one.status !== 200)) {
        expect(it.status).toBe(409);
        expect(it.text).toContain(now.status);
      }
    }
  });
});
