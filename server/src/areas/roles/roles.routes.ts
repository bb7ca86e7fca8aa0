import {
  addRoleToUser,
  authEndpoints,
  createPermission,
  createRole,
  deletePermission,
  deleteRole,
  removeRoleFromUser,
  rolePermissions,
  roles,
  setRolePermissions,
  tpsEndpoints,
} from '@tonle/contract/roles';
import { type Db, inTransaction } from '../../db/tx.ts';
import { on } from '../../http/on.ts';
import { giveRole, takeRole } from '../console-users/console-users.public.ts';
import { endpointPermissions } from './endpoint-permissions.ts';
import * as service from './roles.service.ts';
import { listPermissions, listRoles } from './roles.store.ts';

const OK = { status: { code: 0 as const } };

export const routes = ({ db }: { db: Db }) => [
  on(roles, async ({ query }) => {
    const { rows, total } = await inTransaction(db, (tx) => listRoles(tx, query), { readOnly: true });
    return { rows: rows.map(service.roleOf), total };
  }),
  on(rolePermissions, ({ query }) =>
    inTransaction(db, (tx) => listPermissions(tx, query), { readOnly: true }),
  ),
  on(createPermission, ({ body, ...asker }) => service.createPermission(db, asker, body.permissionName)),
  on(deletePermission, async ({ body, ...asker }) => {
    await service.deletePermission(db, asker, body.permissionId);
    return OK;
  }),
  on(createRole, ({ query, body, ...asker }) =>
    service.createRole(db, asker, { name: query.roleName, permissions: body?.permissions ?? [] }),
  ),
  on(deleteRole, async ({ query, ...asker }) => {
    await service.deleteRole(db, asker, BigInt(query.roleId));
    return OK;
  }),
  on(setRolePermissions, ({ query, body, ...asker }) =>
    service.setPermissions(db, asker, {
      id: BigInt(query.roleId),
      permissions: body,
      changed: query.changed,
    }),
  ),
  on(addRoleToUser, async ({ body, ...asker }) => {
    await giveRole(db, asker, { userId: BigInt(body.userId), roleId: BigInt(body.roleId) });
    return OK;
  }),
  on(removeRoleFromUser, async ({ body, ...asker }) => {
    await takeRole(db, asker, { userId: BigInt(body.userId), roleId: BigInt(body.roleId) });
    return OK;
  }),
  on(authEndpoints, async ({ query }) => endpointPermissions('AUTH', query)),
  on(tpsEndpoints, async ({ query }) => endpointPermissions('TPS', query)),
];
