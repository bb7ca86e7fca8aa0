import { accessOf } from '@tonle/contract/access';
import type { ConsoleUser, ConsoleUserAccess } from '@tonle/contract/console-users';
import { type Authority, isPermissionOfContract } from '@tonle/contract/permissions';
import { Refusal } from '@tonle/contract/refusal';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor, Session } from '../../http/call.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { existingRoles } from '../roles/roles.public.ts';
import {
  addWithOneTimePassword,
  changePerson,
  clearAttempts,
  countAccessManagers,
  endSessionsOf,
  findPerson,
  holdRights,
  type Person,
  personValues,
  replaceAuthorities,
  replaceRoles,
  type SignInDeps,
  setBlocked,
} from '../sign-in/sign-in.public.ts';
import { rolesHeldBy } from './console-users.store.ts';

export interface Asker {
  readonly session: Session;
  readonly actor: Actor;
}
interface Rights {
  readonly authorities: readonly Authority[];
  readonly roleIds: readonly bigint[];
}
interface Names {
  readonly firstName: string;
  readonly lastName: string;
  readonly login: string;
  readonly email: string;
}

/** Every change of people and their rights: one after the other, by somebody who may do so at that moment. */
const change = <Result>(db: Db, { session }: Asker, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  inTransaction(db, async (tx) => {
    await holdRights(tx, session, 'console-users.change');
    return work(tx);
  });

export const consoleUserOf = ({ id, changed, ...it }: Person): ConsoleUser => ({
  ...it,
  id: String(id),
  changed: changed.toISOString(),
});

async function personOrNotFound(tx: Tx, id: bigint): Promise<Person> {
  const person = await findPerson(tx, id);
  if (person === undefined) throw new Refusal('NOT_FOUND');
  return person;
}

async function refuseUnknownRoles(tx: Tx, ids: readonly bigint[]): Promise<void> {
  const existing = new Set(await existingRoles(tx, ids));
  if (ids.some((id) => !existing.has(id)))
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'roleIds', key: 'role.unknown' }]);
}

export async function createUser(signIn: SignInDeps, asker: Asker, it: Names & Rights): Promise<ConsoleUser> {
  const created = await change(signIn.db, asker, async (tx) => {
    const roleIds = [...new Set(it.roleIds)];
    const authorities = [...new Set(it.authorities)];
    await refuseUnknownRoles(tx, roleIds);
    const id = await addWithOneTimePassword(signIn, tx, { ...it, authorities, roleIds }, asker.actor);
    return consoleUserOf(await personOrNotFound(tx, id));
  });
  signIn.outbox.wake();
  return created;
}

/** What becomes of a person; what is left out stays. */
interface PersonChange extends Partial<Rights> {
  readonly names?: Names;
  /** The person's last change as the editor saw it. */
  readonly changed?: string | undefined;
}

/** Names, authorities and roles at once. The rules of decisions section 4 hold whichever call they come by. */
export const editUser = (
  db: Db,
  asker: Asker,
  { id, changed, ...it }: { id: bigint; changed?: string | undefined } & Names & Rights,
): Promise<ConsoleUser> =>
  change(db, asker, async (tx) => {
    const before = await personOrNotFound(tx, id);
    if (it.login !== before.login)
      throw new Refusal('INVALID_REQUEST', {}, [{ path: 'login', key: 'user-login.fixed' }]);
    await refuseUnknownRoles(tx, it.roleIds);
    const { authorities, roleIds } = it;
    return applyChange(tx, asker, before, { names: it, authorities, roleIds, changed });
  });

export const setAuthorities = (
  db: Db,
  asker: Asker,
  it: { id: bigint; authorities: readonly Authority[] },
): Promise<ConsoleUser> =>
  change(db, asker, async (tx) =>
    applyChange(tx, asker, await personOrNotFound(tx, it.id), { authorities: it.authorities }),
  );

interface UserAndRole {
  readonly userId: bigint;
  readonly roleId: bigint;
}

export const giveRole = (db: Db, asker: Asker, it: UserAndRole): Promise<void> =>
  changeRoles(db, asker, it, (held) => [...held, it.roleId]);

export const takeRole = (db: Db, asker: Asker, it: UserAndRole): Promise<void> =>
  changeRoles(db, asker, it, (held) => held.filter((id) => id !== it.roleId));

const changeRoles = (
  db: Db,
  asker: Asker,
  it: UserAndRole,
  next: (held: readonly bigint[]) => bigint[],
): Promise<void> =>
  change(db, asker, async (tx) => {
    const before = await personOrNotFound(tx, it.userId);
    const [role] = await existingRoles(tx, [it.roleId]);
    if (role === undefined) throw new Refusal('NOT_FOUND');
    await applyChange(tx, asker, before, { roleIds: next(before.roles.map(({ id }) => BigInt(id))) });
  });

const sameSet = <T>(a: readonly T[], b: readonly T[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((it) => b.includes(it));

async function applyChange(tx: Tx, asker: Asker, before: Person, it: PersonChange): Promise<ConsoleUser> {
  const held = { authorities: before.authorities, roleIds: before.roles.map((role) => BigInt(role.id)) };
  const wanted = {
    authorities: [...new Set(it.authorities ?? held.authorities)],
    roleIds: [...new Set(it.roleIds ?? held.roleIds)],
  };
  const changesRights =
    !sameSet(held.authorities, wanted.authorities) || !sameSet(held.roleIds, wanted.roleIds);
  const { names } = it;
  const changesNames =
    names !== undefined &&
    (names.firstName !== before.firstName ||
      names.lastName !== before.lastName ||
      names.email !== before.email);
  // Also where the editor saw an older state: what was asked for is so, as after an answer that was lost.
  if (!changesRights && !changesNames) return consoleUserOf(before);
  if (it.changed !== undefined && Date.parse(it.changed) !== before.changed.getTime())
    throw new Refusal('CHANGED_MEANWHILE');
  if (changesRights) {
    refuseOwn(asker, before);
    if (wanted.authorities.length + wanted.roleIds.length === 0) throw new Refusal('USER_WITHOUT_ROLE');
    if (!wanted.authorities.includes('ROLE_ACCESS_MANAGER')) await refuseLastManager(tx, before);
    await replaceAuthorities(tx, before.id, wanted.authorities);
    await replaceRoles(tx, before.id, wanted.roleIds);
  }
  await changePerson(tx, before.id, names);
  const after = await personOrNotFound(tx, before.id);
  await audit(tx, {
    actor: asker.actor,
    activity: 'CONSOLE_USER_CHANGED',
    description: `Console user ${before.login} changed`,
    subject: before.login,
    ...difference(personValues(before), personValues(after)),
  });
  return consoleUserOf(after);
}

type Values = ReturnType<typeof personValues>;

/** Of old and new values, those that differ. */
function difference(before: Values, after: Values): { old: Partial<Values>; new: Partial<Values> } {
  const names = (Object.keys(before) as (keyof Values)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (it: Values): Partial<Values> => Object.fromEntries(names.map((name) => [name, it[name]]));
  return { old: pick(before), new: pick(after) };
}

/** Nobody edits their own authorities, roles or block (decisions section 4). */
function refuseOwn({ session }: Asker, person: Person): void {
  if (person.id === session.userId) throw new Refusal('OWN_RIGHTS');
}

/** The last access manager cannot be removed or blocked: somebody has to be able to let people in. */
async function refuseLastManager(tx: Tx, person: Person): Promise<void> {
  const isManager = person.authorities.includes('ROLE_ACCESS_MANAGER') && !person.blocked;
  if (isManager && (await countAccessManagers(tx, person.id)) === 0)
    throw new Refusal('LAST_ACCESS_MANAGER', { login: person.login });
}

export const blockUser = (db: Db, asker: Asker, id: bigint): Promise<void> =>
  change(db, asker, async (tx) => {
    const person = await personOrNotFound(tx, id);
    refuseOwn(asker, person);
    await refuseLastManager(tx, person);
    if (!(await setBlocked(tx, id, true))) throw new Refusal('WRONG_STATE', { state: 'BLOCKED' });
    // Else an old session would go on where it was once the person is unblocked.
    const ended = await endSessionsOf(tx, id, null);
    await audit(tx, {
      actor: asker.actor,
      activity: 'CONSOLE_USER_BLOCKED',
      description: `Console user ${person.login} blocked; ${ended} sessions ended`,
      subject: person.login,
      old: { blocked: false },
      new: { blocked: true },
    });
  });

/** Also ends a lock after wrong passwords (decisions section 5). */
export const unblockUser = (db: Db, asker: Asker, id: bigint): Promise<void> =>
  change(db, asker, async (tx) => {
    const person = await personOrNotFound(tx, id);
    refuseOwn(asker, person);
    if (!person.blocked && !person.locked) throw new Refusal('WRONG_STATE', { state: 'UNBLOCKED' });
    await setBlocked(tx, id, false);
    await clearAttempts(tx, id);
    const { blocked, locked } = person;
    await audit(tx, {
      actor: asker.actor,
      activity: 'CONSOLE_USER_UNBLOCKED',
      description: `Console user ${person.login} unblocked`,
      subject: person.login,
      old: { blocked, locked },
      new: { blocked: false, locked: false },
    });
  });

/** What a person can do, and through which authority or role. */
export const accessOfUser = (db: Db, id: bigint): Promise<ConsoleUserAccess> =>
  inTransaction(
    db,
    async (tx) => {
      const person = await personOrNotFound(tx, id);
      const roles = await rolesHeldBy(tx, id);
      const inert = [...new Set(roles.flatMap((it) => it.permissions))].filter(
        (it) => !isPermissionOfContract(it),
      );
      return {
        user: consoleUserOf(person),
        ...accessOf(person.authorities, roles),
        inert: inert.map((permission) => ({
          permission,
          sources: roles
            .filter((it) => it.permissions.includes(permission))
            .map(({ name }) => ({ kind: 'ROLE' as const, name })),
        })),
      };
    },
    { readOnly: true, isolation: 'repeatable read' },
  );
