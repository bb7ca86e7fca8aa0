import { expect, test } from 'vitest';
import { presetRanges } from './date-presets.ts';
import { hiddenAtWidth } from './give-way.ts';
import {
  codeFilter,
  codesFilter,
  dayFilter,
  defineList,
  readList,
  searchOf,
  textFilter,
} from './list-definition.ts';
import { pageWindow } from './page-window.ts';

const list = defineList({
  name: 'test',
  sorts: ['time', 'name'],
  sort: 'time,desc',
  filters: {
    search: textFilter(),
    status: codesFilter(['SUCCESS', 'FAILED']),
    currency: codeFilter(['KHR', 'USD']),
    from: dayFilter(() => '2026-10-29'),
  },
});
const validate = searchOf([list], ['transferTo']);

test('an address says page, size, sort and filters', () => {
  const state = readList(list, {
    page: '3',
    size: '25',
    sort: 'name,asc',
    status: 'FAILED,SUCCESS',
    search: 'a_b',
    cursor: 'x1',
  });
  expect(state).toMatchObject({
    page: 3,
    size: 25,
    sort: { field: 'name', direction: 'asc' },
    cursor: 'x1',
    setCount: 2,
  });
  expect(state.filters).toEqual({
    search: 'a_b',
    status: ['FAILED', 'SUCCESS'],
    currency: 'ALL',
    from: '2026-10-29',
  });
});

test('what an address cannot say is dropped', () => {
  const raw = {
    page: '0',
    size: '7',
    sort: '(case when 1=1),desc',
    status: 'JUNK',
    from: '2026-02-30',
    cursor: 'x y',
    other: '1',
    transferTo: 'a@b',
  };
  expect(validate(raw)).toEqual({ transferTo: 'a@b' });
  expect(validate({ page: '1e3', sort: 'time,sideways' })).toEqual({});
  expect(readList(list, raw)).toMatchObject({
    page: 1,
    size: undefined,
    sort: { field: 'time', direction: 'desc' },
  });
});

test('what it can say is kept as it is', () => {
  const said = {
    page: '2',
    size: '50',
    sort: 'name,desc',
    status: 'FAILED',
    search: '+855 100%',
    cursor: 'abc',
  };
  expect(validate(said)).toEqual(said);
});

test('several lists of a page stand apart by their names', () => {
  const left = { ...list, namespace: 'direct' };
  const right = { ...list, namespace: 'indirect' };
  const kept = searchOf([left, right])({ 'direct.page': '2', 'indirect.search': 'sok', page: '9' });
  expect(kept).toEqual({ 'direct.page': '2', 'indirect.search': 'sok' });
  expect(readList(left, kept).page).toBe(2);
  expect(readList(right, kept).filters.search).toBe('sok');
});

test.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 1285, [1, 2, 3, 4, 5, 'gap', 1285]],
  [3, 6, [1, 2, 3, 4, 5, 6]],
  [6, 12, [1, 'gap', 4, 5, 6, 7, 8, 'gap', 12]],
  [12, 12, [1, 'gap', 8, 9, 10, 11, 12]],
])('page %i of %i shows a window of five', (page, pages, shown) => {
  expect(pageWindow(page, pages)).toEqual(shown);
});

test('presets count from the Phnom Penh day', () => {
  const ranges = Object.fromEntries(presetRanges('2026-03-01'));
  expect(ranges['last-30']).toEqual(['2026-01-31', '2026-03-01']);
  expect(ranges['last-month']).toEqual(['2026-02-01', '2026-02-28']);
  expect(ranges.yesterday).toEqual(['2026-02-28', '2026-02-28']);
});

test('columns give way by their importance, last ones first, unless the person wants them', () => {
  const column = (id: string, priority: 1 | 2 | 3) => ({
    id,
    header: id,
    width: 100,
    priority,
    cell: () => id,
  });
  const columns = [column('a', 1), column('b', 3), column('c', 2), column('d', 3), column('e', 1)];
  expect(hiddenAtWidth(columns, 500, {})).toEqual(new Set());
  expect(hiddenAtWidth(columns, 499, {})).toEqual(new Set(['d']));
  expect(hiddenAtWidth(columns, 299, {})).toEqual(new Set(['d', 'b', 'c']));
  expect(hiddenAtWidth(columns, 299, { columns: { d: true } })).toEqual(new Set(['b', 'c']));
});
