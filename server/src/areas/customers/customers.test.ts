import type {
  CustomerDetail,
  CustomerRow,
  IdentityCheck,
  ListedAccount,
  ProfileChange,
} from '@tonle/contract/customers';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { give, kycOf, submit } from '../channel/test-customers.ts';
import { csvOf, patientTiming } from '../reports/test-reports.ts';
import { addCustomers, changeProfile, type NewCustomer } from './customers.public.ts';
import { someoneWith } from './test-people.ts';

const lists = '/tps/api/v2/fst-iroha-accounts';
const user = '/authservice/api/v1/user';

let bank: TestBank;
let admin: Caller;
let auditor: Caller;
let desk: Caller;
beforeAll(async () => {
  bank = await startTestBank({ reportTiming: patientTiming });
  [admin, auditor, desk] = await Promise.all([
    bank.as('admin'),
    bank.as('auditor'),
    someoneWith(bank, 'desk', ['customers.list.desktop']),
  ]);
});
afterAll(() => bank?.close());

const idsOf = async (path: string, caller = admin): Promise<string[]> => {
  const answer = await caller.get<CustomerRow[]>(path);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return answer.body.map((it) => it.accountId);
};
const errorOf = ({ status, body }: Answer): [number, string] => [status, (body as RefusalBody).status.error];
const keysOf = ({ body }: Answer): string[] => (body as RefusalBody).fields?.map((it) => it.key) ?? [];

/** Customers without accounts of their own in the book would not be listed: both are put there. */
async function enter(customers: readonly (Partial<NewCustomer> & { account_id: string })[]): Promise<void> {
  const { owner } = bank.database;
  const full = customers.map((it) => ({
    account_type: 'MOBILE' as const,
    first_name: 'Nobody',
    last_name: 'Known',
    primary_contact: '85599000000',
    kyc_status: 'PARTIAL_KYC' as const,
    ...it,
  }));
  await inTransaction(owner.db, (tx) => addCustomers(tx, full));
  for (const { account_id } of full) {
    await owner.pool.query(
      `INSERT INTO account_state (account_id, kind, status) VALUES ($1, 'CUSTOMER', 'ACTIVATED')`,
      [account_id],
    );
  }
}

describe('the lists', () => {
  it('show the customers of their channel, with how their accounts stand', async () => {
    const answer = await admin.get<CustomerRow[]>(`${lists}/mobile/`);
    expect(answer.headers['x-total-count']).toBe('6');
    expect(answer.body.find((it) => it.accountId === 'frozen@chkt')).toEqual({
      id: 'frozen@chkt',
      accountId: 'frozen@chkt',
      accountType: 'MOBILE',
      fullName: 'Vuthy Heng',
      fullNameKhmer: null,
      organizationName: null,
      organizationNameKhmer: null,
      primaryContact: '85516222333',
      secondaryContact: null,
      address: null,
      createdTime: expect.any(String),
      kycStatus: 'FULL_KYC',
      status: 'ACTIVATED',
      frozen: true,
    });
    expect(answer.body.find((it) => it.accountId === 'gone@chkt')?.status).toBe('DELETED');
    expect(await idsOf(`${lists}/desktop`)).toEqual(['shop@chkt']);
    expect(await idsOf(`${lists}/web`)).toEqual(['web@chkt']);
  });

  it('filter by KYC status; ALL is all', async () => {
    await enter([{ account_id: 'partial@chkt', first_name: 'Partial' }]);
    expect(await idsOf(`${lists}/mobile?kyc=PARTIAL_KYC`)).toEqual(['partial@chkt']);
    expect(await idsOf(`${lists}/mobile?kyc=FULL_KYC`)).toHaveLength(6);
    for (const kyc of ['ALL', '']) expect(await idsOf(`${lists}/mobile?kyc=${kyc}`)).toHaveLength(7);
    expect((await admin.get(`${lists}/mobile?kyc=REJECTED`)).status).toBe(400);
  });

  it('sort names as a Khmer dictionary has them, and refuse what is no order', async () => {
    const names = ['ញ៉ែម', 'កែវ', 'ឆឹម', 'ខៀវ', 'សុខ', 'លី', 'អ៊ុក'];
    await enter(
      names.map((name, index) => ({
        account_id: `khmer${index}@chkt`,
        account_type: 'WEB' as const,
        organization_name: name,
        first_name: null,
        last_name: null,
      })),
    );
    const sorted = await admin.get<CustomerRow[]>(`${lists}/web?sort=organizationName,asc`);
    expect(sorted.body.map((it) => it.organizationName)).toEqual([
      'កែវ',
      'ខៀវ',
      'ឆឹម',
      'ញ៉ែម',
      'លី',
      'សុខ',
      'អ៊ុក',
      'Lucky Star Mart',
    ]);
    const reversed = await admin.get<CustomerRow[]>(`${lists}/web?sort=organizationName,desc`);
    expect(reversed.body).toEqual(sorted.body.toReversed());
    for (const sort of ['fullName,up', 'password,asc', '(case when 1=1 then 1 end)', 'address,asc']) {
      const answer = await admin.get(`${lists}/mobile?sort=${encodeURIComponent(sort)}`);
      expect([sort, answer.status, keysOf(answer)]).toEqual([sort, 400, ['field.invalid-sort']]);
    }
    for (const field of ['fullName', 'accountId', 'primaryContact', 'createdTime']) {
      expect(await idsOf(`${lists}/mobile?sort=${field},desc`)).toHaveLength(7);
    }
  });

  it('page by page show every customer once', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3].map((page) => idsOf(`${lists}/mobile?page=${page}&size=2&sort=accountId,asc`)),
    );
    expect(pages.map((it) => it.length)).toEqual([2, 2, 2, 1]);
    expect(pages.flat()).toEqual([...new Set(pages.flat())].sort());
    for (const sort of ['createdTime,desc', 'fullName,asc', 'primaryContact,desc']) {
      const whole = await idsOf(`${lists}/mobile?sort=${sort}&size=50`);
      const parts = await Promise.all(
        [0, 1, 2].map((page) => idsOf(`${lists}/mobile?sort=${sort}&page=${page}&size=3`)),
      );
      expect(parts.flat()).toEqual(whole);
    }
    expect(await idsOf(`${lists}/mobile?page=900000`)).toEqual([]);
    expect((await admin.get(`${lists}/mobile?size=101`)).status).toBe(400);
  });

  it.each([
    ['the beginning of the name', 'Dara', ['a_b@chkt']],
    ['a name in any case', 'dARA', ['a_b@chkt']],
    ['both names, whichever first', 'Sok Dara', ['a_b@chkt']],
    ['the family name', 'Heng', ['frozen@chkt']],
    ['a Khmer name', 'ម្ត៉ាយ', ['khmer@chkt']],
    ['the beginning of a Khmer name', 'សុខ', ['khmer@chkt']],
    ['an account id', 'a_b', ['a_b@chkt']],
    ['a whole account id', 'axb@chkt', ['axb@chkt']],
    ['a phone as people write it', '+855 12 345 678', ['a_b@chkt']],
    ['the beginning of a phone', '012345', ['a_b@chkt']],
    ['spaces at the ends', '  Dara  ', ['a_b@chkt']],
    ['a per cent sign', '%%%', []],
    ['a backslash', '\\\\\\', []],
    ['a quote', "'''", []],
    ['the words of a search language', 'a:* | b', []],
    ['a tab', 'Dara\tSok', ['a_b@chkt']],
  ])('Known fault (keycloak 36513): a search for %s', async (_what, typed, expected) => {
    expect(await idsOf(`${lists}/mobile?filter=${encodeURIComponent(typed)}`)).toEqual(expected);
  });

  it('+855 finds every phone; two letters find nothing and say so', async () => {
    expect(await idsOf(`${lists}/mobile?filter=%2B855`)).toHaveLength(7);
    const answer = await admin.get(`${lists}/mobile?filter=da`);
    expect([answer.status, keysOf(answer)]).toEqual([400, ['search.too-short']]);
  });

  it('a search is counted to 10,000', async () => {
    await bank.database.owner.pool.query(
      `INSERT INTO customer (account_id, account_type, organization_name, primary_contact, kyc_status)
       SELECT 'many' || n || '@chkt', 'DESKTOP', 'Crowded ' || n, '85599000001', 'FULL_KYC'
       FROM generate_series(1, 10001) n`,
    );
    await bank.database.owner.pool.query(
      `INSERT INTO account_state (account_id, kind, status)
       SELECT account_id, 'CUSTOMER', 'ACTIVATED' FROM customer WHERE organization_name LIKE 'Crowded%'`,
    );
    const { headers } = await admin.get(`${lists}/desktop?filter=crowded&size=1`);
    expect([headers['x-total-count'], headers['x-total-more']]).toEqual(['10000', 'true']);
    // The last page that is counted is no page from the end.
    const last = `${lists}/desktop?filter=crowded&sort=accountId,asc&size=1&page=9999`;
    expect(await idsOf(last)).toEqual(['many99@chkt']);
    const all = await admin.get(`${lists}/desktop?size=1`);
    expect([all.headers['x-total-count'], all.headers['x-total-more']]).toEqual(['10002', undefined]);
  });

  it('are for whoever holds their channel’s permission', async () => {
    expect((await auditor.get(`${lists}/mobile`)).status).toBe(200);
    expect((await desk.get(`${lists}/desktop`)).status).toBe(200);
    for (const [caller, channels] of [
      [auditor, ['desktop', 'web']],
      [desk, ['mobile', 'web']],
      [await bank.as('manager'), ['mobile', 'desktop', 'web']],
      [await bank.as('authorizer'), ['mobile', 'desktop', 'web']],
    ] as const) {
      for (const channel of channels) expect((await caller.get(`${lists}/${channel}`)).status).toBe(403);
    }
    expect((await bank.anyone.get(`${lists}/mobile`)).status).toBe(401);
  });
});

describe('an account by its id', () => {
  it('is a customer whole for whoever may see customers of its channel', async () => {
    const answer = await admin.get<CustomerDetail>(`${lists}/a_b@chkt`);
    expect(answer.body).toEqual({
      accountId: 'a_b@chkt',
      accountName: 'a_b',
      accountType: 'MOBILE',
      name: 'Dara Sok',
      bankName: 'Chaktomuk Bank',
      participantCode: 'CHKTKHPPXXX',
      participantBankId: 'CHKTKHPPXXX',
      externalId: 'a_b@chkt',
      fullName: 'Dara Sok',
      firstName: 'Dara',
      lastName: 'Sok',
      firstNameKhmer: null,
      lastNameKhmer: null,
      organizationName: null,
      organizationNameKhmer: null,
      primaryContact: '85512345678',
      secondaryContact: null,
      phoneNumber: '85512345678',
      email: null,
      address: null,
      birthday: null,
      sex: null,
      nationality: null,
      documentId: null,
      createdTime: expect.any(String),
      registeredDate: expect.any(String),
      requestedDate: null,
      status: 'ACTIVATED',
      frozen: false,
      kycStatus: 'FULL_KYC',
      kycLimitId: expect.any(String),
      kycLimitName: 'Full KYC mobile',
      limits: { 'khr#nbc': { dayLimit: null }, 'usd#nbc': { dayLimit: null } },
      assets: { 'khr#nbc': '0', 'usd#nbc': '0.00' },
      balanceKhr: '0',
      balanceUsd: '0.00',
      publicKey: null,
      photoUuid: null,
      identityUuid: null,
      verificationRequestId: null,
    });
    expect((await auditor.get<CustomerDetail>(`${lists}/a_b@chkt`)).body).toEqual(answer.body);
  });

  it('of another channel is not there for them', async () => {
    for (const [caller, id] of [
      [auditor, 'shop@chkt'],
      [auditor, 'web@chkt'],
      [desk, 'a_b@chkt'],
      [admin, 'nobody@chkt'],
      [admin, 'sok@mekg'],
      [admin, 'chktkhppxxx@chkt'],
    ] as const) {
      expect(errorOf(await caller.get(`${lists}/${id}`))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    }
    expect((await (await bank.as('access')).get(`${lists}/a_b@chkt`)).status).toBe(403);
    expect((await bank.anyone.get(`${lists}/a_b@chkt`)).status).toBe(401);
  });

  it('is no more than its account for the manager, who looks after accounts', async () => {
    const { body } = await (await bank.as('manager')).get<CustomerDetail>(`${lists}/a_b@chkt`);
    expect(body).toMatchObject({ accountId: 'a_b@chkt', fullName: 'Dara Sok', status: 'ACTIVATED' });
    expect(body).not.toHaveProperty('documentId');
    expect(body).not.toHaveProperty('kycStatus');
  });
});

describe('the accounts of all channels', () => {
  it('are listed with their balances for who looks after accounts', async () => {
    const manager = await bank.as('manager');
    const path = '/tps/api/list-iroha-account';
    await give(bank, 'axb@chkt', 'usd#nbc', 1_050n);
    const answer = await manager.get<ListedAccount[]>(`${path}?filter=axb@chkt`);
    expect([answer.status, answer.body]).toEqual([
      200,
      [
        {
          accountId: 'axb@chkt',
          accountType: 'MOBILE',
          fullName: 'Bopha Chan',
          organizationName: null,
          balanceKhr: '0',
          balanceUsd: '10.50',
        },
      ],
    ]);
    const web = await manager.get<ListedAccount[]>(`${path}?type=WEB&filter=lucky`);
    expect(web.body.map((it) => it.accountId)).toEqual(['web@chkt']);
    const all = await manager.get<ListedAccount[]>(
      `${path}?type=MOBILE&sort=accountId,desc&size=2&filter=chkt`,
    );
    expect(all.status).toBe(200);
    expect((await manager.get(`${path}?filter=ax`)).status).toBe(400);
    expect((await manager.get(`${path}?sort=balanceKhr,asc`)).status).toBe(400);
    expect((await admin.get(path)).status).toBe(403);
    expect((await bank.anyone.get(path)).status).toBe(401);
  });
});

describe('a search by primary contact', () => {
  const path = (contact: string) => `${lists}/find-by-primary-contact/${encodeURIComponent(contact)}`;

  it('finds mobile users for the auditor, and no organisation', async () => {
    expect((await auditor.get(path('012 345 678'))).body).toMatchObject({
      fullName: 'Dara Sok',
      accountId: 'a_b@chkt',
      primaryContact: '85512345678',
      bankName: 'Chaktomuk Bank',
    });
    expect(errorOf(await auditor.get(path('077 222 333')))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect((await (await bank.as('manager')).get(path('077 222 333'))).status).toBe(200);
    expect(keysOf(await auditor.get(path('hello')))).toEqual(['contact.invalid']);
    expect((await admin.get(path('012345678'))).status).toBe(403);
  });
});

describe('pictures', () => {
  it('are shown to who may see the customer, with nosniff, and each look is audited', async () => {
    const app = await bank.asApp();
    const kyc = await kycOf(app, 'a_b@chkt');
    const photo = `${user}/photo?uuid=${kyc.photoId}`;
    const identity = `${user}/identity?uuid=${kyc.identityId}`;
    const { rows: last } = await bank.database.owner.pool.query('SELECT max(id) AS id FROM audit_log');
    for (const [caller, path] of [
      [admin, photo],
      [auditor, photo],
      [auditor, identity],
    ] as const) {
      const answer = await caller.get(path);
      expect([
        answer.status,
        answer.headers['content-type'],
        answer.headers['x-content-type-options'],
      ]).toEqual([200, 'image/jpeg', 'nosniff']);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    // A photo is no identity document, and neither is there for another channel's people.
    for (const [caller, path] of [
      [admin, `${user}/identity?uuid=${kyc.photoId}`],
      [admin, `${user}/photo?uuid=${kyc.identityId}`],
      [admin, `${user}/photo?uuid=00000000-0000-4000-8000-000000000000`],
      [desk, photo],
    ] as const) {
      expect(errorOf(await caller.get(path))).toEqual([404, 'NOT_FOUND']);
    }
    expect((await admin.get(`${user}/photo?uuid=1'--`)).status).toBe(400);
    expect((await admin.get(`${user}/photo`)).status).toBe(400);
    expect((await (await bank.as('manager')).get(photo)).status).toBe(403);
    expect((await bank.anyone.get(photo)).status).toBe(401);
    const { rows } = await bank.database.owner.pool.query(
      'SELECT login, activity, subject FROM audit_log WHERE id > $1 ORDER BY id',
      [last[0].id],
    );
    expect(rows).toEqual(
      ['admin', 'auditor', 'auditor'].map((login) => ({
        login,
        activity: 'IDENTITY_IMAGE_VIEWED',
        subject: 'a_b@chkt',
      })),
    );
  });
});

describe('whoever reviews requests', () => {
  it('looks into documents and histories of their own channel, and of no other', async () => {
    const kyc = await kycOf(await bank.asApp(), 'a_b@chkt');
    const reviewer = await someoneWith(bank, 'reviewer', ['verification.list.mobile']);
    const stranger = await someoneWith(bank, 'stranger', ['verification.list.web']);
    for (const [path, refusal] of [
      [`${user}/photo?uuid=${kyc.photoId}`, 'NOT_FOUND'],
      [`${user}/identity?uuid=${kyc.identityId}`, 'NOT_FOUND'],
      [`${user}/edit-profile/history/a_b@chkt`, 'ACCOUNT_NOT_FOUND'],
      [`${user}/edit-profile/identity/history/a_b@chkt`, 'ACCOUNT_NOT_FOUND'],
    ] as const) {
      expect((await reviewer.get(path)).status).toBe(200);
      expect(errorOf(await stranger.get(path))).toEqual([404, refusal]);
    }
    expect((await reviewer.get(`${lists}/mobile`)).status).toBe(403);
    expect((await reviewer.get(`${lists}/a_b@chkt`)).status).toBe(403);
  });
});

describe('the histories', () => {
  it('tell what was changed, the newest first', async () => {
    const change = (values: Parameters<typeof changeProfile>[2], changedBy: string) =>
      inTransaction(bank.database.owner.db, (tx) =>
        changeProfile(tx, 'axb@chkt', values, { changedBy, remarks: 'Request 1' }),
      );
    const first = { address: 'Street 271', sex: 'FEMALE', firstName: 'Bopha' };
    expect(await change(first, 'admin Test')).toEqual({
      old: { address: null, sex: null },
      new: { address: 'Street 271', sex: 'FEMALE' },
    });
    expect(await change({ address: null }, 'admin2 Test')).toEqual({
      old: { address: 'Street 271' },
      new: { address: null },
    });
    const path = `${user}/edit-profile/history/axb@chkt`;
    const answer = await admin.get<ProfileChange[]>(path);
    expect(answer.headers['x-total-count']).toBe('3');
    expect(answer.body[0]).toEqual({
      id: expect.any(String),
      fieldName: 'address',
      oldValue: 'Street 271',
      currentValue: null,
      changedBy: 'admin2 Test',
      dateTime: expect.any(String),
      remarks: 'Request 1',
    });
    const page = await admin.get<ProfileChange[]>(`${path}?size=1&page=1&sort=dateTime,asc`);
    expect(page.body.map((it) => it.fieldName)).toEqual(['sex']);
    const { body } = await admin.get<CustomerDetail>(`${lists}/axb@chkt`);
    expect([body.sex, body.address]).toEqual(['female', null]);
  });

  it('tell what was found of the face', async () => {
    const app = await bank.asApp();
    expect((await submit(app, 'a_b@chkt', await kycOf(app, 'a_b@chkt'))).status).toBe(200);
    const { body, headers } = await auditor.get<IdentityCheck[]>(
      `${user}/edit-profile/identity/history/a_b@chkt`,
    );
    expect(headers['x-total-count']).toBe('1');
    expect(body).toEqual([
      {
        id: expect.any(String),
        live: true,
        liveConfidenceAvg: 0.97,
        faceMatch: 0.9,
        changedBy: 'App test-app',
        dateTime: expect.any(String),
      },
    ]);
    const detail = await admin.get<CustomerDetail>(`${lists}/a_b@chkt`);
    expect(detail.body.verificationRequestId).toBe(body[0]?.id);
  });

  it('are there for who may look into the customer', async () => {
    for (const kind of ['history', 'identity/history']) {
      const path = `${user}/edit-profile/${kind}`;
      expect(errorOf(await desk.get(`${path}/a_b@chkt`))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
      expect(errorOf(await admin.get(`${path}/nobody@chkt`))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
      expect((await (await bank.as('manager')).get(`${path}/a_b@chkt`)).status).toBe(403);
      expect((await admin.get(`${path}/a_b@chkt?sort=remarks,asc`)).status).toBe(400);
      expect((await bank.anyone.get(`${path}/a_b@chkt`)).status).toBe(401);
    }
  });
});

describe('the exports', () => {
  const path = '/tps/api/report/fst-iroha-accounts';

  it('hold the list as it is filtered and sorted, in the words of the language', async () => {
    const lines = await csvOf(admin, `${path}/web?filter=lucky&sort=organizationName,asc`);
    expect(lines[0]).toBe(
      '\uFEFFOrganisation,Name in Khmer,Account ID,Primary contact,Address,Registered date (UTC+07:00),KYC status,Account state',
    );
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(
      /^Lucky Star Mart,,web@chkt,office@lucky\.example,,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Full KYC,Active$/,
    );
    const khmer = await csvOf(admin, `${path}/mobile?kyc=FULL_KYC&sort=accountId,asc`, {
      'accept-language': 'km',
    });
    expect(khmer[0]).toContain('ឈ្មោះពេញ,ឈ្មោះជាភាសាខ្មែរ,លេខសម្គាល់គណនី');
    expect(khmer.slice(1).map((it) => it.split(',')[2])).toEqual([
      'a_b@chkt',
      'axb@chkt',
      'frozen@chkt',
      'gone@chkt',
      'khmer@chkt',
      'off@chkt',
    ]);
    expect(khmer.find((it) => it.includes('gone@chkt'))).toMatch(/\+855 69 222 333,.*បានលុប$/);
    expect(khmer.find((it) => it.includes('frozen@chkt'))).toMatch(/បានទប់ស្កាត់$/);
  });

  it('Known fault (ChurchCRM 5465): a name that a spreadsheet would run is only a name', async () => {
    await enter([
      {
        account_id: 'formula@chkt',
        account_type: 'WEB',
        organization_name: '=cmd|calc',
        first_name: null,
        last_name: null,
      },
    ]);
    const lines = await csvOf(admin, `${path}/web?filter=formula@chkt`);
    expect(lines[1]).toMatch(/^'=cmd\|calc,/);
  });

  it('are a permission of their own; auditors have none', async () => {
    for (const channel of ['mobile', 'desktop', 'web']) {
      for (const caller of [auditor, desk, await bank.as('manager')]) {
        expect((await caller.get(`${path}/${channel}`)).status).toBe(403);
      }
      expect((await bank.anyone.get(`${path}/${channel}`)).status).toBe(401);
    }
    expect(keysOf(await admin.get(`${path}/mobile?filter=da`))).toEqual(['search.too-short']);
  });
});
