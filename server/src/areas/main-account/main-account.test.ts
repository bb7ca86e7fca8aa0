import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  mainAccountId,
  ownBankOfTests,
  settlementId,
  startTestBank,
  type TestBank,
} from '../../test-bank.ts';
import type { Caller } from '../../test-server.ts';

let bank: TestBank;
let manager: Caller;
beforeAll(async () => {
  bank = await startTestBank({ mainKhrMinor: 15_000n, mainUsdMinor: 128_401_955n });
  manager = await bank.as('manager');
});
afterAll(() => bank.close());

const errorOf = (answer: { body: unknown }) => (answer.body as RefusalBody).status.error;
const keysOf = (answer: { body: unknown }) => (answer.body as RefusalBody).fields?.map((it) => it.key);

describe('the bank itself', () => {
  test('self-info', async () => {
    const answer = await manager.get('/tps/api/properties/self-info');
    expect(answer.body).toEqual({
      bin: 'Chaktomuk Bank',
      participantCode: 'CHKTKHPPXXX',
      accountId: 'chktkhppxxx@chkt',
      mobileRegistrationVerificationType: 'SMS',
    });
  });

  test('properties, the terms of each channel, for everybody who is signed in', async () => {
    const answer = await (await bank.as('keyholder1')).get('/tps/api/properties/');
    expect(answer.body).toEqual({
      termConditionMobile: '',
      termConditionDesktop: '',
      termConditionWeb: '',
      termVersionMobile: 0,
      termVersionDesktop: 0,
      termVersionWeb: 0,
    });
  });

  test('participant bank by code', async () => {
    const own = await manager.get('/tps/api/participant-banks/code/CHKTKHPPXXX');
    expect(own.body).toMatchObject({ name: 'Chaktomuk Bank', domain: 'chkt', accountId: mainAccountId });
    const other = await manager.get('/tps/api/participant-banks/code/MEKGKHPPXXX');
    expect(other.body).toMatchObject({ name: 'Mekong Commercial Bank', domain: 'mekg' });
    expect((await manager.get('/tps/api/participant-banks/code/NOBANK00')).status).toBe(404);
    expect((await manager.get('/tps/api/participant-banks/code/no%20code')).status).toBe(400);
  });

  test.each([
    '/tps/api/properties',
    '/tps/api/properties/self-info',
    '/tps/api/participant-banks/code/CHKTKHPPXXX',
    '/tps/api/balance-inquiry/fast-core/CHKTKHPPXXX',
    '/tps/api/fst-iroha-accounts/check-account/a_b@chkt',
    '/tps/api/v2/fst-iroha-accounts/a_b@chkt',
    '/tps/api/v2/fst-iroha-accounts/find-by-primary-contact/012345678',
    '/tps/api/v2/fst-iroha-accounts/find-by-account-name/a_b',
    '/report-service/api/fst-iroha-accounts/account-id-starting-with',
    '/report-service/api/fst-iroha-accounts/list',
  ])('%s without a session is 401', async (path) => {
    const answer = await bank.anyone.get(path);
    expect(answer.status).toBe(401);
    expect((answer.body as RefusalBody).status.errorCode).toBe(10);
  });
});

describe('balance', () => {
  const path = '/tps/api/balance-inquiry/fast-core';

  test('Known fault (woocommerce-payments 7834): KHR 15000 is 15000; by participant code or account id', async () => {
    const balance = { assets: { 'khr#nbc': '15000', 'usd#nbc': '1284019.55' } };
    expect((await manager.get(`${path}/CHKTKHPPXXX`)).body).toEqual(balance);
    expect((await manager.get(`${path}/${mainAccountId}`)).body).toEqual(balance);
    expect((await manager.get(`${path}/a_b@chkt`)).body).toEqual({
      assets: { 'khr#nbc': '0', 'usd#nbc': '0.00' },
    });
  });

  test('nobody’s account, another bank and the book’s inner accounts are 404', async () => {
    for (const id of ['nobody@chkt', 'MEKGKHPPXXX', 'NOBANK00', settlementId, 'issuance@settle']) {
      expect((await manager.get(`${path}/${id}`)).status, id).toBe(404);
    }
    expect((await manager.get(`${path}/!`)).status).toBe(400);
    expect((await (await bank.as('auditor')).get(`${path}/CHKTKHPPXXX`)).status).toBe(403);
    expect((await (await bank.as('teller')).get(`${path}/CHKTKHPPXXX`)).status).toBe(200);
  });
});

describe('currencies', () => {
  test('are told by their assets to everybody who is signed in', async () => {
    expect((await (await bank.as('auditor')).get('/tps/api/currency-map/')).body).toEqual({
      'khr#nbc': { assetId: 'khr#nbc', currencyName: 'KHR', currencySymbol: '៛', precision: 0 },
      'usd#nbc': { assetId: 'usd#nbc', currencyName: 'USD', currencySymbol: '$', precision: 2 },
    });
    expect((await bank.anyone.get('/tps/api/currency-map')).status).toBe(401);
  });
});

describe('account look-ups', () => {
  const base = '/tps/api/v2/fst-iroha-accounts';
  const dara = {
    accountId: 'a_b@chkt',
    accountName: 'a_b',
    name: 'Dara Sok',
    accountType: 'MOBILE',
    bankName: 'Chaktomuk Bank',
    participantCode: 'CHKTKHPPXXX',
  };
  const foundDara = { ...dara, fullName: 'Dara Sok', primaryContact: '85512345678' };

  test('by id, in whatever case', async () => {
    expect((await manager.get(`${base}/A_B@chkt`)).body).toMatchObject(dara);
    expect((await manager.get(`${base}/shop@chkt`)).body).toMatchObject({
      name: 'Blue River Coffee',
      accountType: 'DESKTOP',
    });
    expect((await manager.get(`${base}/${mainAccountId}`)).body).toMatchObject({ accountType: 'BANK' });
  });

  test.each(['012345678', '12345678', '+855 12 345 678', '855-12-345-678', '0012345678'])(
    'by phone, typed as %s',
    async (typed) => {
      const answer = await manager.get(`${base}/find-by-primary-contact/${encodeURIComponent(typed)}`);
      expect([answer.status, typed, answer.body]).toEqual([200, typed, foundDara]);
    },
  );

  test('by e-mail, in whatever case', async () => {
    const answer = await manager.get(`${base}/find-by-primary-contact/Office@Lucky.example`);
    expect(answer.body).toMatchObject({ accountId: 'web@chkt', accountType: 'WEB' });
  });

  test('by account name', async () => {
    expect((await manager.get(`${base}/find-by-account-name/a_b`)).body).toEqual(dara);
    expect((await manager.get(`${base}/find-by-account-name/a%25b`)).status).toBe(400);
    expect((await manager.get(`${base}/find-by-account-name/nobody`)).status).toBe(404);
  });

  test('of nobody: 404 that names what was asked for', async () => {
    const byId = await manager.get(`${base}/nobody@chkt`);
    expect([byId.status, errorOf(byId)]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect((byId.body as RefusalBody).status.message).toBe('No account was found for nobody@chkt');
    const byPhone = await manager.get(`${base}/find-by-primary-contact/099999999`);
    expect((byPhone.body as RefusalBody).status.message).toBe('No account was found for 099999999');
  });

  test('of another bank: 404 that says why', async () => {
    for (const path of [`${base}/sok@mekg`, '/tps/api/fst-iroha-accounts/check-account/sok@mekg']) {
      const answer = await manager.get(path);
      expect([answer.status, errorOf(answer), keysOf(answer)]).toEqual([
        404,
        'ACCOUNT_NOT_FOUND',
        ['account.of-other-bank'],
      ]);
    }
  });

  test('of what is no contact: 400 in the specification’s words', async () => {
    expect(keysOf(await manager.get(`${base}/find-by-primary-contact/hello`))).toEqual(['contact.invalid']);
    expect(keysOf(await manager.get(`${base}/find-by-primary-contact/a@`))).toEqual(['email.invalid']);
    expect(keysOf(await manager.get(`${base}/find-by-primary-contact/%2B855012345678`))).toEqual([
      'phone.starts-with-zero',
    ]);
  });

  test('are for whoever may send', async () => {
    const authorizer = await bank.as('authorizer');
    const byContact = `${base}/find-by-primary-contact/012345678`;
    for (const path of [`${base}/a_b@chkt`, `${base}/find-by-account-name/a_b`, byContact]) {
      expect((await authorizer.get(path)).status).toBe(403);
    }
  });

  test('an account that is deleted gives its phone to a newer one', async () => {
    const { pool } = bank.database.owner;
    await pool.query("UPDATE customer SET primary_contact = '85512345678' WHERE account_id = 'gone@chkt'");
    const answer = await manager.get(`${base}/find-by-primary-contact/012345678`);
    expect(answer.body).toEqual(foundDara);
  });
});

describe('account check', () => {
  test.each([
    ['a_b@chkt', false, 'ACTIVATED'],
    ['frozen@chkt', true, 'ACTIVATED'],
    ['off@chkt', false, 'DEACTIVATED'],
    ['gone@chkt', false, 'DELETED'],
    [mainAccountId, false, 'ACTIVATED'],
  ])('%s', async (accountId, frozen, accountStatus) => {
    const answer = await manager.get(`/tps/api/fst-iroha-accounts/check-account/${accountId}`);
    expect(answer.body).toEqual({ accountId, frozen, accountStatus });
  });
});

describe('the account picker', () => {
  const path = '/report-service/api/fst-iroha-accounts/account-id-starting-with';
  const idsOf = (answer: { body: unknown }) =>
    (answer.body as { accountId: string }[]).map((it) => it.accountId);

  test('Known fault (keycloak 36513): a_b finds one row, axb another; % and \\ none', async () => {
    expect(idsOf(await manager.get(`${path}?startLetters=a_b`))).toEqual(['a_b@chkt']);
    expect(idsOf(await manager.get(`${path}?startLetters=AX`))).toEqual(['axb@chkt']);
    for (const letters of ['%', '\\', 'a%', '_', 'ស្រី']) {
      expect(
        idsOf(await manager.get(`${path}?startLetters=${encodeURIComponent(letters)}`)),
        letters,
      ).toEqual([]);
    }
    expect(idsOf(await manager.get(`${path}?startLetters=%20a_b%20`))).toEqual(['a_b@chkt']);
  });

  test('pages and sorts by id, the main account among them', async () => {
    const first = await manager.get(`${path}?size=2`);
    expect([idsOf(first), first.headers['x-total-count']]).toEqual([['a_b@chkt', 'axb@chkt'], '9']);
    expect(idsOf(await manager.get(`${path}?size=2&page=1`))).toEqual([mainAccountId, 'frozen@chkt']);
    expect(idsOf(await manager.get(`${path}?size=1&sort=accountId,desc`))).toEqual(['web@chkt']);
  });

  test('Known fault (fineract CVE-2018-1289): a sort that is not in the list is 400', async () => {
    for (const sort of ['(case when 1=1 then 1 end)', 'name,asc', 'accountId,sideways', 'accountId,asc,x']) {
      expect((await manager.get(`${path}?sort=${encodeURIComponent(sort)}`)).status, sort).toBe(400);
    }
    expect((await manager.get(`${path}?size=101`)).status).toBe(400);
  });

  test('is for whoever sees a transaction list', async () => {
    expect((await (await bank.as('auditor')).get(path)).status).toBe(200);
    expect((await (await bank.as('admin')).get(path)).status).toBe(403);
  });
});

test('the filters’ choices', async () => {
  const answer = await manager.get('/report-service/api/fst-iroha-accounts/list');
  expect(answer.body).toEqual({
    transactionStatuses: ['SUCCESS', 'FAILED', 'PENDING', 'REJECTED'],
    currencies: ['KHR', 'USD'],
  });
  expect(ownBankOfTests.own).toBe(true);
});
