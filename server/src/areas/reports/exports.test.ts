import type { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mainAccountId, settlementId, startTestBank, type TestBank } from '../../test-bank.ts';
import type { Caller } from '../../test-server.ts';
import { csvOf, exportPath, historyExportPath, patientTiming } from './test-reports.ts';

/** Noon of 10 March in Phnom Penh, for the server; everything below is dated from it. */
const now = new Date('2026-03-10T05:00:00Z');
const on = (day: string, time: string) => new Date(`${day}T${time}+07:00`);
const days = 'fromDate=2026-03-01&toDate=2026-03-10';

let bank: TestBank;
let manager: Caller;
beforeAll(async () => {
  bank = await startTestBank({
    clock: () => now,
    opened: on('2025-06-01', '00:00:00'),
    reportTiming: patientTiming,
    past: [
      {
        at: on('2025-09-10', '12:00:00'),
        from: mainAccountId,
        to: 'a_b@chkt',
        amountMinor: 1n,
        assetId: 'khr#nbc',
      },
      {
        at: on('2026-03-02', '00:05:00'),
        from: settlementId,
        to: mainAccountId,
        sourceAccountId: 'sok_dara@mekg',
        amountMinor: 15_000n,
        assetId: 'khr#nbc',
        type: 'DEPOSIT',
        standing: { status: 'SUCCESS', businessStatus: 'RECEIVED_AT_FI' },
        extRef: '=HYPERLINK("http://evil.example","x")',
      },
      {
        at: on('2026-03-02', '23:55:59'),
        from: settlementId,
        to: mainAccountId,
        sourceAccountId: 'sok_dara@mekg',
        amountMinor: 30n,
        type: 'DEPOSIT',
        standing: { status: 'SUCCESS', businessStatus: 'ACKNOWLEDGED_BY_FI' },
        extRef: '#1 "ប្រាក់ខែ",\nline two',
      },
      { at: on('2026-03-03', '10:00:00'), from: mainAccountId, to: 'a_b@chkt', amountMinor: 9_007_199_254n },
      {
        at: on('2026-03-04', '10:00:00'),
        from: 'a_b@chkt',
        to: 'shop@chkt',
        amountMinor: 250n,
        extRef: '+855 12 345 678',
      },
    ],
    mainUsdMinor: 10_000_000_000n,
  });
  manager = await bank.as('manager');
});
afterAll(() => bank?.close());

/** A file's rows, by their columns from the second on: hashes are the ledger's. */
const withoutHash = (lines: string[]) => lines.map((it) => it.replace(/^[0-9a-f]{64},/, ''));

describe('exports of transactions', () => {
  test('incoming: the columns and words of the screen, UTC+7, plain decimals, newest first; Khmer, #, quotes and newlines intact (woocommerce-payments 9135, chatwoot 15684, ChurchCRM 5465)', async () => {
    const lines = withoutHash(await csvOf(manager, `${exportPath}/incoming?${days}`));
    expect(lines).toEqual([
      '\uFEFFTrx Hash,External reference,Entry Date (UTC+07:00),From Account,To Account,CCY,Amount,Status,Business Status',
      '"#1 ""ប្រាក់ខែ"",',
      'line two",2026-03-02 23:55:59,sok_dara@mekg,chktkhppxxx@chkt,USD,0.30,Success,Acknowledged by FI',
      '"\'=HYPERLINK(""http://evil.example"",""x"")",2026-03-02 00:05:00,sok_dara@mekg,chktkhppxxx@chkt,KHR,15000,Success,Received at FI',
    ]);
  });

  test('in Khmer where the reader reads Khmer', async () => {
    const lines = await csvOf(manager, `${exportPath}/outgoing?${days}`, { 'accept-language': 'km' });
    expect(lines[0]).toBe(
      '\uFEFFហាស,លេខយោងខាងក្រៅ,កាលបរិច្ឆេទ (UTC+07:00),ពីគណនី,ទៅគណនី,រូបិយ,ចំនួនទឹកប្រាក់,ស្ថានភាព,ស្ថានភាពដំណើរការ',
    );
    expect(withoutHash(lines).slice(1)).toEqual([
      ',2026-03-03 10:00:00,chktkhppxxx@chkt,a_b@chkt,USD,90071992.54,ជោគជ័យ,',
    ]);
  });

  test('the filters are the list’s: status, currency, search, order', async () => {
    const count = async (query: string) =>
      (await csvOf(manager, `${exportPath}/incoming?${days}&${query}`)).length;
    const filters = ['businessStatus=RECEIVED_AT_FI', 'currencies=KHR', 'status=FAILED'];
    const searches = ['search=sok_dara', 'search=nobody'];
    expect(await Promise.all([...filters, ...searches].map(count))).toEqual([2, 2, 1, 4, 1]);
    const upwards = await csvOf(
      manager,
      `${exportPath}/incoming?${days}&currencies=KHR,USD&sort=transactionCreatedTime,asc`,
    );
    expect(upwards[1]).toContain('2026-03-02 00:05:00');
  });

  test('a whole identifier is found outside of the days too, as in the list; a part of it is not', async () => {
    const found = async (search: string) =>
      withoutHash(await csvOf(manager, `${historyExportPath}?dateFrom=2026-03-05&search=${search}`)).slice(1);
    const row = '+855 12 345 678,2026-03-04 10:00:00,a_b@chkt,shop@chkt,USD,2.50,Success,';
    expect(await found(encodeURIComponent('+855 12 345 678'))).toEqual([row]);
    expect(await found(encodeURIComponent('+855 12 345'))).toEqual([]);
  });

  test('history: each once, by the names of its address; a phone number stays usable', async () => {
    const lines = withoutHash(
      await csvOf(
        manager,
        `${historyExportPath}?dateFrom=2026-03-04&dateTo=2026-03-04&user=shop@chkt&currency=USD`,
      ),
    );
    expect(lines.slice(1)).toEqual([
      '+855 12 345 678,2026-03-04 10:00:00,a_b@chkt,shop@chkt,USD,2.50,Success,',
    ]);
  });

  test('an account: its own view of the type, and six calendar months', async () => {
    const account = `${exportPath}/account-details?accountId=a_b@chkt`;
    const lines = withoutHash(await csvOf(manager, account));
    expect(lines).toEqual([
      '\uFEFFTrx Hash,Entry Date (UTC+07:00),From Account,To Account,CCY,Amount,Transaction Type',
      '2026-03-04 10:00:00,a_b@chkt,shop@chkt,USD,2.50,Send/Pay',
      '2026-03-03 10:00:00,chktkhppxxx@chkt,a_b@chkt,USD,90071992.54,Receive',
      '2025-09-10 12:00:00,chktkhppxxx@chkt,a_b@chkt,KHR,1,Receive',
    ]);
    expect(await csvOf(manager, `${account}&type=SEND_PAY&from=2026-03-01&to=2026-03-10`)).toHaveLength(2);
  });

  test('known fault: an empty export has its header line', async () => {
    expect(await csvOf(manager, `${exportPath}/incoming?fromDate=2026-03-09&toDate=2026-03-09`)).toHaveLength(
      1,
    );
  });
});

describe('the windows', () => {
  const refused = async (path: string) => {
    const { status, body } = await manager.get<RefusalBody>(path);
    return [status, body.fields?.[0]?.key, body.fields?.[0]?.message];
  };

  test('beyond the look-back is refused in words', async () => {
    const words = 'Reports reach back 30 days: please choose a first day from 2026-02-09 on';
    expect(await refused(`${exportPath}/incoming?fromDate=2026-02-08&toDate=2026-03-10`)).toEqual([
      400,
      'report.look-back',
      words,
    ]);
    expect(await refused(`${exportPath}/outgoing?toDate=2026-03-10`)).toEqual([
      400,
      'report.look-back',
      words,
    ]);
    expect(await refused(`${exportPath}/incoming?fromDatetime=2026-02-08T23:59:59%2B07:00`)).toEqual([
      400,
      'report.look-back',
      words,
    ]);
    expect(await refused(`${historyExportPath}?dateFrom=2026-02-08`)).toEqual([
      400,
      'report.look-back',
      words,
    ]);
    expect((await manager.get(`${exportPath}/incoming?fromDate=2026-02-09`)).status).toBe(200);
  });

  test('beyond six months is refused in words', async () => {
    const account = `${exportPath}/account-details?accountId=a_b@chkt`;
    expect(await refused(`${account}&from=2025-09-09`)).toEqual([
      400,
      'report.months',
      'Reports of an account reach back 6 months: please choose a first day from 2025-09-10 on',
    ]);
    expect(await refused(`${account}&to=2026-03-01`)).toEqual([400, 'report.months', expect.anything()]);
  });

  test('a range that ends before it begins, an unknown account, name or sort', async () => {
    expect(await refused(`${exportPath}/incoming?fromDate=2026-03-05&toDate=2026-03-04`)).toEqual([
      400,
      'day.range-reversed',
      expect.anything(),
    ]);
    const from = 'fromDatetime=2026-03-05T12:00:00%2B07:00';
    expect(await refused(`${exportPath}/outgoing?${from}&toDatetime=2026-03-05T04:59:59Z`)).toEqual([
      400,
      'day.range-reversed',
      expect.anything(),
    ]);
    expect((await manager.get(`${exportPath}/outgoing?${from}&toDatetime=2026-03-05T05:00:00Z`)).status).toBe(
      200,
    );
    expect((await manager.get(`${exportPath}/account-details?accountId=nobody@chkt`)).status).toBe(404);
    expect((await manager.get(`${exportPath}/account-details`)).status).toBe(400);
    expect((await manager.get(`${exportPath}/incoming?colour=red`)).status).toBe(400);
    expect((await manager.get(`${exportPath}/incoming?sort=(case when 1=1 then 1 end),asc`)).status).toBe(
      400,
    );
    expect((await manager.get(`${exportPath}/incoming?search=ab`)).status).toBe(400);
  });
});

test('what is typed never reaches the statement as SQL', async () => {
  const typed = ["'; DROP TABLE transfer; --", "\\' OR 1=1", '$1 $2', '%_%', '\\x00'];
  const files = typed.map((it) =>
    csvOf(manager, `${exportPath}/incoming?${days}&search=${encodeURIComponent(it)}`),
  );
  expect((await Promise.all(files)).map((it) => it.length)).toEqual(typed.map(() => 1));
});
