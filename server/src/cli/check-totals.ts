import { checkTotals } from '../areas/domain-accounts/domain-accounts.public.ts';
import type { Command } from './command.ts';

/** Counts the accounts under the domain and their balances anew; where the kept totals differ, they are put right. */
export const checkTotalsCommand: Command = {
  name: 'check-totals',
  summary: 'Counts the totals under the bank’s domain anew, and puts them right where they differ',
  run: async (_args, { database, say }) => {
    const right = await checkTotals(database.db);
    say(
      right
        ? 'The totals under the domain are right.'
        : 'The totals under the domain were wrong. They have been counted anew.',
    );
    return right ? 0 : 1;
  },
};
