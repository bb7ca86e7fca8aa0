import type { RecoveryDetail, RecoveryRow } from '@tonle/contract/key-recovery';
import { recoveryStatuses } from '@tonle/contract/key-recovery-states';
import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../test-server.ts';
import { handIn, jpegOf, openedBy, pngOf } from '../channel/test-customers.ts';
import {
  applicationOf,
  base,
  type PutRequest,
  type RecoveryBank,
  startRecoveryBank,
} from './test-recoveries.ts';

let bank: RecoveryBank;
let admin: Caller;
let authorizer: Caller;
const made: PutRequest[] = [];
beforeAll(async () => {
  bank = await startRecoveryBank({ isCalm: true });
  admin = await bank.as('admin');
  authorizer = await bank.as('authorizer');
  const app = await bank.asApp();
  for (const status of recoveryStatuses) {
    const { accountId } = await openedBy(app);
    made.push(await bank.put(status, { accountId, accountType: 'MOBILE' }));
  }
  await bank.rows(
    `UPDATE key_recovery_request r SET created = timestamp '2026-01-01' + r.id * interval '1 hour', updated = created`,
  );
  made.push(
    await bank.put('CANCELED', { accountId: 'a_b@chkt' }),
    await bank.put('READY', { accountId: 'axb@chkt' }),
  );
  await bank.rows(
    `UPDATE key_recovery_request SET name = 'ម្ត៉ាយ 100% 50_50 \\x' WHERE account_id = 'axb@chkt'`,
  );
});
afterAll(() => bank?.close());

const path = `${base}/account-recovery-request`;
const list = (query: string, by = admin) => by.get<RecoveryRow[]>(`${path}?${query}`);

describe('the lists', () => {
  test('give rows without pictures, newest first, with the whole number', async () => {
    const { status, headers, body } = await list('size=5');
    expect([status, headers['x-total-count'], body.length]).toEqual([200, '15', 5]);
    expect(body.map((it) => it.date)).toEqual([...body.map((it) => it.date)].sort((a, b) => b - a));
    expect(Object.keys(body[0] ?? {}).sort()).toEqual([
      'accountId',
      'accountType',
      'barred',
      'comment',
      'date',
      'id',
      'name',
      'overdue',
      'status',
      'trxHash',
      'trxStatus',
      'updateTime',
    ]);
    const last = await list('size=5&page=2');
    expect(last.body).toHaveLength(5);
    expect(last.body.at(-1)?.id).toBe(made[0]?.id);
  });

  test.each(recoveryStatuses)('by the status %s, in both of its calls', async (status) => {
    const { body } = await list(`status=${status}&size=50`);
    expect(new Set(body.map((it) => it.status))).toEqual(new Set([status]));
    const posted = await authorizer.post<RecoveryRow[]>(`${base}/requests?size=50`, { status });
    expect(posted.body.map((it) => it.id)).toEqual(body.map((it) => it.id));
    expect(posted.headers['x-total-count']).toBe(String(body.length));
  });

  test('take the authorizer’s filter from body or query, and ALL for none', async () => {
    const all = await authorizer.post<RecoveryRow[]>(`${base}/requests?size=50&status=READY`, {});
    expect(all.body.map((it) => it.status)).toEqual(['READY', 'READY']);
    for (const [query, body] of [
      ['', { status: 'ALL', filter: 'axb@chkt' }],
      ['?search=axb@chkt', { status: '' }],
      ['?filter=axb@chkt', {}],
    ] as const) {
      const found = await authorizer.post<RecoveryRow[]>(`${base}/requests${query}`, body);
      expect(found.body.map((it) => it.accountId)).toEqual(['axb@chkt']);
    }
  });

  test.each([
    ['a_b@', ['a_b@chkt']],
    ['100%', ['axb@chkt']],
    ['50_5', ['axb@chkt']],
    ['%%%', []],
    [' AXB@chkt ', ['axb@chkt']],
    ['ម្ត៉ាយ', ['axb@chkt']],
    ["x' or 1=1", []],
  ])('known fault: a search is no pattern: %j (keycloak 36513)', async (search, accounts) => {
    const { body } = await list(`filter=${encodeURIComponent(search)}`);
    expect(body.map((it) => it.accountId)).toEqual(accounts);
  });

  test('find a request by the beginning of its hash', async () => {
    const { body } = await list(`filter=${made[3]?.trxHash.slice(0, 12)}`);
    expect(body.map((it) => it.id)).toEqual([made[3]?.id]);
  });

  test('sort by what they may be sorted by, both ways', async () => {
    for (const field of ['date', 'updateTime', 'accountId']) {
      const down = await list(`sort=${field},desc&size=50`);
      const up = await list(`sort=${field},asc&size=50`);
      expect(up.body.map((it) => it.id)).toEqual(down.body.map((it) => it.id).reverse());
    }
  });

  test.each([
    ['sort=(case when 1=1 then 1 end)', 'sort'],
    ['sort=name,asc', 'sort'],
    ['status=MAYBE', 'status'],
    ['filter=ab', 'filter'],
    ['size=101', 'size'],
    ['documents=1', 'documents'],
  ])('refuse %s', async (query, field) => {
    const { status, body } = await list(encodeURI(query));
    expect([status, (body as unknown as RefusalBody).fields?.map((it) => it.path)]).toEqual([400, [field]]);
  });

  test('are only for those who may', async () => {
    for (const login of ['manager', 'auditor', 'access', 'teller']) {
      const who = await bank.as(login);
      expect((await list('', who)).status).toBe(403);
      expect((await who.post(`${base}/requests`, {})).status).toBe(403);
      expect((await who.get(`${path}/${made[0]?.id}`)).status).toBe(403);
      expect((await who.get(`${base}/requests/${made[0]?.id}`)).status).toBe(403);
    }
    expect((await list('', authorizer)).status).toBe(403);
    expect((await admin.post(`${base}/requests`, {})).status).toBe(403);
    expect((await bank.anyone.get(path)).status).toBe(401);
  });
});

describe('a request', () => {
  test('shows its documents, and the view is written down', async () => {
    const app = await bank.asApp();
    const { accountId } = await openedBy(app);
    const photo = await handIn(app, accountId, 'photo', await jpegOf(), 'image/jpeg');
    await bank.rows('UPDATE customer SET photo_id = $1 WHERE account_id = $2', [
      photo.body.imageId,
      accountId,
    ]);
    const opened = await admin.post<{ id: string }>(path, {
      accountId,
      name: 'Dara',
      documentId: 'N1',
      application: await applicationOf('#aa0000'),
    });
    const views = async () =>
      (
        await bank.rows(
          `SELECT login FROM audit_log WHERE activity = 'KEY_RECOVERY_DOCUMENTS_VIEWED' AND subject = $1`,
          [accountId],
        )
      ).map((it) => it.login);
    const without = await admin.get<RecoveryDetail>(`${path}/${opened.body.id}?documents=false`);
    expect(without.body).toMatchObject({
      photo: null,
      application: null,
      hasPhoto: true,
      hasApplication: true,
      name: 'Dara',
      recordName: 'ដារ៉ា Sok',
      documentId: 'N1',
      recordDocumentId: null,
    });
    expect(await views()).toEqual([]);
    const shown = await authorizer.get<RecoveryDetail>(`${base}/requests/${opened.body.id}`);
    for (const picture of [shown.body.photo, shown.body.application]) {
      expect(
        Buffer.from(picture ?? '', 'base64')
          .subarray(0, 3)
          .toString('hex'),
      ).toBe('ffd8ff');
    }
    expect(await views()).toEqual(['authorizer']);
  });

  test('that is not there is 404', async () => {
    expect((await admin.get(`${path}/999999`)).status).toBe(404);
    expect((await admin.get(`${path}/0`)).status).toBe(400);
  });
});

describe('the application', () => {
  const complete = async (application: unknown, more: object = {}) => {
    const { status, body } = await admin.post<RefusalBody>(path, {
      accountId: 'khmer@chkt',
      name: 'Sokha',
      documentId: 'N1',
      application,
      ...more,
    });
    return [status, body.fields?.map((it) => [it.path, it.key])];
  };
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

  test.each([
    ['nothing', undefined, 'recovery.application-required'],
    ['an empty text', '', 'recovery.application-required'],
    ['what is no base64', '<svg onload=alert(1)>', 'image.not-an-image'],
    ['an SVG', base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'image.not-an-image'],
    ['more than 1 MiB', base64(Buffer.alloc(1_048_577, 1)), 'recovery.file-too-big'],
  ])('is refused in words: %s', async (_name, application, key) => {
    expect(await complete(application)).toEqual([400, [['application', key]]]);
  });

  test('known fault: a JPEG, a script behind a PNG, and 20,000 × 20,000 pixels are refused (bimg 394)', async () => {
    expect(await complete(base64(await jpegOf()))).toEqual([400, [['application', 'image.not-an-image']]]);
    const png = await pngOf();
    const behind = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]);
    expect(await complete(base64(behind))).toEqual([400, [['application', 'image.damaged']]]);
    const large = Buffer.from(png);
    large.writeUInt32BE(20_000, 16);
    large.writeUInt32BE(20_000, 20);
    expect(await complete(base64(large))).toEqual([400, [['application', 'image.too-many-pixels']]]);
  });

  test('needs a name, and a person’s document ID of plain letters and digits', async () => {
    const png = await applicationOf();
    expect(await complete(png, { name: '  ' })).toEqual([400, [['name', 'recovery.name-required']]]);
    expect(await complete(png, { documentId: '' })).toEqual([400, [['documentId', 'document-id.required']]]);
    expect(await complete(png, { documentId: 'លេខ-1' })).toEqual([
      400,
      [['documentId', 'recovery.document-id-invalid']],
    ]);
    expect(await complete(png, { status: 'READY' })).toEqual([400, [['status', 'field.unknown']]]);
    // An organisation has to be verified first.
    expect(await complete(png, { accountId: 'web@chkt' })).toEqual([409, undefined]);
  });
});
