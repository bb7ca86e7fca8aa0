import { systemNames } from '@tonle/contract/actors';
import { movedAccountsMax } from '@tonle/contract/domain-accounts';
import { systemActor } from '../areas/audit-log/audit-log.public.ts';
import { moveAccounts } from '../areas/domain-accounts/domain-accounts.public.ts';
import { inTransaction } from '../db/tx.ts';
import type { DemoPart } from './demo-part.ts';

/** Every so many customers' accounts is in the head branch. */
const every = 11;

/** The accounts that are direct. */
export const addDirectAccounts: DemoPart = async ({ database, customers, users, beforeCeremony }) => {
  if (beforeCeremony) return;
  const irohaAccounts = customers
    .filter((_, index) => index % every === 4)
    .slice(0, movedAccountsMax)
    .map((it) => it.accountId);
  const actor = users.get('manager') ?? systemActor(systemNames.demo);
  await inTransaction(database.db, (tx) =>
    moveAccounts(tx, 'DIRECT_ACCOUNT', { branchId: '1', irohaAccounts, actor }),
  );
};
