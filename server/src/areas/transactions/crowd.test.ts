import type { TransactionRow } from '@tonle/contract/transactions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  mainAccountId,
  settlementId,
  startTestBank,
  type TestBank,
  type TestTransfer,
} from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';

const incoming = '/report-service/api/transfer-management/iroha-transactions/incoming';
const count = 10_600;
const start = Date.parse('2026-03-01T00:00:00Z');

/** More deposits than a free text is counted to. */
const past: TestTransfer[] = Array.from({ length: count }, (_, index) => ({
  at: new Date(start + index * 60_000),
  from: settlementId,
  to: mainAccountId,
  sourceAccountId: 'crowd@mekg',
  sourceName: index % 100 === 0 ? 'Crowd Rare' : 'Crowd Common',
  amountMinor: 100n,
  type: 'DEPOSIT',
  fiTransactionId: `C${String(index).padStart(5, '0')}`,
}));

let bank: TestBank;
let manager: Caller;
beforeAll(async () => {
  bank = await startTestBank({
    past,
    opened: new Date('2026-01-01T00:00:00Z'),
    clock: () => new Date('2026-03-10T05:00:00Z'),
  });
  manager = await bank.as('manager');
});
afterAll(() => bank.close());

const page = (query: string): Promise<Answer<TransactionRow[]>> =>
  manager.get<TransactionRow[]>(`${incoming}?fromDate=2026-03-01&${query}`);
const idsOf = (answer: Answer<TransactionRow[]>) => answer.body.map((it) => it.fiTransactionId);

test('free text is counted to 10,000, and it is said that there are more', async () => {
  const answer = await page('search=crowd&size=5');
  expect(idsOf(answer)).toEqual(['C10599', 'C10598', 'C10597', 'C10596', 'C10595']);
  expect(answer.headers['x-total-count']).toBe('10000');
  expect(answer.headers['x-total-more']).toBe('true');
  expect(answer.headers['x-sum-usd']).toBeUndefined();
});

test('its pages go on by cursor and by number, there and back', async () => {
  const first = await page('search=crowd&size=5');
  const second = await page(`search=crowd&size=5&cursor=${first.headers['x-next']}`);
  expect(idsOf(second)[0]).toBe('C10594');
  const back = await page(`search=crowd&size=5&cursor=${second.headers['x-prev']}`);
  expect(idsOf(back)).toEqual(idsOf(first));
  expect(idsOf(await page('search=crowd&size=5&page=400'))[0]).toBe('C08599');
});

test('page numbers reach as far as the count, and a page beyond skips nothing row by row', async () => {
  for (const query of ['search=crowd', 'accountId=crowd@mekg', 'fromDatetime=2026-01-01T00:00:00Z']) {
    const last = await page(`${query}&size=100&page=99`);
    expect([last.body.length, last.headers.hasnext, last.headers['x-next'] === undefined]).toEqual([
      100,
      'true',
      false,
    ]);
    for (const number of [100, 1_000_000]) {
      const beyond = await page(`${query}&size=100&page=${number}`);
      expect([beyond.status, beyond.body, beyond.headers['x-total-count'], beyond.headers.hasnext]).toEqual([
        200,
        [],
        '10000',
        'false',
      ]);
    }
  }
});

test('a window with fewer of them counts them exactly', async () => {
  const answer = await page('search=crowd&toDate=2026-03-01');
  expect([answer.headers['x-total-count'], answer.headers['x-total-more']]).toEqual(['1020', undefined]);
});

test('a text with few matches among them is counted exactly', async () => {
  const answer = await page('search=crowd%20rare&size=5');
  expect([answer.headers['x-total-count'], idsOf(answer)[0]]).toEqual(['106', 'C10500']);
});

test('another bank’s account is counted to 10,000 too; without text all are counted', async () => {
  const foreign = await page('accountId=crowd@mekg');
  expect([foreign.headers['x-total-count'], foreign.headers['x-total-more']]).toEqual(['10000', 'true']);
  const all = await page('size=5&page=2119');
  expect([all.headers['x-total-count'], idsOf(all)]).toEqual([
    '10600',
    ['C00004', 'C00003', 'C00002', 'C00001', 'C00000'],
  ]);
  expect(all.headers['x-sum-usd']).toBe('10600.00');
});
