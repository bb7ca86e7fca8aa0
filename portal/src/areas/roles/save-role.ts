import { createRole, type Role, roles, rolesForAssignment, setRolePermissions } from '@tonle/contract/roles';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { getConfig } from '../../session/config.ts';
import { isGiven, isMadeBy, type TypedRole } from './made-role.ts';

/** Gives a role these permissions, unless somebody else has changed them since it was read. */
export const savePermissions = (role: Role, permissions: readonly string[]): Promise<Role> => {
  const changed = getConfig().extensions && role.changed ? role.changed : undefined;
  return call(setRolePermissions, { query: { roleId: role.id, changed }, body: [...permissions] });
};

/**
 * Makes new roles for one dialog, which may have to try again: what an earlier try has made is finished, whether its answer
 * came or was lost. A server of the specifications alone gives the permissions by a call of their own.
 */
export function roleMaker(): (typed: TypedRole) => Promise<Role> {
  const made = new Map<string, Role>();
  const lost: TypedRole[] = [];
  const create = async (typed: TypedRole): Promise<Role> => {
    const { name, permissions } = typed;
    try {
      if (!getConfig().extensions)
        return await call(createRole, { query: { roleName: name }, body: undefined });
      return await call(createRole, { query: { roleName: name }, body: { permissions: [...permissions] } });
    } catch (error) {
      if (error instanceof ApiError && error.answerLost) lost.push(typed);
      const found = isTaken(error) ? await madeByOneOf(lost.filter((it) => it.name === name)) : undefined;
      if (found === undefined) throw error;
      return found;
    }
  };
  return async (typed) => {
    const role = made.get(typed.name) ?? (await create(typed));
    made.set(typed.name, role);
    return isGiven(role, typed) ? role : savePermissions(role, typed.permissions);
  };
}

const isTaken = (error: unknown): boolean => error instanceof ApiError && error.refusalName === 'ROLE_EXISTS';

/** The role that a try without an answer has made, if one has. */
async function madeByOneOf(lost: readonly TypedRole[]): Promise<Role | undefined> {
  if (lost.length === 0) return undefined;
  const { rows } = await call(roles, { query: { ...rolesForAssignment } });
  const { extensions } = getConfig();
  return rows.find((role) => lost.some((it) => isMadeBy(role, it, extensions)));
}
