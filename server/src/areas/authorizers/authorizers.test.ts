import {
  type Authorizer,
  type AuthorizerChange,
  type AuthorizerChangeDetail,
  authorizersMax,
} from '@tonle/contract/authorizers';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { openedBy } from '../channel/test-customers.ts';
import { someoneWith } from '../customers/test-people.ts';

const lists = '/authservice/api/v2/user/desktop';
const user = '/authservice/api/v1/user';

let bank: TestBank;
let admin: Caller;
let app: Caller;
beforeAll(async () => {
  bank = await startTestBank();
  admin = await bank.as('admin');
  app = await bank.asApp();
});
afterAll(() => bank?.close());

let made = 0;
async function company(name = 'Lotus Trading'): Promise<string> {
  made += 1;
  const { accountId } = await openedBy(app, {
    accountType: 'DESKTOP',
    accountName: `company_${made}`,
    organizationName: name,
    firstName: undefined,
    lastName: undefined,
    primaryContact: `85510${String(700_000 + made)}`,
  });
  return accountId;
}

const add = (creatorAccountId: string, authorizerAccountId: string, caller = admin) =>
  caller.post<{ id: string; status: string }>(`${user}/add-authorizer`, {
    creatorAccountId,
    authorizerAccountId,
  });
const remove = (creatorAccountId: string, authorizerAccountId: string, caller = admin) =>
  caller.send<{ id: string; status: string }>({
    method: 'PUT',
    path: `${user}/remove-authorizer`,
    body: { creatorAccountId, authorizerAccountId },
  });
type PageOf<Row> = { data: Row[]; total: number };
const accounts = async (list: 'authorizers' | 'not-authorizers', accountName: string, more = '') =>
  (await admin.get<PageOf<Authorizer>>(`${lists}/${list}?accountName=${accountName}${more}`)).body;
const history = async (accountName: string) =>
  (await admin.get<PageOf<AuthorizerChange>>(`${lists}/authorizer-requests?accountName=${accountName}`)).body;
const detail = async (id: string) =>
  (await admin.get<AuthorizerChangeDetail>(`${lists}/authorizer-requests/${id}`)).body;
const errorOf = ({ status, body }: Answer): [number, string] => [status, (body as RefusalBody).status.error];
const settled = (accountName: string, count: number) =>
  expect
    .poll(async () => (await history(accountName)).data.filter((it) => it.status !== 'PENDING').length, {
      timeout: 10_000,
    })
    .toBe(count);

describe('authorizers', () => {
  it('are added and removed by jobs; both lists and the history say so; asking twice is once', async () => {
    const [shop, lotus] = [await company('Shop'), await company('Lotus 100%_Trading')];
    const name = shop.split('@')[0] ?? '';
    expect((await accounts('authorizers', name)).data).toEqual([]);
    const first = await add(shop, lotus);
    expect(first.body.status).toBe('PENDING');
    await settled(name, 1);
    expect((await accounts('authorizers', name)).data).toEqual([
      { id: lotus, accountId: lotus, organizationName: 'Lotus 100%_Trading' },
    ]);
    const others = await accounts('not-authorizers', name, '&size=100');
    expect(others.data.map((it) => it.accountId)).not.toContain(lotus);
    expect(others.data.map((it) => it.accountId)).not.toContain(shop);
    expect(others.data.length).toBe(others.total);

    expect(errorOf(await add(shop, lotus))).toEqual([409, 'AUTHORIZER_ALREADY']);
    await remove(shop, lotus);
    await settled(name, 2);
    expect(errorOf(await remove(shop, lotus))).toEqual([409, 'AUTHORIZER_NOT_THERE']);
    const { data, total } = await history(shop);
    expect(total).toBe(2);
    expect(data.map((it) => [it.direction, it.status, it.accountName, it.creatorAccountName])).toEqual([
      ['REMOVE_SIGNATORY', 'SUCCESS', lotus, shop],
      ['ADD_SIGNATORY', 'SUCCESS', lotus, shop],
    ]);
    const { rows } = await bank.database.owner.pool.query(
      "SELECT activity FROM audit_log WHERE subject = $1 AND activity LIKE 'AUTHORIZER%' ORDER BY id",
      [shop],
    );
    expect(rows.map((it) => it.activity)).toEqual([
      'AUTHORIZER_CHANGE_REQUESTED',
      'AUTHORIZER_ADDED',
      'AUTHORIZER_CHANGE_REQUESTED',
      'AUTHORIZER_REMOVED',
    ]);
  });

  it('20 people ask for the same at once: one request, one authorizer', async () => {
    const [shop, lotus] = [await company(), await company()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(shop, lotus)));
    const asked = answers.filter((it) => it.status === 200).map((it) => it.body.id);
    expect(new Set(asked).size).toBe(1);
    // Whoever came after it was carried out was told so.
    for (const it of answers.filter(({ status }) => status !== 200)) {
      expect(errorOf(it)).toEqual([409, 'AUTHORIZER_ALREADY']);
    }
    await settled(shop, 1);
    expect((await accounts('authorizers', shop)).total).toBe(1);
  });

  it('a search takes words as they are typed; pages and sorts are bounded', async () => {
    const [shop] = [await company('Sorted'), await company('ក្រុមហ៊ុន ទន្លេ')];
    expect((await accounts('not-authorizers', shop, `&filter=${encodeURIComponent('ទន្លេ')}`)).total).toBe(1);
    expect((await accounts('not-authorizers', shop, '&filter=%25')).total).toBe(0);
    const page = await accounts('not-authorizers', shop, '&page=0&size=1&sort=organizationName,desc');
    expect(page.data.length).toBe(1);
    for (const bad of ['&sort=since,asc', '&size=101', '&page=-1', '&other=1']) {
      const answer = await admin.get(`${lists}/not-authorizers?accountName=${shop}${bad}`);
      expect([bad, answer.status]).toEqual([bad, 400]);
    }
  });

  it('are refused in words: itself, none, other kinds of account, deleted ones', async () => {
    const shop = await company();
    const deleted = await company();
    await admin.post('/tps/api/v2/fst-iroha-accounts/delete-account', { accountId: deleted });
    expect(errorOf(await add(shop, shop))).toEqual([400, 'INVALID_REQUEST']);
    expect(errorOf(await add(shop, 'nobody@chkt'))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect(errorOf(await add(shop, 'a_b@chkt'))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect(errorOf(await add(shop, deleted))).toEqual([409, 'ACCOUNT_DELETED']);
    expect(errorOf(await add('web@chkt', shop))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect(errorOf(await admin.post(`${user}/add-authorizer`, { creatorAccountId: shop }))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    const unknown = await admin.get(`${lists}/authorizers?accountName=a_b`);
    expect(errorOf(unknown)).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });

  it('are 50 at most, of which a deleted account is none', async () => {
    const [shop, one] = [await company(), await company()];
    const signers: string[] = [];
    while (signers.length < authorizersMax) signers.push(await company());
    await bank.database.owner.pool.query(
      'INSERT INTO authorizer (account_id, authorizer_account_id) SELECT $1, unnest($2::text[])',
      [shop, signers],
    );
    expect(errorOf(await add(shop, one))).toEqual([409, 'AUTHORIZERS_TOO_MANY']);
    await admin.post('/tps/api/v2/fst-iroha-accounts/delete-account', { accountId: signers[0] });
    expect((await add(shop, one)).status).toBe(200);
    await settled(shop, 1);
    expect((await accounts('authorizers', shop)).total).toBe(authorizersMax);
    await bank.database.owner.pool.query(
      `INSERT INTO authorizer_change (account_id, authorizer_account_id, direction, made_by_name)
       VALUES ($1, $2, 'ADD_SIGNATORY', 'Test')`,
      [shop, await company()],
    );
    await settled(shop, 2);
    expect((await history(shop)).data[0]?.reason).toBe('An account has at most 50 authorizers');
  });

  it('of a blocked account wait; the opposite is refused meanwhile, the same is the same request', async () => {
    const [shop, lotus] = [await company(), await company()];
    const set = (act: string) =>
      admin.send({ method: 'PUT', path: `${user}/${act}-user-frozen`, body: { accountId: shop } });
    await set('set');
    const asked = await add(shop, lotus);
    expect((await add(shop, lotus)).body).toEqual(asked.body);
    expect(errorOf(await remove(shop, lotus))).toEqual([409, 'AUTHORIZER_CHANGE_OPEN']);
    expect((await history(shop)).data.map((it) => it.status)).toEqual(['PENDING']);
    const waiting = await detail(asked.body.id);
    expect(waiting).toMatchObject({ status: 'PENDING', waitsForUnblocking: true });
    expect(waiting.events.map((it) => it.event)).toEqual(['REQUESTED']);
    await set('unset');
    await settled(shop, 1);
    expect(await detail(asked.body.id)).toMatchObject({ status: 'SUCCESS', waitsForUnblocking: false });
    expect((await accounts('authorizers', shop)).total).toBe(1);
  });

  it('the account’s own app adds one too; an app of another kind of account knows nothing of it', async () => {
    const [shop, lotus] = [await company(), await company('Lotus Trading')];
    const path = `/channel/v1/accounts/${shop}/signatories`;
    expect((await app.get(path)).body).toEqual({ signatories: [] });
    const asked = await app.post<{ status: string }>(path, { signatoryAccountId: lotus });
    expect([asked.status, asked.body.status]).toEqual([200, 'PENDING']);
    await settled(shop, 1);
    expect((await app.get(path)).body).toEqual({
      signatories: [{ accountId: lotus, organizationName: 'Lotus Trading' }],
    });
    expect(errorOf(await app.post(path, { signatoryAccountId: lotus }))).toEqual([409, 'AUTHORIZER_ALREADY']);
    expect(errorOf(await app.post(path, { signatoryAccountId: 'a_b@chkt' }))).toEqual([
      404,
      'ACCOUNT_NOT_FOUND',
    ]);
    expect((await app.post(path, { signatoryAccountId: lotus, other: 1 })).status).toBe(400);
    const mobile = await bank.asApp({ app: 'phones', accountTypes: ['MOBILE'] });
    expect(errorOf(await mobile.get(path))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect(errorOf(await mobile.post(path, { signatoryAccountId: lotus }))).toEqual([
      404,
      'ACCOUNT_NOT_FOUND',
    ]);
    const reader = await bank.asApp({ app: 'reader', scopes: ['channel.read'] });
    expect((await reader.post(path, { signatoryAccountId: lotus })).status).toBe(403);
  });

  it('each change has its timeline: who asked, what became of it, and why', async () => {
    const [shop, lotus] = [await company('Shop of the river'), await company('Lotus')];
    const { body: asked } = await add(shop, lotus);
    await settled(shop, 1);
    expect(await detail(asked.id)).toMatchObject({
      id: asked.id,
      accountName: lotus,
      authorizerName: 'Lotus',
      creatorAccountName: shop,
      creatorName: 'Shop of the river',
      direction: 'ADD_SIGNATORY',
      status: 'SUCCESS',
      waitsForUnblocking: false,
      events: [
        { event: 'REQUESTED', byLogin: 'admin', reason: null },
        { event: 'CARRIED_OUT', by: 'Tonle', byLogin: null, reason: null },
      ],
    });
    const { rows } = await bank.database.owner.pool.query(
      `INSERT INTO authorizer_change (account_id, authorizer_account_id, direction, made_by_name, status, settled, reason)
       VALUES ($1, $2, 'REMOVE_SIGNATORY', 'App desktop', 'FAILED', now(), 'It signs no longer') RETURNING id`,
      [shop, lotus],
    );
    expect((await detail(String(rows[0].id))).events).toMatchObject([
      { event: 'REQUESTED', by: 'App desktop', byLogin: null },
      { event: 'FAILED', by: 'Tonle', reason: 'It signs no longer' },
    ]);
    const path = `${lists}/authorizer-requests`;
    expect(errorOf(await admin.get(`${path}/999999999`))).toEqual([404, 'NOT_FOUND']);
    for (const bad of ['0', '-1', '1e3', 'x', '9'.repeat(30)]) {
      expect([bad, (await admin.get(`${path}/${bad}`)).status]).toEqual([bad, 400]);
    }
    expect((await (await bank.as('auditor')).get(`${path}/${asked.id}`)).status).toBe(403);
  });

  it('what is impossible by the time it is carried out ends FAILED, with the reason', async () => {
    const [shop, lotus] = [await company(), await company()];
    const insert = (direction: string) =>
      bank.database.owner.pool.query(
        `INSERT INTO authorizer_change (account_id, authorizer_account_id, direction, made_by_name)
         VALUES ($1, $2, $3, 'Test')`,
        [shop, lotus, direction],
      );
    await insert('REMOVE_SIGNATORY');
    await settled(shop, 1);
    const notThere = `${lotus} is not an authorizer`;
    expect((await history(shop)).data[0]).toMatchObject({ status: 'FAILED', reason: notThere });
    await admin.post('/tps/api/v2/fst-iroha-accounts/delete-account', { accountId: lotus });
    await insert('ADD_SIGNATORY');
    await settled(shop, 2);
    const isDeleted = `Account ${lotus} is deleted`;
    expect((await history(shop)).data[0]).toMatchObject({ status: 'FAILED', reason: isDeleted });
    expect((await accounts('authorizers', shop)).total).toBe(0);
    const { rows } = await bank.database.owner.pool.query(
      `SELECT new_values ->> 'reason' AS reason FROM audit_log
       WHERE subject = $1 AND activity = 'AUTHORIZER_CHANGE_FAILED' ORDER BY id`,
      [shop],
    );
    expect(rows.map((it) => it.reason)).toEqual([notThere, isDeleted]);
  });

  it('only those who may change authorizers: auditor, authorizer and others get 403, nobody 401', async () => {
    const [shop, lotus] = [await company(), await company()];
    const stranger = await someoneWith(bank, 'desk_only', ['customers.list.desktop']);
    for (const caller of [
      await bank.as('auditor'),
      await bank.as('authorizer'),
      await bank.as('manager'),
      stranger,
    ]) {
      expect((await add(shop, lotus, caller)).status).toBe(403);
      expect((await remove(shop, lotus, caller)).status).toBe(403);
      for (const list of ['authorizers', 'not-authorizers', 'authorizer-requests']) {
        expect((await caller.get(`${lists}/${list}?accountName=${shop}`)).status).toBe(403);
      }
    }
    const allowed = await someoneWith(bank, 'signers', ['authorizers.change']);
    expect((await add(shop, lotus, allowed)).status).toBe(200);
  });
});
