import type { LiveEvent, LiveTransaction } from '@tonle/contract/events';
import { describe, expect, it } from 'vitest';
import { arrivedSince, arrivedWith, matches, nothing } from './arrived.ts';

const transaction: LiveTransaction = {
  change: 'POSTED',
  lists: ['INCOMING', 'HISTORY'],
  transactionHash: 'a',
  fiTransactionId: 'A',
  destinationAccountId: 'a_b@chkt',
  currencyName: 'USD',
  status: 'SUCCESS',
  businessStatus: 'RECEIVED_AT_FI',
};
const told = (...transactions: Partial<LiveTransaction>[]): LiveEvent => ({
  type: 'transactions',
  transactions: transactions.map((it) => ({ ...transaction, ...it })),
  more: false,
});
const hashesOf = (it: typeof nothing) => it.named.map((each) => each.transaction.transactionHash);

describe('what is new in a list', () => {
  it('counts what was posted to it, once', () => {
    const first = arrivedWith(
      nothing,
      told({}, { transactionHash: 'b', lists: ['OUTGOING'] }),
      'INCOMING',
      10,
    );
    const second = arrivedWith(first, told({}, { transactionHash: 'c' }), 'INCOMING', 20);
    expect(hashesOf(second)).toEqual(['a', 'c']);
    expect(arrivedWith(second, told({ transactionHash: 'd', change: 'CHANGED' }), 'INCOMING', 30)).toBe(
      second,
    );
    expect(second.unnamedAt).toBeUndefined();
  });

  it('says that there is more where none is named, or too many are', () => {
    const more: LiveEvent = { type: 'transactions', transactions: [], more: true };
    expect(arrivedWith(nothing, more, 'INCOMING', 10)).toEqual({ named: [], unnamedAt: 10 });
    expect(arrivedWith(nothing, { type: 'reload' }, 'INCOMING', 10).unnamedAt).toBe(10);
    let many = nothing;
    for (let count = 0; count < 120; count += 1) {
      many = arrivedWith(many, told({ transactionHash: String(count) }), 'INCOMING', count);
    }
    expect([many.named.length, many.unnamedAt]).toEqual([99, 119]);
  });

  it('forgets what an answer holds, or must hold', () => {
    const both = arrivedWith(
      arrivedWith(nothing, told({}), 'INCOMING', 1_000),
      told({ transactionHash: 'b' }),
      'INCOMING',
      5_000,
    );
    expect(hashesOf(arrivedSince(both, 3_000, new Set()))).toEqual(['b']);
    expect(hashesOf(arrivedSince(both, 500, new Set(['a'])))).toEqual(['b']);
    expect(hashesOf(arrivedSince(both, 5_100, new Set()))).toEqual(['b']);
    expect(hashesOf(arrivedSince(both, 6_000, new Set()))).toEqual([]);
  });
});

it.each([
  [{}, true],
  [{ toDate: '2026-11-27' }, false],
  [{ toDate: '2026-11-28', status: ['SUCCESS', 'FAILED'] }, true],
  [{ status: ['FAILED'] }, false],
  [{ businessStatus: ['RECEIVED_AT_FI'] }, true],
  [{ businessStatus: ['ACKNOWLEDGED_BY_FI'] }, false],
  [{ dateTo: '2026-11-28', currency: 'ALL', transactionStatus: 'ALL' }, true],
  [{ currency: 'KHR' }, false],
  [{ transactionStatus: 'PENDING' }, false],
  [{ user: 'a_b@chkt' }, true],
  [{ user: 'b@chkt' }, false],
])('belongs among rows filtered by %j: %s', (filters, belongs) => {
  expect(matches(filters, transaction, '2026-11-28')).toBe(belongs);
});
