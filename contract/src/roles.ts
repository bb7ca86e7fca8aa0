import { z } from 'zod';
import { areas } from './areas.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './paging.ts';
import { OkStatus } from './refusal.ts';
import { RowId } from './row-id.ts';
import { InstantOut, nameText, optional, text } from './text.ts';

const base = '/api/role-permission';
const OkAnswer = z.object({ status: OkStatus });

export const roleNameLengthMax = 64;
export const permissionNameLengthMax = 100;
/** No role has more; the contract has about sixty permissions. */
export const rolePermissionsMax = 500;
/** All roles for assignment come in one page (2-console.md section 9). */
export const rolesForAssignment = { page: 0, size: 2_000 } as const;

const given = (lengthMax: number, required: string) =>
  nameText(lengthMax).refine((it) => it !== '', { error: required });

/** A role named like an authority would be taken for one in the audit log, one with a comma for two in its filter. */
export const RoleName = given(roleNameLengthMax, 'role-name.required')
  .refine((it) => !/^role_/i.test(it), 'role-name.reserved')
  .refine((it) => !it.includes(','), 'role-name.comma');

const areaNames: readonly string[] = areas;

/**
 * A created permission is inert, and stays so: it may not be named as the contract names its own, or a later version
 * could give it a meaning.
 */
export const PermissionName = given(permissionNameLengthMax, 'permission-name.required').refine(
  (it) => !areaNames.includes(it.split('.')[0]?.trim().toLowerCase() ?? ''),
  'permission-name.reserved',
);

export const Role = z.object({
  id: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
  /** Extensions: how many people hold it, and when its permissions were last changed. */
  userCount: z.number().int(),
  changed: InstantOut,
});
export type Role = z.infer<typeof Role>;

const PermissionNames = z.array(text(permissionNameLengthMax)).max(rolePermissionsMax);

export const RolePermission = z.object({
  id: z.string(),
  name: z.string(),
  /** Extensions: false for those that an access manager created; how many roles carry it. */
  inContract: z.boolean(),
  roleCount: z.number().int(),
});
export type RolePermission = z.infer<typeof RolePermission>;

export const roles = endpoint({
  name: 'roles',
  area: 'roles',
  summary: 'The custom roles, each with its permissions.',
  method: 'GET',
  path: `${base}/roles`,
  permission: ['roles.change', 'console-users.change'],
  query: z.strictObject(listQuery(['name', 'changed', 'userCount'], 'name,asc', rolesForAssignment.size)),
  list: 'content',
  response: Role,
});

export const rolePermissions = endpoint({
  name: 'rolePermissions',
  area: 'roles',
  summary: 'The permissions that roles may carry: those of the contract, and those that were created.',
  method: 'GET',
  path: `${base}/permissions`,
  permission: 'roles.change',
  query: z.strictObject(listQuery(['name'], 'name,asc', rolesForAssignment.size)),
  list: 'content',
  response: RolePermission,
});

export const createPermission = endpoint({
  name: 'createPermission',
  area: 'roles',
  summary: 'Adds a permission that roles may carry. Nothing asks for it, so it opens nothing.',
  method: 'POST',
  path: `${base}/permission/create`,
  permission: 'roles.change',
  form: true,
  body: z.strictObject({ permissionName: PermissionName }),
  response: RolePermission,
  errors: ['PERMISSION_EXISTS'],
});

export const deletePermission = endpoint({
  name: 'deletePermission',
  area: 'roles',
  summary: 'Deletes a created permission that no role carries. Those of the contract stay.',
  method: 'POST',
  path: `${base}/permission/delete`,
  permission: 'roles.change',
  form: true,
  // Those of the contract are named by their names.
  body: z.strictObject({ permissionId: given(permissionNameLengthMax, 'field.required') }),
  response: OkAnswer,
  errors: ['NOT_FOUND', 'PERMISSION_OF_CONTRACT', 'PERMISSION_IN_USE'],
});

export const createRole = endpoint({
  name: 'createRole',
  area: 'roles',
  summary:
    'Creates a role. `permissions`, an extension, are its from the start; without them it has none until role/permissions gives some.',
  method: 'POST',
  path: `${base}/role/create`,
  permission: 'roles.change',
  query: z.strictObject({ roleName: RoleName }),
  body: optional(z.strictObject({ permissions: optional(PermissionNames) })),
  response: Role,
  errors: ['ROLE_EXISTS'],
});

export const deleteRole = endpoint({
  name: 'deleteRole',
  area: 'roles',
  summary: 'Deletes a role that nobody holds; else says who does.',
  method: 'POST',
  path: `${base}/role/delete`,
  permission: 'roles.change',
  query: z.strictObject({ roleId: RowId }),
  response: OkAnswer,
  errors: ['NOT_FOUND', 'ROLE_IN_USE'],
});

export const setRolePermissions = endpoint({
  name: 'setRolePermissions',
  area: 'roles',
  summary:
    'Replaces the permissions of a role. Acts on the next request of everybody who holds it. `changed`, an extension, refuses where somebody else changed the role since.',
  method: 'POST',
  path: `${base}/role/permissions`,
  permission: 'roles.change',
  query: z.strictObject({ roleId: RowId, changed: optional(z.iso.datetime({ offset: true })) }),
  body: PermissionNames,
  response: Role,
  errors: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'OWN_RIGHTS'],
});

const UserAndRole = z.strictObject({ userId: RowId, roleId: RowId });

export const addRoleToUser = endpoint({
  name: 'addRoleToUser',
  area: 'roles',
  summary: 'Gives a role to somebody else. Giving it again changes nothing.',
  method: 'POST',
  path: `${base}/user/roles/add`,
  permission: 'console-users.change',
  form: true,
  body: UserAndRole,
  response: OkAnswer,
  errors: ['NOT_FOUND', 'OWN_RIGHTS'],
});

export const removeRoleFromUser = endpoint({
  name: 'removeRoleFromUser',
  area: 'roles',
  summary: 'Takes a role from somebody else. Whoever has no authority keeps one role.',
  method: 'POST',
  path: `${base}/user/roles/remove`,
  permission: 'console-users.change',
  form: true,
  body: UserAndRole,
  response: OkAnswer,
  errors: ['NOT_FOUND', 'OWN_RIGHTS', 'USER_WITHOUT_ROLE'],
});

/** A call of the contract and who may make it. */
export const EndpointPermission = z.object({
  /** Method and path: "GET /api/users". */
  endpoint: z.string(),
  /** Extensions. Any one of `permissions` will do; where there are none, `access` says who may call. */
  permissions: z.array(z.string()),
  access: z.enum(['PERMISSION', 'SIGNED_IN', 'PUBLIC', 'NETWORK', 'APP']),
  summary: z.string(),
});
export type EndpointPermission = z.infer<typeof EndpointPermission>;

const endpointList = {
  area: 'roles',
  method: 'GET',
  permission: 'roles.endpoints',
  query: z.strictObject(listQuery(['endpoint', 'access'], 'endpoint,asc')),
  list: 'content',
  response: EndpointPermission,
} as const;

export const authEndpoints = endpoint({
  ...endpointList,
  name: 'authEndpoints',
  summary: 'The calls about people and their rights, with the permissions that they need.',
  path: '/authservice/api/rest-endpoint-permissions',
});

export const tpsEndpoints = endpoint({
  ...endpointList,
  name: 'tpsEndpoints',
  summary: 'The calls about money, accounts, customers and reports, with the permissions that they need.',
  path: '/tps/api/rest-endpoint-permissions',
});
