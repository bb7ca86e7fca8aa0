import { generateKeyPairSync } from 'node:crypto';
import type { ChannelAccount } from '@tonle/contract/channel';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { systemActor } from '../audit-log/audit-log.public.ts';
import { channelKeys, revokeChannelKey } from './channel.public.ts';
import { accountsPath, openedBy, personToBe } from './test-customers.ts';

let bank: TestBank;
let app: Caller;
beforeAll(async () => {
  bank = await startTestBank();
  app = await bank.asApp();
});
afterAll(() => bank.close());

const refused = (answer: Answer) => (answer.body as RefusalBody).status.error;
const fieldsOf = (answer: Answer) =>
  ((answer.body as RefusalBody).fields ?? []).map(({ path, key }) => [path, key]);
const open = (body: unknown, headers: Record<string, string> = {}, who: Caller = app) =>
  who.post<ChannelAccount>(accountsPath, body, headers);

describe('the key of an app', () => {
  const paths = [
    ['POST', accountsPath],
    ['GET', `${accountsPath}/a_b@chkt`],
    ['POST', `${accountsPath}/a_b@chkt/images/photo`],
    ['GET', `${accountsPath}/a_b@chkt/kyc`],
    ['POST', `${accountsPath}/a_b@chkt/kyc`],
    ['PUT', `${accountsPath}/a_b@chkt/kyc`],
    ['GET', `${accountsPath}/a_b@chkt/transactions`],
    ['GET', '/channel/v1/recipients/a_b@chkt'],
    ['POST', `${accountsPath}/a_b@chkt/payments`],
  ] as const;

  test.each(paths)('is asked for first: %s %s', async (method, path) => {
    const manager = await bank.as('manager');
    for (const caller of [bank.anyone, manager]) {
      const answers = [
        await caller.send({ method, path }),
        await caller.send({ method, path, headers: { 'x-api-key': 'tck_000000000000_' } }),
        await caller.send({ method, path, headers: { 'x-api-key': `tck_000000000000_${'A'.repeat(43)}` } }),
      ];
      expect(answers.map((it) => [it.status, refused(it)])).toEqual([
        [401, 'API_KEY_REFUSED'],
        [401, 'API_KEY_REFUSED'],
        [401, 'API_KEY_REFUSED'],
      ]);
    }
  });

  test.each(paths)('opens only what its scopes say: %s %s', async (method, path) => {
    const needed = path === accountsPath ? 'channel.open' : scopeOf(method, path);
    const others = (['channel.open', 'channel.kyc', 'channel.read', 'channel.pay'] as const).filter(
      (it) => it !== needed,
    );
    const limited = await bank.asApp({ scopes: others });
    const answer = await limited.send({ method, path });
    expect([answer.status, refused(answer)]).toEqual([403, 'FORBIDDEN']);
  });

  test('shows only accounts of its kinds: the others are not there', async () => {
    const desktop = await bank.asApp({ accountTypes: ['DESKTOP'] });
    expect((await desktop.get(`${accountsPath}/shop@chkt`)).status).toBe(200);
    const answer = await desktop.get(`${accountsPath}/a_b@chkt`);
    expect([answer.status, refused(answer)]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect((await open(personToBe(), {}, desktop)).status).toBe(403);
  });

  test('is worth nothing from the moment that it is revoked', async () => {
    const own = await bank.asApp({ app: 'lost-app' });
    expect((await own.get(`${accountsPath}/a_b@chkt`)).status).toBe(200);
    const key = (await channelKeys(bank.database.db)).find((it) => it.app === 'lost-app');
    const actor = systemActor('Test');
    expect(await revokeChannelKey(bank.database.db, key?.key_id ?? '', actor)).toBe('lost-app');
    expect(await revokeChannelKey(bank.database.db, key?.key_id ?? '', actor)).toBe(undefined);
    expect((await own.get(`${accountsPath}/a_b@chkt`)).status).toBe(401);
  });

  test('is kept as a hash only', async () => {
    const { rows } = await bank.database.owner.pool.query('SELECT * FROM channel_key LIMIT 1');
    expect(Object.keys(rows[0])).toEqual([
      'key_id',
      'app',
      'secret_hash',
      'scopes',
      'account_types',
      'created',
      'revoked',
    ]);
  });

  test('is documented', async () => {
    const { body } = await bank.anyone.get<{
      paths: Record<string, Record<string, { security: unknown; requestBody: { content: object } }>>;
    }>('/api-docs/openapi.json');
    const upload = body.paths['/channel/v1/accounts/{accountId}/images/{kind}']?.post;
    expect(upload?.security).toEqual([{ apiKey: [] }]);
    expect(Object.keys(upload?.requestBody.content ?? {})).toEqual(['image/png', 'image/jpeg']);
  });

  test('another method of these paths is 405', async () => {
    const answer = await app.send({ method: 'DELETE', path: `${accountsPath}/a_b@chkt/kyc` });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST, PUT, HEAD']);
  });
});

function scopeOf(method: string, path: string): string {
  if (path.includes('payments') || path.includes('recipients')) return 'channel.pay';
  if (path.includes('images') || path.includes('kyc')) return 'channel.kyc';
  return method === 'GET' ? 'channel.read' : 'channel.open';
}

describe('opening an account', () => {
  test('enters the customer, opens the account with the national limits, and writes one entry', async () => {
    const person = personToBe({ secondaryContact: 'Dara@Mail.Example', address: 'No. 1, Street 51' });
    const answer = await open(person);
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    const accountId = `${person.accountName}@chkt`;
    expect(answer.body).toMatchObject({
      accountId,
      accountType: 'MOBILE',
      fullName: 'ដារ៉ា Sok',
      secondaryContact: 'dara@mail.example',
      kycStatus: 'PARTIAL_KYC',
      kycRequest: null,
      frozen: false,
      accountStatus: 'ACTIVATED',
      assets: { 'khr#nbc': '0', 'usd#nbc': '0.00' },
      limits: {
        'khr#nbc': { dayLimit: '12000000', spent: '0' },
        'usd#nbc': { dayLimit: '3000.00', spent: '0.00' },
      },
    });
    expect((await app.get(`${accountsPath}/${accountId}`)).body).toEqual(answer.body);
    const { rows } = await bank.database.owner.pool.query(
      'SELECT activity, full_name FROM audit_log WHERE request_id = $1',
      [answer.headers['x-request-id']],
    );
    expect(rows).toEqual([{ activity: 'ACCOUNT_OPENED', full_name: 'App test-app' }]);
  });

  test.each(['DESKTOP', 'WEB'])('for an organisation: %s', async (accountType) => {
    const answer = await open({
      accountType,
      accountName: `Company_${accountType}`,
      organizationName: 'Blue River & Sons Co., Ltd.',
      primaryContact: `office@${accountType.toLowerCase()}.example`,
    });
    expect(answer.body).toMatchObject({
      accountId: `company_${accountType.toLowerCase()}@chkt`,
      accountType,
      fullName: null,
      organizationName: 'Blue River & Sons Co., Ltd.',
    });
  });

  test('registers the customer’s own key in the ledger, which nobody else may have', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
    const { accountId } = await openedBy(app, { publicKey: raw });
    const { rows } = await bank.database.owner.pool.query(
      'SELECT action FROM key_registration WHERE account_id = $1',
      [accountId],
    );
    expect(rows).toEqual([{ action: 'REGISTER' }]);
    const again = await open(personToBe({ publicKey: raw }));
    expect([again.status, refused(again)]).toEqual([409, 'PUBLIC_KEY_IN_USE']);
  });

  test('is refused where the name or the contact is taken', async () => {
    const first = await openedBy(app);
    const sameName = await open(personToBe({ accountName: first.accountId.split('@')[0] }));
    expect([sameName.status, refused(sameName)]).toEqual([409, 'ACCOUNT_EXISTS']);
    const sameContact = await open(personToBe({ primaryContact: first.primaryContact }));
    expect([sameContact.status, refused(sameContact)]).toEqual([409, 'CONTACT_IN_USE']);
    const ofMain = await open(personToBe({ accountName: 'chktkhppxxx' }));
    expect([ofMain.status, refused(ofMain)]).toEqual([409, 'ACCOUNT_EXISTS']);
  });

  test('is free again for the contact of a deleted account, and for a business of the same person', async () => {
    expect((await open(personToBe({ primaryContact: '85569222333' }))).status).toBe(200);
    const shop = {
      accountType: 'WEB',
      accountName: 'her_shop',
      organizationName: 'Her Shop',
      primaryContact: '85569222333',
    };
    expect((await open(shop)).status).toBe(200);
  });

  test('waits for no opening of another kind with the contact, and is refused during one of its own', async () => {
    const primaryContact = '85569222444';
    const { pool } = bank.database.owner;
    const claimFor = (kind: string) =>
      pool.query(
        `INSERT INTO contact_claim (contact, account_type, token, until)
         VALUES ($1, $2, gen_random_uuid(), now() + interval '1 hour')`,
        [primaryContact, kind],
      );
    await claimFor('WEB');
    await claimFor('MOBILE');
    const during = await open(personToBe({ primaryContact }));
    expect([during.status, refused(during)]).toEqual([409, 'CONTACT_IN_USE']);
    await pool.query(`DELETE FROM contact_claim WHERE contact = $1 AND account_type = 'MOBILE'`, [
      primaryContact,
    ]);
    expect((await open(personToBe({ primaryContact }))).status).toBe(200);
  });

  test('of ten at once with one contact opens one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => open(personToBe({ primaryContact: '012 999 111' }))),
    );
    const statuses = answers.map((it) => it.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  test('under a key happens once, and is answered again; with another body it is 422', async () => {
    const person = personToBe();
    const key = { 'idempotency-key': 'open-account-1' };
    const answers = await Promise.all([open(person, key), open(person, key)]);
    const first = answers.find((it) => it.status === 200);
    expect(first).toBeDefined();
    const again = await open(person, key);
    expect([again.status, again.body]).toEqual([200, first?.body]);
    const other = await open({ ...person, firstName: 'Bopha' }, key);
    expect([other.status, refused(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test.each([
    [{ accountName: 'a-b' }, ['accountName', 'account-name.invalid']],
    [{ accountName: 'x'.repeat(33) }, ['accountName', 'account-name.invalid']],
    [{ firstName: '' }, ['firstName', 'first-name.required']],
    [{ firstName: 'A B' }, ['firstName', 'first-name.invalid']],
    [{ firstName: 'x'.repeat(71) }, ['firstName', 'first-name.too-long']],
    [{ lastName: 'A B C' }, ['lastName', 'last-name.invalid']],
    [{ primaryContact: '+855 012 345 678' }, ['primaryContact', 'contact.invalid']],
    [{ primaryContact: 'dara@mail.example' }, ['primaryContact', 'contact.invalid']],
    [{ secondaryContact: '012345678' }, ['secondaryContact', 'email.invalid']],
    [{ publicKey: 'AAAA' }, ['publicKey', 'public-key.invalid']],
    [{ organizationName: 'A shop' }, ['organizationName', 'field.unknown']],
    [{ kycStatus: 'FULL_KYC' }, ['kycStatus', 'field.unknown']],
    [{ accountType: 'BANK' }, ['accountType', 'field.invalid']],
  ])('says what is wrong with %j', async (more, expected) => {
    const answer = await open(personToBe(more));
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toContainEqual(expected);
  });

  test('takes JSON and nothing else, and no more than is reasonable', async () => {
    expect((await open('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await open(personToBe({ address: 'x'.repeat(1_100_000) }))).status).toBe(413);
  });
});
