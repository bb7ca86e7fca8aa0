import { useQueryClient } from '@tanstack/react-query';
import { addAccounts, branches, type MovedAccount, removeAccounts } from '@tonle/contract/domain-accounts';
import { useState } from 'react';
import { z } from 'zod';
import { call, readingAs } from '../../api/call.ts';
import { getConfig } from '../../session/config.ts';
import { showError, toast } from '../../ui/messages.ts';
import { useDomainAccountsTexts } from './domain-accounts-texts.ts';

export type Group = 'direct' | 'indirect';
export type Moved = { to: Group; accounts: readonly MovedAccount[] };

const calls = { direct: addAccounts, indirect: removeAccounts } as const;

/** The specification does not say what a server answers: one that is not ours has moved them all where it refuses nothing. */
async function moveThem(
  to: Group,
  branchId: string,
  irohaAccounts: string[],
): Promise<readonly MovedAccount[]> {
  const body = { branchId, irohaAccounts };
  if (getConfig().extensions) return (await call(calls[to], { body })).accounts;
  await call(readingAs(calls[to], 'moved', z.unknown()), { body });
  return irohaAccounts.map((accountId) => ({ accountId, outcome: 'MOVED' }));
}

/** Moves accounts between the groups, as many as are given, in one call; says what became of each. `move` answers whether it was done. */
export function useMove() {
  const t = useDomainAccountsTexts();
  const queries = useQueryClient();
  const [running, setRunning] = useState<Group>();
  const [moved, setMoved] = useState<Moved>();
  const move = async (to: Group, accountIds: readonly string[]): Promise<boolean> => {
    if (running !== undefined || accountIds.length === 0) return false;
    setRunning(to);
    try {
      const head = (await call(branches, {})).rows.find((it) => it.headBranch);
      if (head === undefined) {
        showError(undefined, { title: t('not-moved'), detail: t('no-branch') });
        return false;
      }
      const accounts = await moveThem(to, head.id, [...accountIds]);
      const [first] = accounts;
      // One that went well needs no more than a word; of several each one's outcome is shown.
      if (accounts.length === 1 && first?.outcome === 'MOVED') {
        toast.success(t(`moved.${to}`, { account: first.accountId }));
      } else setMoved({ to, accounts });
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setRunning(undefined);
      await queries.invalidateQueries({ queryKey: [addAccounts.area] }).catch(() => undefined);
    }
  };
  return { move, running, moved, close: () => setMoved(undefined) };
}
