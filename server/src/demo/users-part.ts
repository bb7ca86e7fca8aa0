import { pageOf } from '@tonle/contract/pages';
import { addDays, startOfDay } from '@tonle/contract/phnom-penh-day';
import { systemActor } from '../areas/audit-log/audit-log.public.ts';
import { addRole } from '../areas/roles/roles.public.ts';
import { createConsoleUser, hashPassword } from '../areas/sign-in/sign-in.public.ts';
import { inTransaction } from '../db/tx.ts';
import { demoPassword, demoUsers, tellerRole } from './demo-bank.ts';
import type { DemoPart } from './demo-part.ts';

/** The people of the console, their passwords last changed 30 days ago (decisions section 2). */
export const addUsers: DemoPart = async ({ database, today, users, progress }) => {
  progress('Demo bank: people of the console');
  const actor = systemActor('Demo bank');
  const since = new Date(startOfDay(addDays(today, -30)).getTime() + 9 * 3_600_000);
  const hashes = await Promise.all(demoUsers.map(() => hashPassword(demoPassword)));
  await inTransaction(database.db, async (tx) => {
    const permissions = tellerRole.pages.flatMap((page) => pageOf(page).permissions);
    const teller = await addRole(tx, { name: tellerRole.name, permissions }, actor, since);
    for (const [index, it] of demoUsers.entries()) {
      const isTeller = it.authorities.length === 0;
      const userId = await createConsoleUser(
        tx,
        {
          login: it.login,
          firstName: it.firstName,
          lastName: it.lastName,
          email: `${it.login}@chaktomuk.example`,
          passwordHash: hashes[index] ?? '',
          authorities: it.authorities,
          roleIds: isTeller ? [teller] : [],
          passwordChangedAt: since,
        },
        actor,
        since,
      );
      users.set(it.login, {
        userId,
        login: it.login,
        fullName: `${it.firstName} ${it.lastName}`,
        roles: isTeller ? [tellerRole.name] : [...it.authorities],
        requestId: null,
        address: null,
      });
    }
  });
};
