import type { TransactionRow } from '@tonle/contract/transactions';
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
const now = new Date('2026-03-10T05:00:00Z');
const at = (day: string) => new Date(`${day}T10:00:00+07:00`);

const abroad = (id: string, day: string, more: Partial<TestTransfer>): TestTransfer => ({
  at: at(day),
  from: mainAccountId,
  to: settlementId,
  amountMinor: 100n,
  fiTransactionId: id,
  standing: { status: 'PENDING', businessStatus: 'PENDING' },
  ...more,
});

const past: TestTransfer[] = [
  {
    at: at('2026-01-24'),
    from: settlementId,
    to: mainAccountId,
    amountMinor: 900n,
    type: 'DEPOSIT',
    fiTransactionId: 'FI-OLD-45',
    fastTransactionId: 'FAST-OLD-45',
    extRef: 'ASB-SETTLE-45',
  },
  {
    at: at('2026-01-25'),
    from: mainAccountId,
    to: 'a_b@chkt',
    amountMinor: 100n,
    fiTransactionId: 'OLD-NAMED',
    destinationName: 'Zebra Old',
  },
  abroad('X1', '2026-03-01', {
    destinationAccountId: 'a_b@mekg',
    destinationName: 'ម្ត៉ាយ សុខា',
    destinationPhoneNumber: '85512345678',
    extRef: '100%_\\done',
  }),
  abroad('X2', '2026-03-02', {
    destinationAccountId: 'axb@mekg',
    destinationName: 'Zebra Crossing',
    destinationPhoneNumber: '855967654321',
    extRef: '100-plain',
  }),
  { at: at('2026-03-03'), from: mainAccountId, to: 'a_b@chkt', amountMinor: 100n, fiTransactionId: 'X3' },
  { at: at('2026-03-04'), from: mainAccountId, to: 'axb@chkt', amountMinor: 100n, fiTransactionId: 'X4' },
];

let bank: TestBank;
let manager: Caller;
beforeAll(async () => {
  bank = await startTestBank({ past, opened: at('2026-01-01'), clock: () => now });
  manager = await bank.as('manager');
});
afterAll(() => bank.close());

type Rows = Answer<TransactionRow[]>;
const search = (text: string, more = '', direction = 'outgoing'): Promise<Rows> =>
  manager.get<TransactionRow[]>(`${base}/${direction}?search=${encodeURIComponent(text)}${more}`);
const idsOf = (answer: Rows) => answer.body.map((it) => it.fiTransactionId).sort();

describe('free text', () => {
  test('Known fault (keycloak 36513): a_b finds a_b, not axb; nothing typed is a pattern', async () => {
    expect(idsOf(await search('a_b'))).toEqual(['X1', 'X3']);
    expect(idsOf(await search('a_b@chkt'))).toEqual(['X3']);
    expect(idsOf(await search('axb'))).toEqual(['X2', 'X4']);
    for (const text of [
      '%%%',
      '___',
      '\\\\\\',
      'a%b',
      '100%x',
      "'; DROP TABLE transfer; --",
      '\u{10FFFF}\u{10FFFF}\u{10FFFF}',
    ]) {
      expect([text, idsOf(await search(text))]).toEqual([text, []]);
    }
    expect(idsOf(await search('100%_\\'))).toEqual(['X1']);
    expect(idsOf(await search('100'))).toEqual(['X1', 'X2']);
  });

  test('blanks at the ends do not count, and 3 characters are needed without them', async () => {
    expect(idsOf(await search('  a_b  '))).toEqual(['X1', 'X3']);
    expect((await search(' ab ')).status).toBe(400);
    expect((await search('ស្រ')).status).toBe(200);
    expect((await search('   ')).headers['x-total-count']).toBe('4');
  });

  test('Known fault (keycloak 36513): +855, 0 and 855 are one phone number, whole or begun', async () => {
    for (const text of [
      '+855 12 345 678',
      '012345678',
      '85512345678',
      '12345678',
      '+85512',
      '0123',
      '012-345',
    ]) {
      expect([text, idsOf(await search(text))]).toEqual([text, ['X1']]);
    }
    expect(idsOf(await search('+855'))).toEqual(['X1', 'X2']);
  });

  test('names by their beginning, in either script, whatever the case', async () => {
    expect(idsOf(await search('ម្ត៉ាយ'))).toEqual(['X1']);
    expect(idsOf(await search('zebra'))).toEqual(['X2']);
    expect(idsOf(await search('ZEBRA CR'))).toEqual(['X2']);
  });

  test('a hash, begun or whole, in either case', async () => {
    const hash = (await search('axb@chkt')).body[0]?.transactionHash ?? '';
    for (const text of [hash, hash.toUpperCase(), hash.slice(0, 12), hash.slice(0, 13)]) {
      expect(idsOf(await search(text))).toEqual(['X4']);
    }
  });

  test('has a total and no sums', async () => {
    const answer = await search('100');
    expect(answer.headers['x-total-count']).toBe('2');
    expect(answer.headers['x-sum-usd']).toBeUndefined();
    expect(answer.headers['x-total-more']).toBeUndefined();
  });

  test('`filter` means the same', async () => {
    const answer = await manager.get<TransactionRow[]>(`${base}/outgoing?filter=zebra`);
    expect(idsOf(answer)).toEqual(['X2']);
  });
});

describe('outside the window', () => {
  test('Known fault (hyperswitch-control-center 5108): a 45-day-old deposit’s hash is found, and that is said', async () => {
    const detail = await manager.get<TransactionRow>(`${base}/FI-OLD-45`);
    for (const text of [
      detail.body.transactionHash,
      'FI-OLD-45',
      'FAST-OLD-45',
      'ASB-SETTLE-45',
      'asb-settle-45',
    ]) {
      const answer = await search(text, '', 'incoming');
      expect([text, idsOf(answer), answer.headers['x-outside-window']]).toEqual([
        text,
        ['FI-OLD-45'],
        'true',
      ]);
    }
  });

  test('a part of it, or a name, stays inside the window', async () => {
    expect(idsOf(await search('FI-OLD', '', 'incoming'))).toEqual([]);
    expect(idsOf(await search('zebra old'))).toEqual([]);
    const widened = await search('zebra old', '&fromDate=2026-01-01');
    expect([idsOf(widened), widened.headers['x-outside-window']]).toEqual([['OLD-NAMED'], undefined]);
  });

  test('the other filters and the list still hold', async () => {
    expect(idsOf(await search('FI-OLD-45'))).toEqual([]);
    expect(idsOf(await search('FI-OLD-45', '&currencies=KHR', 'incoming'))).toEqual([]);
    expect((await search('FI-OLD-45', '&page=1', 'incoming')).body).toEqual([]);
  });

  test('history and today’s lists find it too', async () => {
    const found = await manager.get<TransactionRow[]>(
      '/report-service/api/transfer-management/fast-transactions/web-history?search=FI-OLD-45',
    );
    expect([idsOf(found), found.headers['x-outside-window']]).toEqual([['FI-OLD-45'], 'true']);
    const today = await manager.get<TransactionRow[]>(`${base}/incoming/today?search=FI-OLD-45`);
    expect([idsOf(today), today.headers['x-outside-window']]).toEqual([['FI-OLD-45'], 'true']);
  });
});
