import type { RefusalBody } from '@tonle/contract/refusal';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import { mainAccountId, startTestBank, type TestBank } from '../../test-bank.ts';
import type { Caller } from '../../test-server.ts';
import { accountStatement, type StatementParams } from './statement.ts';
import { jobsPath, patientTiming, reportPath, until } from './test-reports.ts';
import { type StatementData, typeset } from './typesetting.ts';

const statementPath = '/report-service/api/v2/export/account_statement';

/** Noon of 31 March in Phnom Penh, for the server: a month before is the last of February. */
const now = new Date('2026-03-31T05:00:00Z');
const on = (day: string, time: string) => new Date(`${day}T${time}+07:00`);

let bank: TestBank;
let manager: Caller;
beforeAll(async () => {
  bank = await startTestBank({
    clock: () => now,
    opened: on('2025-06-01', '00:00:00'),
    reportTiming: patientTiming,
    past: [
      { at: on('2025-08-01', '12:00:00'), from: mainAccountId, to: 'khmer@chkt', amountMinor: 1_000n },
      { at: on('2026-02-27', '23:59:59'), from: mainAccountId, to: 'khmer@chkt', amountMinor: 50n },
      {
        at: on('2026-02-28', '00:00:00'),
        from: mainAccountId,
        to: 'khmer@chkt',
        amountMinor: 25n,
        sourceName: '#set page(fill: red) "សុខា"',
        description: '*bold* $x$ <label> \\ ខ្ញុំ ស្រី ម្ត៉ាយ',
      },
      {
        at: on('2026-03-30', '23:55:00'),
        from: 'khmer@chkt',
        to: 'a_b@chkt',
        amountMinor: 30n,
        destinationName: 'Dara Sok',
      },
      {
        at: on('2026-03-31', '00:05:00'),
        from: mainAccountId,
        to: 'khmer@chkt',
        assetId: 'khr#nbc',
        amountMinor: 15_000n,
      },
    ],
  });
  manager = await bank.as('manager');
});
afterAll(() => bank?.close());

const ask = (query: string, headers: Record<string, string> = {}) =>
  manager.get<{ status: { code: 0 }; data: string } & RefusalBody>(`${statementPath}?${query}`, headers);

/** What a statement says, before it is set out. */
const collected = (params: Partial<StatementParams>, language: 'en' | 'km' = 'en'): Promise<StatementData> =>
  inTransaction(
    bank.database.db,
    (tx) =>
      accountStatement.collect(
        tx,
        {
          accountId: 'khmer@chkt',
          from: '2026-02-28',
          to: '2026-03-31',
          asked: now.toISOString(),
          ...params,
        },
        language,
      ) as Promise<StatementData>,
  );

describe('a statement', () => {
  test('has opening, running and closing balance of each currency, from the day a month ago to now', async () => {
    const { sections, period } = await collected({});
    expect(period).toBe('2026-02-28 – 2026-03-31');
    expect(sections.map((it) => [it.title, it.summary.map(([, value]) => value)])).toEqual([
      ['Riel account (KHR)', ['៛0', '៛15,000', '៛0', '៛15,000']],
      ['Dollar account (USD)', ['$10.50', '$0.25', '$0.30', '$10.45']],
    ]);
    expect(sections[1]?.rows.map((it) => [it.time, it.out, it.in_, it.balance])).toEqual([
      ['2026-02-28 00:00:00', '', '0.25', '10.75'],
      ['2026-03-30 23:55:00', '0.30', '', '10.45'],
    ]);
    expect(sections[1]?.rows[1]?.what).toBe('Send/Pay · a_b@chkt · Dara Sok');
    expect(sections[0]?.rows[0]?.time).toBe('2026-03-31 00:05:00');
  });

  test('of one currency, in Khmer, of a quiet time', async () => {
    const { sections, holder } = await collected(
      { currency: 'USD', from: '2026-03-01', to: '2026-03-02' },
      'km',
    );
    expect(sections).toHaveLength(1);
    expect(sections[0]?.rows).toEqual([]);
    expect(sections[0]?.summary[3]).toEqual(['សមតុល្យចុងគ្រា', '$10.75']);
    expect(holder[1]).toEqual(['លេខសម្គាល់គណនី', 'khmer@chkt']);
  });

  test.each([
    ['en', 1],
    ['km', 6],
  ])(
    'is a PDF in %s; Khmer words are shaped, and the server lives (dart_pdf 1873, foliojs/fontkit 367)',
    async (language, months) => {
      const asked = await ask(`accountId=khmer@chkt&periodInMonth=${months}`, {
        'accept-language': language,
      });
      expect([asked.status, asked.body.status]).toEqual([200, { code: 0 }]);
      await until(manager, asked.body.data, 'CREATED');
      const file = await manager.get(`${jobsPath}/download/${asked.body.data}`);
      expect(file.headers['content-type']).toBe('application/pdf');
      expect(file.headers['content-disposition']).toMatch(
        /^attachment; filename="statement_khmer@chkt_[\d_-]+\.pdf"$/,
      );
      expect(file.text.startsWith('%PDF-')).toBe(true);
      expect((await manager.get('/health/live')).status).toBe(200);
      expect((await manager.get(`${reportPath}/csv/${asked.body.data}`)).status).toBe(200);
    },
  );
});

test('a statement whose typesetting takes too long fails, and its process ends', async () => {
  const data = await collected({});
  await expect(typeset(data, new AbortController().signal, 0)).rejects.toThrow(/abort/);
});

test('a statement is headed with the bank’s title logo once it has one', async () => {
  const admin = await bank.as('admin');
  const [info, png] = await Promise.all([
    admin.get<{ data: object }>('/tps/api/participant-banks/web/info'),
    sharp({ create: { width: 400, height: 80, channels: 4, background: '#0b5f6e' } })
      .png()
      .toBuffer(),
  ]);
  expect((await collected({})).mark).toMatchObject({ ending: '.svg', holdsName: false });
  const given = { ...info.body.data, titleLogo: png.toString('base64') };
  expect((await admin.post('/tps/api/participant-banks/info', given)).status).toBe(200);
  const data = await collected({});
  expect(data.mark).toMatchObject({ ending: '.png', holdsName: true, heightPt: 34 });
  const pdf = Buffer.from(await accountStatement.make(data, new AbortController().signal));
  expect([pdf.subarray(0, 5).toString(), pdf.includes('/Subtype /Image')]).toEqual(['%PDF-', true]);
});

test('periods are offered in the reader’s language', async () => {
  const { body, headers } = await manager.get(`${statementPath}/period/options`);
  expect(body).toEqual([
    { value: 1, label: '1 month' },
    { value: 3, label: '3 months' },
    { value: 6, label: '6 months' },
  ]);
  expect(headers['x-total-count']).toBe('3');
  const khmer = await manager.get(`${statementPath}/period/options`, { 'accept-language': 'km,en;q=0.5' });
  expect(khmer.body).toContainEqual({ value: 3, label: '3 ខែ' });
});

test('what is not offered is refused: periods, currencies, accounts that are not mobile or not there', async () => {
  const keyOf = async (query: string) => {
    const { status, body } = await ask(query);
    return [status, body.fields?.[0]?.path, body.fields?.[0]?.key];
  };
  expect(await keyOf('accountId=khmer@chkt&periodInMonth=2')).toEqual([
    400,
    'periodInMonth',
    'field.not-a-choice',
  ]);
  expect(await keyOf('accountId=khmer@chkt')).toEqual([400, 'periodInMonth', expect.anything()]);
  expect((await keyOf('accountId=khmer@chkt&periodInMonth=1&currency=EUR'))[0]).toBe(400);
  expect(await keyOf('accountId=shop@chkt&periodInMonth=1')).toEqual([
    400,
    'accountId',
    'account-type.other',
  ]);
  expect((await ask('accountId=nobody@chkt&periodInMonth=1')).status).toBe(404);
  expect(
    (await (await bank.as('auditor')).get(`${statementPath}?accountId=khmer@chkt&periodInMonth=1`)).status,
  ).toBe(403);
  expect((await bank.anyone.get(`${statementPath}?accountId=khmer@chkt&periodInMonth=1`)).status).toBe(401);
});
