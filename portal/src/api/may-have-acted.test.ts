import { recoveryRequestsToAuthorize } from '@tonle/contract/key-recovery';
import { roles, setRolePermissions } from '@tonle/contract/roles';
import { expect, test } from 'vitest';
import { mayHaveActed } from './may-have-acted.ts';

test('only what may have changed something is looked up before it is tried again', () => {
  expect(mayHaveActed(roles)).toBe(false);
  // A list that the specification asks for by POST.
  expect(mayHaveActed(recoveryRequestsToAuthorize)).toBe(false);
  expect(mayHaveActed(setRolePermissions)).toBe(true);
});
