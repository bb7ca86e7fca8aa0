import { expect, it } from 'vitest';
import { judge, moreThan } from './followed-rows.ts';

type Row = { id: string; status: string };
const page = (...rows: Row[]) => ({ rows, total: rows.length });
const a = { id: 'a', status: 'OPEN' };
const b = { id: 'b', status: 'OPEN' };
const c = { id: 'c', status: 'OPEN' };
const rowKey = (it: Row) => it.id;
const seen = { isSeen: true, isChosen: false, isAsking: false };
const moved = [page(a), page(b, a), page(a, b, c), page()];

it('says nothing where nothing has changed', () => {
  expect(judge(page(a, b), page({ ...a }, { ...b }), rowKey, { ...seen, isAsking: true })).toBe('same');
});

it('lets a row take its new state where it stands', () => {
  const fresh = page(a, { ...b, status: 'VERIFIED' });
  expect(judge(page(a, b), fresh, rowKey, seen)).toBe('quietly');
  expect(judge(page(a, b), fresh, rowKey, { ...seen, isChosen: true })).toBe('quietly');
  // What has changed is on another page.
  expect(judge(page(a, b), { rows: [a, b], total: 3 }, rowKey, seen)).toBe('quietly');
});

it('offers what would bring, take or move a row, as long as it is seen or chosen from', () => {
  for (const fresh of moved) {
    expect(judge(page(a, b), fresh, rowKey, seen)).toBe('offer');
    expect(judge(page(a, b), fresh, rowKey, { ...seen, isSeen: false, isChosen: true })).toBe('offer');
    expect(judge(page(a, b), fresh, rowKey, { ...seen, isSeen: false })).toBe('quietly');
  }
});

it('changes nothing below an open dialog, not even a state', () => {
  for (const fresh of [...moved, page(a, { ...b, status: 'VERIFIED' })]) {
    expect(judge(page(a, b), fresh, rowKey, { isSeen: false, isChosen: false, isAsking: true })).toBe(
      'offer',
    );
  }
});

it('fills an empty list', () => {
  expect(judge(page(), page(a), rowKey, seen)).toBe('quietly');
});

it('counts only what is more', () => {
  expect(moreThan(page(a), page(a, b))).toBe(1);
  expect(moreThan(page(a, b), page(a))).toBe(0);
  expect(moreThan({ rows: [a], total: 10_000, totalMore: true }, page(a, b))).toBe(0);
});
