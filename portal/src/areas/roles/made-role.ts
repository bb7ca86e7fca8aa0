import type { Role } from '@tonle/contract/roles';

/** A role as it is typed: its name, and the permissions of its pages. */
export type TypedRole = { name: string; permissions: readonly string[] };

export const isGiven = (role: Role, { permissions }: TypedRole): boolean =>
  role.permissions.length === permissions.length && permissions.every((it) => role.permissions.includes(it));

/**
 * Whether a role is the one that a try without an answer has made: no other has its name, and it has the permissions that
 * were sent with it, else none yet.
 */
export const isMadeBy = (role: Role, it: TypedRole, madeWhole: boolean): boolean =>
  role.name === it.name && (madeWhole ? isGiven(role, it) : role.permissions.length === 0);
