import {
  authorityList,
  blockConsoleUser,
  consoleUserAccess,
  consoleUsers,
  createConsoleUser,
  editConsoleUser,
  roleAuthorities,
  setAuthorities,
  unblockConsoleUser,
} from '@tonle/contract/console-users';
import { authorities } from '@tonle/contract/permissions';
import { type Db, inTransaction } from '../../db/tx.ts';
import { on } from '../../http/on.ts';
import type { SignInDeps } from '../sign-in/sign-in.public.ts';
import * as service from './console-users.service.ts';
import { listPeople, roleNames } from './console-users.store.ts';

const OK = { status: { code: 0 as const } };
const idsOf = (ids: readonly string[]): bigint[] => ids.map(BigInt);

export const routes = ({ db, signIn }: { db: Db; signIn: SignInDeps }) => [
  on(consoleUsers, async ({ query }) => {
    const { rows, total } = await inTransaction(db, (tx) => listPeople(tx, query), { readOnly: true });
    return { rows: rows.map(service.consoleUserOf), total };
  }),
  on(createConsoleUser, ({ body, ...asker }) =>
    service.createUser(signIn, asker, { ...body, roleIds: idsOf(body.roleIds) }),
  ),
  on(editConsoleUser, ({ body, ...asker }) =>
    service.editUser(db, asker, { ...body, id: BigInt(body.id), roleIds: idsOf(body.roleIds) }),
  ),
  on(blockConsoleUser, async ({ params, ...asker }) => {
    await service.blockUser(db, asker, BigInt(params.id));
    return OK;
  }),
  on(unblockConsoleUser, async ({ params, ...asker }) => {
    await service.unblockUser(db, asker, BigInt(params.id));
    return OK;
  }),
  on(authorityList, async () => [...authorities]),
  on(setAuthorities, ({ body, ...asker }) =>
    service.setAuthorities(db, asker, { id: BigInt(body.id), authorities: body.authorities }),
  ),
  on(roleAuthorities, async () => [
    ...authorities,
    ...(await inTransaction(db, roleNames, { readOnly: true })),
  ]),
  on(consoleUserAccess, ({ params }) => service.accessOfUser(db, BigInt(params.id))),
];
