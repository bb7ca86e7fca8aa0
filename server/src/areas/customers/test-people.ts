import type { Permission } from '@tonle/contract/permissions';
import { inTransaction } from '../../db/tx.ts';
import type { TestBank } from '../../test-bank.ts';
import { type Caller, TEST_PASSWORD } from '../../test-server.ts';
import { systemActor } from '../audit-log/audit-log.public.ts';
import { addRole } from '../roles/roles.public.ts';
import { createConsoleUser, hashPassword } from '../sign-in/sign-in.public.ts';

/** A person with a role of these permissions alone. */
export async function someoneWith(
  { database, signIn, withToken }: TestBank,
  login: string,
  permissions: readonly Permission[],
): Promise<Caller> {
  const passwordHash = await hashPassword(TEST_PASSWORD);
  await inTransaction(database.owner.db, async (tx) => {
    const actor = systemActor('Test set-up');
    const role = await addRole(tx, { name: login, permissions }, actor);
    const names = { firstName: login, lastName: 'Test', email: `${login}@tonle.example` };
    await createConsoleUser(tx, { ...names, login, passwordHash, authorities: [], roleIds: [role] }, actor);
  });
  return withToken((await signIn(login)).body.data?.id_token ?? '');
}
