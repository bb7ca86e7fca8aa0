import { expect, test } from 'vitest';
import { isMadeBy } from './made-role.ts';

test.each([
  ['Cash desk', ['a', 'b'], true, true],
  ['Cash desk', ['b', 'a'], true, true],
  ['Cash desk', ['a'], true, false],
  // Made whole, it is never without them: it is somebody else's.
  ['Cash desk', [], true, false],
  ['Cash desk', [], false, true],
  ['Cash desk', ['a', 'b'], false, false],
  ['cash desk', ['a', 'b'], true, false],
])(
  'a role %s with %j, of a server that makes roles whole: %s, is the one that was sent: %s',
  (name, permissions, whole, made) => {
    const role = { id: '1', name, permissions, userCount: 0, changed: '2026-11-28T00:00:00Z' };
    expect(isMadeBy(role, { name: 'Cash desk', permissions: ['a', 'b'] }, whole)).toBe(made);
  },
);
