import type { ContactChange } from '@tonle/contract/contact-changes';
import type { ProfileChange } from '@tonle/contract/customers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Caller } from '../../test-server.ts';
import { openChangeOf } from './contact-changes.public.ts';
import {
  ask,
  base,
  codeFor,
  detailOf,
  freshContact,
  otherCode,
  put,
  requestIn,
  toldTo,
} from './test-requests.ts';

let bank: TestBank;
let admin: Caller;
let authorizer: Caller;
beforeAll(async () => {
  bank = await startTestBank();
  admin = await bank.as('admin');
  authorizer = await bank.as('authorizer');
});
afterAll(() => bank.close());

const refusalOf = (answer: { body: unknown }) =>
  (answer.body as { status: { error: string; message: string } }).status.error;
const list = (caller: Caller, body: object, query = '') =>
  caller.post<ContactChange[]>(`${base}/requests${query}`, body);
const contactOf = async (accountId: string): Promise<string> =>
  (
    await bank.database.owner.pool.query('SELECT primary_contact FROM customer WHERE account_id = $1', [
      accountId,
    ])
  ).rows[0]?.primary_contact;

describe('a contact change from its request to its end', () => {
  it('is asked for, verified, approved by another and carried out; the old contact is told twice', async () => {
    const old = await contactOf('a_b@chkt');
    const contact = freshContact();
    const asked = await ask(admin, 'a_b@chkt', `+${contact.replace(/^855/, '855 ')}`);
    expect(asked.body).toMatchObject({ status: 'OPEN' });
    const { id } = asked.body;
    expect((await toldTo(bank, old)).map((it) => it.purpose)).toEqual(['CONTACT_CHANGE_ASKED']);
    // The old one, which may be in the wrong hands, learns neither the code nor the new contact.
    expect((await toldTo(bank, old))[0]?.text).not.toContain(contact.slice(4));

    const code = await codeFor(bank, contact);
    const verified = await put(admin, 'verify', {
      requestId: id,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(verified.body).toEqual({ id, status: 'VERIFIED' });
    expect((await put(authorizer, 'authorize', { requestId: Number(id) })).body).toEqual({
      id,
      status: 'AUTHORIZED',
    });
    await expect.poll(async () => (await detailOf(admin, id)).status, { timeout: 10_000 }).toBe('CLOSED');
    expect(await contactOf('a_b@chkt')).toBe(contact);
    expect((await toldTo(bank, old)).map((it) => it.purpose)).toEqual([
      'CONTACT_CHANGED',
      'CONTACT_CHANGE_ASKED',
    ]);
    const history = await admin.get<ProfileChange[]>(
      '/authservice/api/v1/user/edit-profile/history/a_b@chkt',
    );
    expect(history.body[0]?.remarks).toBe(`Contact change request ${id}`);
    const detail = await detailOf(authorizer, id);
    expect(detail).toMatchObject({
      accountId: 'a_b@chkt',
      name: 'Dara Sok',
      oldPrimaryContact: old,
      replacementMobilePrimaryContact: contact,
      creatorLogin: 'admin',
      rejectReason: null,
    });
    expect(detail.events.map((it) => [it.event, it.byLogin ?? it.by])).toEqual([
      ['CREATED', 'admin'],
      ['VERIFIED', 'admin'],
      ['AUTHORIZED', 'authorizer'],
      ['CLOSED', 'Tonle'],
    ]);
    const found = await admin.get(`/tps/api/v2/fst-iroha-accounts/find-by-primary-contact/${contact}`);
    expect([200, 403]).toContain(found.status);
  });

  it('by the customer’s app: it sees the request, enters a wrong code, then the right one', async () => {
    const app = await bank.asApp();
    const path = '/channel/v1/accounts/khmer@chkt/contact-change';
    expect((await app.get(path)).status).toBe(404);
    const contact = freshContact();
    const { id } = (await ask(admin, 'khmer@chkt', contact)).body;
    expect((await app.get(path)).body).toMatchObject({
      id,
      status: 'OPEN',
      replacementPrimaryContact: contact,
    });
    const code = await codeFor(bank, contact);
    const wrong = await app.post(`${path}/verify`, { code: otherCode(code) });
    expect([wrong.status, refusalOf(wrong)]).toEqual([400, 'CODE_WRONG']);
    expect((await app.post(`${path}/verify`, { code })).body).toMatchObject({ id, status: 'VERIFIED' });
    expect(refusalOf(await app.post(`${path}/verify`, { code }))).toBe('WRONG_STATE');
    const { events } = await detailOf(admin, id);
    expect(events.map((it) => [it.event, it.by])).toEqual([
      ['CREATED', 'admin Test'],
      ['CODE_REFUSED', 'App test-app'],
      ['VERIFIED', 'App test-app'],
    ]);
    const elsewhere = await bank.asApp({ app: 'web-app', accountTypes: ['WEB'] });
    expect((await elsewhere.get(path)).status).toBe(404);
    const withoutScope = await bank.asApp({ app: 'reader', scopes: ['channel.read'] });
    expect((await withoutScope.post(`${path}/verify`, { code })).status).toBe(403);
  });

  it('of a blocked account it waits until the account is unblocked', async () => {
    const contact = freshContact();
    const { id } = (await ask(admin, 'frozen@chkt', contact)).body;
    await put(admin, 'verify', { requestId: id, code: await codeFor(bank, contact) });
    await put(authorizer, 'authorize', { requestId: id });
    const other = freshContact();
    const second = (await ask(admin, 'off@chkt', other)).body.id;
    await put(admin, 'verify', { requestId: second, code: await codeFor(bank, other) });
    await put(authorizer, 'authorize', { requestId: second });
    await expect.poll(async () => (await detailOf(admin, second)).status, { timeout: 10_000 }).toBe('CLOSED');
    expect((await detailOf(admin, id)).status).toBe('AUTHORIZED');
    await bank.database.owner.pool.query(
      `UPDATE account_state SET frozen = false WHERE account_id = 'frozen@chkt'`,
    );
    await expect.poll(async () => (await detailOf(admin, id)).status, { timeout: 15_000 }).toBe('CLOSED');
    expect(await contactOf('frozen@chkt')).toBe(contact);
  });

  it('ends rejected where somebody else has the contact by then', async () => {
    const contact = freshContact();
    const { id } = (await ask(admin, 'axb@chkt', contact)).body;
    await put(admin, 'verify', { requestId: id, code: await codeFor(bank, contact) });
    await bank.database.owner.pool.query(
      `UPDATE customer SET primary_contact = $1 WHERE account_id = 'off@chkt'`,
      [contact],
    );
    await put(authorizer, 'authorize', { requestId: id });
    await expect.poll(async () => (await detailOf(admin, id)).status, { timeout: 10_000 }).toBe('REJECTED');
    expect((await detailOf(admin, id)).rejectReason).toContain('already');
  });

  it('waits while an account is opened with its contact, and keeps no other from being carried out', async () => {
    const { pool } = bank.database.owner;
    const contact = freshContact();
    await pool.query(
      `INSERT INTO contact_claim (contact, account_type, token, until)
       VALUES ($1, 'MOBILE', gen_random_uuid(), now() + interval '1 hour')`,
      [contact],
    );
    const id = await requestIn(bank, 'AUTHORIZED', { accountId: 'axb@chkt', contact });
    const other = await requestIn(bank, 'VERIFIED', { accountId: 'khmer@chkt' });
    await put(authorizer, 'authorize', { requestId: other });
    await expect.poll(async () => (await detailOf(admin, other)).status, { timeout: 10_000 }).toBe('CLOSED');
    expect((await detailOf(admin, id)).status).toBe('AUTHORIZED');
    await pool.query('DELETE FROM contact_claim WHERE contact = $1', [contact]);
    await expect.poll(async () => (await detailOf(admin, id)).status, { timeout: 15_000 }).toBe('CLOSED');
    expect(await contactOf('axb@chkt')).toBe(contact);
  });
});

describe('asking', () => {
  it('again for the same contact gives the open request; for another one is refused', async () => {
    const contact = freshContact();
    const first = (await ask(admin, 'shop@chkt', contact)).body;
    expect((await ask(admin, 'shop@chkt', contact)).body).toEqual(first);
    expect(await toldTo(bank, contact)).toHaveLength(1);
    const other = await ask(admin, 'shop@chkt', freshContact());
    expect([other.status, refusalOf(other)]).toEqual([409, 'CONTACT_CHANGE_OPEN']);
    expect(other.text).toContain(
      'Request already created, please check it on change primary contact requests page.',
    );
    await put(admin, 'verify', { requestId: first.id, code: await codeFor(bank, contact) });
    expect((await ask(admin, 'shop@chkt', contact)).body).toEqual({ id: first.id, status: 'VERIFIED' });
    const open = await inTransaction(bank.database.db, (tx) => openChangeOf(tx, 'shop@chkt'));
    expect(String(open?.id)).toBe(first.id);
    await put(admin, 'cancel', { requestId: first.id });
    expect(await inTransaction(bank.database.db, (tx) => openChangeOf(tx, 'shop@chkt'))).toBeUndefined();
  });

  it('by ten people at once opens one request', async () => {
    const contact = freshContact();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(admin, 'shop@chkt', contact)));
    expect(new Set(answers.map((it) => it.body.id)).size).toBe(1);
    const rivals = await Promise.all(
      ['shop@chkt', 'web@chkt'].map((it) => ask(admin, it, freshContact()).then((one) => one.status)),
    );
    expect(rivals).toEqual([409, 200]);
    await requestIn(bank, 'CANCELED', { accountId: 'shop@chkt' });
    await requestIn(bank, 'CANCELED', { accountId: 'web@chkt' });
  });

  it('two accounts of a kind for one contact at once: one of them', async () => {
    const contact = freshContact();
    await requestIn(bank, 'CANCELED', { accountId: 'a_b@chkt' });
    await requestIn(bank, 'CANCELED', { accountId: 'khmer@chkt' });
    const answers = await Promise.all([ask(admin, 'a_b@chkt', contact), ask(admin, 'khmer@chkt', contact)]);
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
    expect(answers.map(refusalOfOrNone)).toContain('CONTACT_IN_USE');
    await requestIn(bank, 'CANCELED', { accountId: 'a_b@chkt' });
    await requestIn(bank, 'CANCELED', { accountId: 'khmer@chkt' });
  });

  it.each([
    ['nobody@chkt', '+855 12 345 001', 404, 'ACCOUNT_NOT_FOUND'],
    ['chktkhppxxx@chkt', '+855 12 345 001', 404, 'ACCOUNT_NOT_FOUND'],
    ['gone@chkt', '+855 12 345 001', 409, 'ACCOUNT_DELETED'],
    ['a_b@chkt', '', 400, 'primary-contact.required'],
    ['a_b@chkt', '+855 012 345 678', 400, 'phone.starts-with-zero'],
    ['a_b@chkt', '12', 400, 'contact.invalid'],
    ['a_b@chkt', 'dara@', 400, 'email.invalid'],
    ['a_b@chkt', 'dara@mail.example', 400, 'contact.invalid'],
    ['not an account', '+855 12 345 001', 400, 'field.invalid'],
  ])('for %s to %j is refused: %d %s', async (accountId, contact, status, said) => {
    const answer = await ask(admin, accountId, contact);
    expect(answer.status).toBe(status);
    if (status !== 400) expect(refusalOf(answer)).toBe(said);
    else if (said !== 'field.invalid') expect(answer.text).toContain(said);
  });

  it('for the contact that is there already, or that is another’s, is refused', async () => {
    const own = await ask(admin, 'a_b@chkt', await contactOf('a_b@chkt'));
    expect([own.status, own.text]).toEqual([400, expect.stringContaining('primary-contact.same')]);
    const others = await ask(admin, 'a_b@chkt', await contactOf('khmer@chkt'));
    expect([others.status, refusalOf(others)]).toEqual([409, 'CONTACT_IN_USE']);
    // A person's phone may also be her shop's.
    const shop = await ask(admin, 'shop@chkt', await contactOf('khmer@chkt'));
    expect(shop.status).toBe(200);
    await put(admin, 'cancel', { requestId: shop.body.id });
  });

  it('refuses what no field knows, and a code that is none', async () => {
    const more = await admin.post(base, {
      accountId: 'a_b@chkt',
      replacementMobilePrimaryContact: freshContact(),
      status: 'CLOSED',
    });
    expect(more.status).toBe(400);
    for (const code of ['', '12345', 'abcdef', "1' OR '1'='1", 123456]) {
      expect((await put(admin, 'verify', { requestId: '1', code })).status).toBe(400);
    }
    expect((await put(admin, 'verify', { requestId: '1; DROP TABLE', code: '123456' })).status).toBe(400);
  });
});

const refusalOfOrNone = (answer: { status: number; body: unknown }): string =>
  answer.status === 200 ? '' : refusalOf(answer);

describe('the code', () => {
  it('is sent again once a minute, and is refused after five wrong ones whatever is sent again', async () => {
    const contact = freshContact();
    const { id } = (await ask(admin, 'web@chkt', contact)).body;
    const tooSoon = await put(admin, 'resend-sms', { requestId: id });
    expect([tooSoon.status, refusalOf(tooSoon)]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(tooSoon.headers['retry-after'])).toBeGreaterThan(50);
    await bank.database.owner.pool.query(
      `UPDATE one_time_code SET issued = issued - interval '61 seconds' WHERE subject_id = $1`,
      [id],
    );
    expect((await put(admin, 'resend-sms', { requestId: id })).body).toEqual({ id, status: 'OPEN' });
    const code = await codeFor(bank, contact);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        put(admin, 'verify', { requestId: id, code: otherCode(code, index + 1) }),
      ),
    );
    expect(guesses.filter((it) => refusalOf(it) === 'CODE_WRONG')).toHaveLength(5);
    expect(guesses.filter((it) => refusalOf(it) === 'CODE_TRIES_SPENT')).toHaveLength(25);
    expect(refusalOf(await put(admin, 'verify', { requestId: id, code }))).toBe('CODE_TRIES_SPENT');
    expect((await detailOf(admin, id)).events.filter((it) => it.event === 'CODE_REFUSED')).toHaveLength(5);
    expect((await put(admin, 'cancel', { requestId: id })).body.status).toBe('CANCELED');
  });

  it('says that it is too old, and another one works', async () => {
    const contact = freshContact();
    const { id } = (await ask(admin, 'web@chkt', contact)).body;
    const code = await codeFor(bank, contact);
    await bank.database.owner.pool.query(
      `UPDATE one_time_code SET issued = issued - interval '11 minutes', expires = now() WHERE subject_id = $1`,
      [id],
    );
    expect(refusalOf(await put(admin, 'verify', { requestId: id, code }))).toBe('CODE_EXPIRED');
    await put(admin, 'resend-sms', { requestId: id });
    const again = await put(admin, 'verify', { requestId: id, code: await codeFor(bank, contact) });
    expect(again.body.status).toBe('VERIFIED');
    await put(admin, 'cancel', { requestId: id });
  });
});

describe('the list', () => {
  it('answers by status, search, sort and page, for admin and authorizer alike', async () => {
    for (const status of ['OPEN', 'VERIFIED', 'REJECTED'] as const) {
      await requestIn(bank, status, { accountId: status === 'OPEN' ? 'a_b@chkt' : 'axb@chkt' });
    }
    await requestIn(bank, 'VERIFIED', { accountId: 'khmer@chkt', contact: '85510999111' });
    const all = await list(admin, { status: 'ALL' });
    expect(all.headers['x-total-count']).toBe(
      String(all.body.length < 10 ? all.body.length : all.headers['x-total-count']),
    );
    const verified = await list(authorizer, { status: 'VERIFIED' });
    expect(new Set(verified.body.map((it) => it.status))).toEqual(new Set(['VERIFIED']));
    const one = async (searchFilter: string) =>
      (await list(admin, { searchFilter, status: 'VERIFIED' })).body.map((it) => it.accountId);
    for (const search of ['010 999 111', '+855 10 999', '999111', 'khmer@', 'KHMER']) {
      expect([search, await one(search)]).toEqual([search, ['khmer@chkt']]);
    }
    for (const search of ['%%%', '___', "' OR 1=1 --", 'ស្រី', '\\\\\\']) expect(await one(search)).toEqual([]);
    // A text that is no phone finds no contact by being one.
    await requestIn(bank, 'VERIFIED', { accountId: 'web@chkt', contact: 'office-two@lotus.example' });
    expect(await one('nobody')).toEqual([]);
    expect(await one('OFFICE-TWO')).toEqual(['web@chkt']);
    // a_b and axb: an underscore is no wildcard.
    const underscore = await list(admin, { searchFilter: 'a_b' });
    expect(new Set(underscore.body.map((it) => it.accountId))).toEqual(new Set(['a_b@chkt']));
    const first = await list(admin, {}, '?page=0&size=1&sort=accountId,asc');
    const second = await list(admin, {}, '?page=1&size=1&sort=accountId,asc');
    expect(first.body).toHaveLength(1);
    expect(second.body[0]?.id).not.toBe(first.body[0]?.id);
    expect((await list(admin, {}, '?page=100000')).body).toEqual([]);
  });

  it('refuses other sorts, statuses, short searches and what is too long', async () => {
    for (const [body, query] of [
      [{}, '?sort=new_contact,desc'],
      [{}, '?sort=(case when 1=1 then id end),desc'],
      [{}, '?sort=createdTime,sideways'],
      [{}, '?size=101'],
      [{ status: 'GONE' }, ''],
      [{ searchFilter: 'ab' }, ''],
      [{ searchFilter: 'x'.repeat(200) }, ''],
    ] as const) {
      expect([query, (await list(admin, body, query)).status]).toEqual([query, 400]);
    }
  });

  it('marks what has waited too long, and nothing that is at its end', async () => {
    const id = await requestIn(bank, 'VERIFIED', { accountId: 'web@chkt' });
    const ended = await requestIn(bank, 'REJECTED', { accountId: 'shop@chkt' });
    await bank.database.owner.pool.query(
      `UPDATE contact_change SET status_since = now() - interval '25 hours' WHERE id = ANY ($1)`,
      [[id, ended]],
    );
    expect((await detailOf(admin, id)).overdue).toBe(true);
    expect((await detailOf(admin, ended)).overdue).toBe(false);
    expect((await admin.get(`${base}/requests/999999`)).status).toBe(404);
  });
});
