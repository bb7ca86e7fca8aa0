import { expect, it } from 'vitest';
import { type accountKinds, businessStatuses, statuses, transactionTypes } from './command.ts';
import { listFlags } from './post.ts';
import {
  entryKind,
  phnomPenhDay,
  readState,
  stateOf,
  statesMatching,
  viewedState,
  withStanding,
} from './state.ts';

it('numbers each state once and reads it back', () => {
  for (let state = 0; state < 240; state++) {
    const known = readState(state);
    expect(stateOf(known.assetId, known, known.type)).toBe(state);
  }
  expect(() => readState(240)).toThrow(RangeError);
  expect(statesMatching({})).toHaveLength(
    2 * statuses.length * (businessStatuses.length + 1) * transactionTypes.length,
  );
});

it('finds the states of a filter, rows without business status among them', () => {
  const found = statesMatching({
    assetIds: ['usd#nbc'],
    statuses: ['SUCCESS'],
    businessStatuses: [null],
    types: ['DEPOSIT'],
  });
  expect(found).toEqual([stateOf('usd#nbc', { status: 'SUCCESS', businessStatus: null }, 'DEPOSIT')]);
  expect(statesMatching({ statuses: [] })).toEqual([]);
});

it('keeps asset and type through a change of standing', () => {
  const before = stateOf('usd#nbc', { status: 'PENDING', businessStatus: 'PENDING' }, 'DEPOSIT');
  const after = readState(withStanding(before, { status: 'FAILED', businessStatus: 'FAILED_AT_FI' }));
  expect(after).toEqual({
    assetId: 'usd#nbc',
    status: 'FAILED',
    businessStatus: 'FAILED_AT_FI',
    type: 'DEPOSIT',
  });
});

it('shows the payer a payment and the paid a receipt', () => {
  const state = stateOf('usd#nbc', { status: 'SUCCESS', businessStatus: null }, 'SEND_PAY');
  expect(readState(viewedState(state, 'debit')).type).toBe('SEND_PAY');
  expect(readState(viewedState(state, 'credit')).type).toBe('RECEIVE');
  const deposit = stateOf('khr#nbc', { status: 'SUCCESS', businessStatus: null }, 'DEPOSIT');
  expect(readState(viewedState(deposit, 'credit')).type).toBe('DEPOSIT');
  expect([entryKind(state, 'debit'), entryKind(state, 'credit'), entryKind(deposit, 'credit')]).toEqual([
    3, 5, 1,
  ]);
});

it('puts a transfer into the lists that decisions section 7 says', () => {
  const shown = (debit: (typeof accountKinds)[number], credit: (typeof accountKinds)[number]) => {
    const { incoming, outgoing, history } = listFlags(debit, credit);
    return [incoming && 'incoming', outgoing && 'outgoing', history && 'history'].filter(Boolean).join(' ');
  };
  expect(shown('SETTLEMENT', 'MAIN')).toBe('incoming history');
  expect(shown('SETTLEMENT', 'CUSTOMER')).toBe('incoming history');
  expect(shown('CUSTOMER', 'MAIN')).toBe('incoming history');
  expect(shown('MAIN', 'CUSTOMER')).toBe('outgoing history');
  expect(shown('MAIN', 'SETTLEMENT')).toBe('outgoing history');
  expect(shown('CUSTOMER', 'SETTLEMENT')).toBe('outgoing history');
  expect(shown('CUSTOMER', 'CUSTOMER')).toBe('history');
  expect(shown('ISSUANCE', 'SETTLEMENT')).toBe('');
});

it('turns the day at midnight in Phnom Penh', () => {
  expect(phnomPenhDay(Date.parse('2026-01-14T16:59:59.999Z'))).toBe('2026-01-14');
  expect(phnomPenhDay(Date.parse('2026-01-14T17:00:00.000Z'))).toBe('2026-01-15');
  expect(phnomPenhDay(Date.parse('2024-02-29T17:00:00.000Z'))).toBe('2024-03-01');
});
