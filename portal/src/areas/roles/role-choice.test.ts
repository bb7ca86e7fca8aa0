import { pageOf } from '@tonle/contract/pages';
import { expect, test } from 'vitest';
import { chosenOf, isSame, withPages, withPermission } from './role-choice.ts';

const history = pageOf('history');
const incoming = pageOf('incoming-transactions');

test('pages bring their permissions, merged; leaving one out takes only its own', () => {
  const both = withPages(new Set(['made up']), [history, incoming, history], true);
  expect(chosenOf(both)).toEqual({
    selected: [incoming, history],
    beside: ['made up'],
  });
  expect([...withPages(both, [incoming], false)].sort()).toEqual(['made up', ...history.permissions].sort());
});

test('a page whose permissions are not all there is not selected, and what there is stays in sight', () => {
  const [first, ...rest] = history.permissions;
  const part = new Set<string>([first ?? '']);
  expect(chosenOf(part)).toEqual({ selected: [], beside: [first] });
  const whole = rest.reduce<ReadonlySet<string>>((all, it) => withPermission(all, it, true), part);
  expect(chosenOf(whole)).toEqual({ selected: [history], beside: [] });
  expect(chosenOf(withPermission(whole, first ?? '', false)).selected).toEqual([]);
});

test('what was chosen and left out again is the same as before', () => {
  const given = new Set(['made up']);
  const chosen = withPages(given, [history], true);
  expect(isSame(chosen, given)).toBe(false);
  expect(isSame(withPages(chosen, [history], false), given)).toBe(true);
  expect(isSame(new Set(['another']), given)).toBe(false);
});
