import type { TransactionRow } from '@tonle/contract/transactions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import {
  mainAccountId,
  settlementId,
  startTestBank,
  type TestBank,
  type TestTransfer,
} from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';
import { stretchOf } from './list-source.store.ts';
import { searchOf } from './search.store.ts';
import { seqMax, type TransactionQuery } from './transaction-query.ts';
import { transactionsOf } from './transaction-rows.store.ts';

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

describe('where a search would look at more than it may', () => {
  const query: TransactionQuery & { search: string } = {
    list: 'INCOMING',
    days: {},
    instants: {},
    search: 'crowd',
    order: 'desc',
    size: 5,
    position: { kind: 'page', page: 0 },
  };
  const found = (more: Partial<typeof query>, limits: { walkedMax: number; gatheredMax: number[] }) =>
    inTransaction(bank.database.db, async (tx) => {
      const asked = { ...query, ...more };
      const window = { low: 1n, high: seqMax };
      const it = await searchOf(tx, asked, window, stretchOf(asked, window), limits);
      const ids = (await transactionsOf(tx, it.seqs)).map((row) => row.fi_transaction_id);
      return { ids, total: it.total, totalMore: it.totalMore };
    });
  const newest = ['C10599', 'C10598', 'C10597', 'C10596', 'C10595', 'C10594'];

  test('matches are counted by the indexes, and the page is found among all hits', async () => {
    const limits = { walkedMax: 3, gatheredMax: [50, 100_000] };
    expect(await found({}, limits)).toEqual({ ids: newest, total: 10_000, totalMore: true });
    const oldest = await found({ order: 'asc' }, limits);
    expect(oldest.ids.slice(0, 2)).toEqual(['C00000', 'C00001']);
    const none = await found({ states: [0] }, limits);
    expect(none).toEqual({ ids: [], total: 0, totalMore: false });
    const page = await found({ position: { kind: 'page', page: 1 } }, limits);
    expect(page.ids[0]).toBe('C10594');
  });

  test('a total that is a lower bound is said to be one', async () => {
    expect(await found({}, { walkedMax: 200, gatheredMax: [10, 20] })).toEqual({
      ids: newest,
      total: 200,
      totalMore: true,
    });
  });
});
