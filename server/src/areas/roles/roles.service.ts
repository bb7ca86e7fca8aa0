import { isPermissionOfContract } from '@tonle/contract/permissions';
import { Refusal } from '@tonle/contract/refusal';
import type { Role, RolePermission } from '@tonle/contract/roles';
import type { Db, Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/tx.ts';
import type { Actor, Session } from '../../http/call.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { holdRights } from '../sign-in/sign-in.public.ts';
import * as store from './roles.store.ts';

/** Who asks, and by what right. */
export interface Asker {
  readonly session: Session;
  readonly actor: Actor;
}

/** More names would make no sentence; a plus says that there are more. */
const NAMES_MAX = 5;
const inWords = (names: readonly string[]): string =>
  names.length > NAMES_MAX ? `${names.slice(0, NAMES_MAX).join(', ')}, …` : names.join(', ');

const change = <Result>(db: Db, { session }: Asker, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  inTransaction(db, async (tx) => {
    await holdRights(tx, session, 'roles.change');
    return work(tx);
  });

export const roleOf = ({ id, changed, ...it }: store.RoleRow): Role => ({
  ...it,
  id: String(id),
  changed: changed.toISOString(),
});

async function roleOrNotFound(tx: Tx, id: bigint): Promise<store.RoleRow> {
  const role = await store.findRole(tx, id);
  if (role === undefined) throw new Refusal('NOT_FOUND');
  return role;
}

export interface NewRole {
  readonly name: string;
  readonly permissions: readonly string[];
}

export const createRole = (db: Db, asker: Asker, { name, permissions }: NewRole): Promise<Role> =>
  change(db, asker, async (tx) => {
    if (await store.isRoleNameTaken(tx, name)) throw new Refusal('ROLE_EXISTS', { role: name });
    await refuseUnknown(tx, permissions, 'permissions.');
    const id = await addRole(tx, { name, permissions: eachOnce(permissions) }, asker.actor);
    return roleOf(await roleOrNotFound(tx, id));
  });

/** Creates a role built from permissions, with the entry that says so. */
export async function addRole(
  tx: Tx,
  { name, permissions }: NewRole,
  actor: Actor,
  at?: Date,
): Promise<bigint> {
  const id = await store.insertRole(tx, name, permissions, at);
  await audit(tx, {
    actor,
    activity: 'ROLE_CREATED',
    description: `Role ${name} created`,
    subject: name,
    new: { permissions },
    ...(at === undefined ? {} : { at }),
  });
  return id;
}

export const deleteRole = (db: Db, asker: Asker, id: bigint): Promise<void> =>
  change(db, asker, async (tx) => {
    const { name, permissions } = await roleOrNotFound(tx, id);
    const users = await store.holdersOf(tx, id, NAMES_MAX + 1);
    if (users.length > 0) throw new Refusal('ROLE_IN_USE', { role: name, users: inWords(users) });
    await store.deleteRole(tx, id);
    await audit(tx, {
      actor: asker.actor,
      activity: 'ROLE_DELETED',
      description: `Role ${name} deleted`,
      subject: name,
      old: { permissions },
    });
  });

export interface RoleChange {
  readonly id: bigint;
  readonly permissions: readonly string[];
  /** The role's last change as the editor saw it. */
  readonly changed?: string | undefined;
}

/** Replaces a role's permissions. Nobody can give themselves anything through a role that they hold. */
export const setPermissions = (db: Db, asker: Asker, it: RoleChange): Promise<Role> =>
  change(db, asker, async (tx) => {
    const before = await roleOrNotFound(tx, it.id);
    if (await store.isHeldBy(tx, it.id, asker.session.userId)) throw new Refusal('OWN_RIGHTS');
    const wanted = eachOnce(it.permissions);
    await refuseUnknown(tx, wanted);
    const isSame =
      wanted.length === before.permissions.length && wanted.every((one) => before.permissions.includes(one));
    // Also where the editor saw an older state: what was asked for is so, as after an answer that was lost.
    if (isSame) return roleOf(before);
    if (it.changed !== undefined && Date.parse(it.changed) !== before.changed.getTime())
      throw new Refusal('CHANGED_MEANWHILE');
    await store.replacePermissions(tx, it.id, wanted);
    await audit(tx, {
      actor: asker.actor,
      activity: 'ROLE_CHANGED',
      description: `Permissions of role ${before.name} changed`,
      subject: before.name,
      old: { permissions: before.permissions },
      new: { permissions: wanted },
    });
    return roleOf(await roleOrNotFound(tx, it.id));
  });

/** One that is given twice is there once (2-console.md section 5). */
const eachOnce = (names: readonly string[]): string[] => [...new Set(names)].sort();

async function refuseUnknown(tx: Tx, names: readonly string[], place = ''): Promise<void> {
  const [unknown] = await store.unknownPermissions(tx, names);
  if (unknown === undefined) return;
  throw new Refusal('INVALID_REQUEST', {}, [
    { path: `${place}${names.indexOf(unknown)}`, key: 'permission.unknown', params: { name: unknown } },
  ]);
}

export const createPermission = (db: Db, asker: Asker, name: string): Promise<RolePermission> =>
  change(db, asker, async (tx) => {
    if (await store.isPermissionNameTaken(tx, name))
      throw new Refusal('PERMISSION_EXISTS', { permission: name });
    const id = await store.insertPermission(tx, name);
    await audit(tx, {
      actor: asker.actor,
      activity: 'PERMISSION_CREATED',
      description: `Permission ${name} created`,
      subject: name,
      new: { name },
    });
    return { id: String(id), name, inContract: false, roleCount: 0 };
  });

export const deletePermission = (db: Db, asker: Asker, id: string): Promise<void> =>
  change(db, asker, async (tx) => {
    const permission = await store.findPermission(tx, id);
    if (permission === undefined) throw new Refusal('NOT_FOUND');
    const { name } = permission;
    if (isPermissionOfContract(name)) throw new Refusal('PERMISSION_OF_CONTRACT', { permission: name });
    const roles = await store.rolesWith(tx, name, NAMES_MAX + 1);
    if (roles.length > 0) throw new Refusal('PERMISSION_IN_USE', { permission: name, roles: inWords(roles) });
    await store.deletePermission(tx, BigInt(id));
    await audit(tx, {
      actor: asker.actor,
      activity: 'PERMISSION_DELETED',
      description: `Permission ${name} deleted`,
      subject: name,
      old: { name },
    });
  });
