import type { RefusalBody } from '@tonle/contract/refusal';
import type { TransactionDetail, TransactionRow } from '@tonle/contract/transactions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  mainAccountId,
  settlementId,
  startTestBank,
  type TestBank,
  type TestTransfer,
} from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';

const base = '/report-service/api/transfer-management/iroha-transactions';
const history = '/report-service/api/transfer-management/fast-transactions/web-history';

/** Noon of 10 March in Phnom Penh, for the server; everything below is dated from it. */
const now = new Date('2026-03-10T05:00:00Z');
const on = (day: string, time: string) => new Date(`${day}T${time}+07:00`);

const inward = (at: Date, more: Partial<TestTransfer> = {}): TestTransfer => ({
  at,
  from: settlementId,
  to: mainAccountId,
  sourceAccountId: 'sok_dara@mekg',
  amountMinor: 1_000n,
  type: 'DEPOSIT',
  standing: { status: 'SUCCESS', businessStatus: 'RECEIVED_AT_FI' },
  ...more,
});
const outward = (at: Date, more: Partial<TestTransfer> = {}): TestTransfer => ({
  at,
  from: mainAccountId,
  to: 'a_b@chkt',
  amountMinor: 500n,
  ...more,
});
const within = (at: Date, more: Partial<TestTransfer> = {}): TestTransfer => ({
  at,
  from: 'a_b@chkt',
  to: 'shop@chkt',
  assetId: 'khr#nbc',
  amountMinor: 25n,
  ...more,
});

const past: TestTransfer[] = [
  inward(on('2026-01-24', '10:00:00'), {
    fiTransactionId: 'FORGOTTEN1',
    extRef: 'OLD-REF-45',
    amountMinor: 77_700n,
  }),
  inward(on('2026-02-08', '23:59:59'), { fiTransactionId: 'DAY31' }),
  inward(on('2026-02-09', '00:00:00'), { fiTransactionId: 'DAY30' }),
  outward(on('2026-02-20', '09:00:00'), {
    assetId: 'khr#nbc',
    amountMinor: 15_000n,
    description: 'ប្រាក់ខែ',
    extRef: 'KHR-1',
  }),
  outward(on('2026-02-20', '09:30:00'), {
    to: settlementId,
    destinationAccountId: 'bopha@mekg',
    destinationName: 'Bopha Chan',
    destinationPhoneNumber: '85512999888',
    standing: { status: 'PENDING', businessStatus: 'RECEIVED_AT_ACH' },
    fiTransactionId: 'ABROAD1',
    fastTransactionId: 'FASTABROAD1',
    details: { destinationWalletType: 'DESKTOP', destinationBankName: 'Mekong Commercial Bank' },
  }),
  within(on('2026-02-21', '10:00:00'), {
    fiTransactionId: 'INSIDE1',
    sourceName: 'Dara Sok',
    sourcePhoneNumber: '85512345678',
    details: { sourceWalletType: 'MOBILE', destinationWalletType: 'DESKTOP' },
  }),
  outward(on('2026-03-01', '10:00:00'), { to: 'axb@chkt' }),
  inward(on('2026-03-10', '00:05:00'), { fiTransactionId: 'EARLY' }),
  inward(on('2026-03-10', '23:55:00'), { fiTransactionId: 'LATE' }),
];

let bank: TestBank;
let manager: Caller;
let auditor: Caller;
beforeAll(async () => {
  bank = await startTestBank({ past, opened: on('2026-01-01', '08:00:00'), clock: () => now });
  manager = await bank.as('manager');
  auditor = await bank.as('auditor');
});
afterAll(() => bank.close());

type Rows = Answer<TransactionRow[]>;
const list = (path: string, caller = manager): Promise<Rows> => caller.get<TransactionRow[]>(path);
const idsOf = (answer: Rows) => answer.body.map((it) => it.fiTransactionId);
const factsOf = (answer: Rows) => [
  answer.headers['x-total-count'],
  answer.headers['x-sum-khr'],
  answer.headers['x-sum-usd'],
];
const keysOf = (answer: Answer) => (answer.body as RefusalBody).fields?.map((it) => it.key);

describe('who may see', () => {
  test.each([
    [`${base}/incoming`, ['manager', 'teller']],
    [`${base}/incoming/today`, ['manager', 'teller']],
    [`${base}/outgoing`, ['manager']],
    [`${base}/outgoing/today`, ['manager']],
    [history, ['manager', 'auditor']],
    [`${history}/`, ['manager', 'auditor']],
    [`${base}/history/sok_dara@mekg/EARLY`, ['manager', 'auditor']],
    [`${base}/EARLY`, ['manager', 'teller', 'auditor']],
    [`${base}/sok_dara@mekg/EARLY`, ['manager', 'teller', 'auditor']],
  ])('%s: only %j', async (path, logins) => {
    expect((await bank.anyone.get(path)).status).toBe(401);
    for (const login of ['manager', 'teller', 'auditor', 'admin', 'access', 'authorizer', 'keyholder1']) {
      expect([login, (await (await bank.as(login)).get(path)).status]).toEqual([
        login,
        logins.includes(login) ? 200 : 403,
      ]);
    }
  });

  test('the searches: 401, 403', async () => {
    for (const direction of ['incoming', 'outgoing']) {
      expect((await bank.anyone.post(`${base}/${direction}`, {})).status).toBe(401);
      expect((await auditor.post(`${base}/${direction}`, {})).status).toBe(403);
      expect((await manager.post(`${base}/${direction}`, {})).status).toBe(200);
    }
  });

  test('a detail that is in none of the caller’s lists is 404, as if it were not there', async () => {
    const teller = await bank.as('teller');
    expect((await teller.get(`${base}/ABROAD1`)).status).toBe(404);
    expect((await teller.get(`${base}/${mainAccountId}/ABROAD1`)).status).toBe(404);
    expect((await manager.get(`${base}/ABROAD1`)).status).toBe(200);
    expect((await manager.get(`${base}/NEVERWAS`)).status).toBe(404);
    expect((await manager.get(`${base}/axb@chkt/ABROAD1`)).status).toBe(404);
  });
});

describe('lists', () => {
  test('incoming by default: today and the 29 days before, newest first', async () => {
    const answer = await list(`${base}/incoming`);
    expect(idsOf(answer)).toEqual(['LATE', 'EARLY', 'DAY30']);
    expect(factsOf(answer)).toEqual(['3', '0', '30.00']);
    expect([answer.headers.hasnext, answer.headers.hasprevious]).toEqual(['false', 'false']);
  });

  test('outgoing: what left the main account or the domain', async () => {
    const answer = await list(`${base}/outgoing`);
    expect(answer.body.map((it) => it.destinationAccountId)).toEqual(['axb@chkt', 'bopha@mekg', 'a_b@chkt']);
    expect(factsOf(answer)).toEqual(['3', '15000', '10.00']);
  });

  test('history: each transaction that touches the domain once', async () => {
    const answer = await list(`${history}?dateFrom=2026-01-02&dateTo=2026-03-10`);
    expect(answer.headers['x-total-count']).toBe('9');
    expect(idsOf(answer)).toContain('INSIDE1');
  });

  test('Known fault (woocommerce-payments 7834): KHR 15000 is 15000 in list and detail, never 150.00', async () => {
    const [row] = (await list(`${base}/outgoing?currencies=KHR`)).body;
    expect(row?.transactionContent.commandList).toEqual([{ commandCase: 'TRANSFER_ASSET', amount: '15000' }]);
    const detail = await manager.get<TransactionDetail>(`${base}/${row?.transactionHash}`);
    expect(detail.body).toMatchObject({
      transactionContent: { commandList: [{ amount: '15000' }] },
      currencySymbol: '៛',
      precision: 0,
      assetId: 'khr#nbc',
      description: 'ប្រាក់ខែ',
    });
  });

  test('Known fault (bcgov/entity 4066): rows at 00:05 and 23:55 Phnom Penh are both today’s', async () => {
    expect(idsOf(await list(`${base}/incoming/today`))).toEqual(['LATE', 'EARLY']);
    expect(idsOf(await list(`${base}/incoming?fromDate=2026-03-10&toDate=2026-03-10`))).toEqual([
      'LATE',
      'EARLY',
    ]);
    expect(idsOf(await list(`${base}/incoming?fromDate=2026-03-11&toDate=2026-03-11`))).toEqual([]);
    expect(idsOf(await list(`${base}/outgoing/today`))).toEqual([]);
  });

  test('Known fault (woocommerce-payments 9135, 8522): list and detail tell one time', async () => {
    const [row] = (await list(`${base}/incoming/today`)).body;
    const detail = await manager.get<TransactionDetail>(`${base}/${row?.transactionHash}`);
    expect(row?.transactionCreatedTime).toBe('2026-03-10T16:55:00.000Z');
    expect(detail.body.trxDaytime).toBe(row?.transactionCreatedTime);
    expect(detail.body.transactionCreatedTime).toBe(row?.transactionCreatedTime);
  });

  test('days are inclusive at both ends, open at either', async () => {
    expect(idsOf(await list(`${base}/incoming?fromDate=2026-02-08&toDate=2026-02-09`))).toEqual([
      'DAY30',
      'DAY31',
    ]);
    expect(idsOf(await list(`${base}/incoming?toDate=2026-02-08`))).toContain('FORGOTTEN1');
    expect(idsOf(await list(`${base}/incoming?fromDate=2026-03-10`))).toEqual(['LATE', 'EARLY']);
    expect(idsOf(await list(`${base}/incoming?fromDate=0000-01-01&toDate=9999-12-31`))).toContain(
      'FORGOTTEN1',
    );
  });

  test('instants bound to the millisecond, in any offset', async () => {
    const between = (from: string, to: string) =>
      list(`${base}/incoming?fromDatetime=${encodeURIComponent(from)}&toDatetime=${encodeURIComponent(to)}`);
    expect(idsOf(await between('2026-02-08T23:59:59+07:00', '2026-02-08T17:00:00Z'))).toEqual([
      'DAY30',
      'DAY31',
    ]);
    expect(idsOf(await between('2026-02-08T23:59:59.001+07:00', '2026-02-08T17:00:00Z'))).toEqual(['DAY30']);
    expect(idsOf(await between('2026-02-08T23:59:59+07:00', '2026-02-08T16:59:59.999Z'))).toEqual(['DAY31']);
    const early = await between('2026-03-10T00:04:59+07:00', '2026-03-10T00:05:00+07:00');
    expect([idsOf(early), early.headers['x-total-count'], early.headers['x-sum-usd']]).toEqual([
      ['EARLY'],
      '1',
      undefined,
    ]);
  });

  test('filters, each with several values; ALL and empty mean not given', async () => {
    expect(idsOf(await list(`${base}/outgoing?status=PENDING`))).toEqual(['ABROAD1']);
    expect((await list(`${base}/outgoing?status=PENDING,SUCCESS`)).body).toHaveLength(3);
    expect((await list(`${base}/outgoing?status=ALL&currencies=&businessStatus=`)).body).toHaveLength(3);
    expect(
      idsOf(await list(`${base}/outgoing?businessStatus=RECEIVED_AT_ACH&businessStatus=PENDING`)),
    ).toEqual(['ABROAD1']);
    expect((await list(`${base}/incoming?type=DEPOSIT`)).body).toHaveLength(3);
    expect((await list(`${base}/incoming?type=RECEIVE`)).headers['x-total-count']).toBe('0');
    expect((await list(`${base}/outgoing?currencies=KHR&status=PENDING`)).body).toEqual([]);
  });

  test('by account, own or of another bank', async () => {
    expect(idsOf(await list(`${base}/outgoing?accountId=bopha@mekg`))).toEqual(['ABROAD1']);
    expect((await list(`${base}/outgoing?accountId=axb@chkt`)).headers['x-total-count']).toBe('1');
    expect((await list(`${base}/incoming?accountId=axb@chkt`)).headers['x-total-count']).toBe('0');
    expect((await list(`${base}/incoming?accountId=sok_dara@mekg`)).headers['x-total-count']).toBe('3');
    expect(idsOf(await list(`${history}?user=shop@chkt`))).toEqual(['INSIDE1']);
    expect((await list(`${history}?user=a_b@chkt`)).headers['x-total-count']).toBe('1');
    expect(idsOf(await list(`${history}?user=bopha@mekg`))).toEqual(['ABROAD1']);
    expect((await list(`${history}?user=${mainAccountId}`)).headers['x-total-count']).toBe('3');
  });

  test('history takes the address bar’s names', async () => {
    const answer = await list(
      `${history}?currency=USD&transactionStatus=PENDING&dateFrom=2026-02-20&dateTo=2026-02-20`,
    );
    expect(idsOf(answer)).toEqual(['ABROAD1']);
    expect(
      (await list(`${history}?currency=ALL&transactionStatus=ALL`, auditor)).headers['x-total-count'],
    ).toBe('7');
  });

  test.each([
    ['fromDate=2026-02-30', 'field.invalid-date'],
    ['fromDate=2026-03-02&toDate=2026-03-01', 'day.range-reversed'],
    ['fromDatetime=yesterday', 'field.invalid-date'],
    ['status=DONE', 'field.not-a-choice'],
    ['currencies=EUR', 'field.not-a-choice'],
    ['search=ab', 'search.too-short'],
    ['cursor=bm9uc2Vuc2U', 'field.invalid'],
    ['unknown=1', 'field.unknown'],
    ['size=101', 'field.too-large'],
    ['page=-1', 'field.invalid'],
    ['accountId=nobody', 'account-id.invalid'],
  ])('%s is 400', async (query, key) => {
    const answer = await manager.get(`${base}/incoming?${query}`);
    expect([answer.status, keysOf(answer)]).toEqual([400, [key]]);
  });

  test('Known fault (fineract CVE-2018-1289): sort by an expression, an unknown field, a junk direction: 400', async () => {
    for (const sort of ['(case when 1=1 then 1 end),asc', 'amount,asc', 'transactionCreatedTime,up', 'id']) {
      expect((await manager.get(`${base}/incoming?sort=${encodeURIComponent(sort)}`)).status, sort).toBe(400);
    }
    const upward = await list(`${base}/incoming?sort=transactionCreatedTime,asc`);
    expect(idsOf(upward)).toEqual(['DAY30', 'EARLY', 'LATE']);
  });
});

describe('the search by direction', () => {
  const search = (direction: string, body: unknown) =>
    manager.post<TransactionRow[]>(`${base}/${direction}?size=50`, body);

  test('takes every field of the body', async () => {
    const answer = await search('outgoing', {
      accountId: 'bopha@mekg',
      search: 'ABRO',
      currencies: ['USD'],
      directions: ['OUTGOING'],
      status: ['PENDING'],
      businessStatus: ['RECEIVED_AT_ACH'],
      fromDatetime: '2026-02-20T00:00:00+07:00',
      toDatetime: '2026-02-21T00:00:00+07:00',
      fromDate: '2026-02-20',
      toDate: '2026-02-20',
    });
    expect(idsOf(answer)).toEqual(['ABROAD1']);
    expect(idsOf(await search('outgoing', { currencies: ['KHR'], search: 'ABRO' }))).toEqual([]);
  });

  test('with nothing asked for is the list; null and "" are not given', async () => {
    expect(idsOf(await search('incoming', {}))).toEqual(['LATE', 'EARLY', 'DAY30']);
    expect(idsOf(await search('incoming', { search: '', accountId: null, status: [] }))).toHaveLength(3);
    expect(idsOf(await search('incoming', { directions: ['OUTGOING'] }))).toEqual([]);
    expect((await search('incoming', { directions: ['OUTGOING', 'INCOMING'] })).body).toHaveLength(3);
  });

  test('of an unknown field, or something else than JSON: 400, 415', async () => {
    expect((await search('incoming', { roles: [] })).status).toBe(400);
    const text = await manager.post(`${base}/incoming`, 'search=abc', { 'content-type': 'text/html' });
    expect(text.status).toBe(415);
  });
});

describe('a detail', () => {
  test('by hash, FI id or FAST id, and by account and id', async () => {
    const byFi = await manager.get<TransactionDetail>(`${base}/ABROAD1`);
    expect(byFi.body).toMatchObject({
      fiTransactionId: 'ABROAD1',
      fastTransactionId: 'FASTABROAD1',
      sourceAccountId: mainAccountId,
      destinationAccountId: 'bopha@mekg',
      destinationBankName: 'Mekong Commercial Bank',
      status: 'PENDING',
      businessStatus: 'RECEIVED_AT_ACH',
      fstTrxStatus: 'RECEIVED_AT_ACH',
      pairedTrxHash: null,
      currencyExchangeRate: null,
    });
    for (const id of ['FASTABROAD1', byFi.body.transactionHash, byFi.body.transactionHash.toUpperCase()]) {
      expect((await manager.get(`${base}/${id}`)).body).toEqual(byFi.body);
    }
    expect((await manager.get(`${base}/${mainAccountId}/ABROAD1`)).body).toEqual(byFi.body);
    expect((await auditor.get(`${base}/history/${mainAccountId}/ABROAD1`)).body).toEqual(byFi.body);
  });

  test('gives names for a MOBILE wallet alone', async () => {
    expect((await manager.get(`${base}/INSIDE1`)).body).toMatchObject({
      sourceName: 'Dara Sok',
      destinationName: null,
    });
    expect((await manager.get(`${base}/ABROAD1`)).body).toMatchObject({ destinationName: null });
  });
});
