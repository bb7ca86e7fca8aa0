import {
  type AccountGroup,
  accountSummary,
  addAccounts,
  branches,
  domainAccounts,
  removeAccounts,
} from '@tonle/contract/domain-accounts';
import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { on } from '../../http/on.ts';
import { accountPage, branchPage, moveAccounts, summaryOf } from './domain-accounts.service.ts';

type Body = { branchId: string; irohaAccounts: readonly string[] };

export function routes({ db }: { db: Db }) {
  const reading = <Result>(work: (tx: Tx) => Promise<Result>) =>
    inTransaction(db, work, { readOnly: true, isolation: 'repeatable read' });
  const move = async (to: AccountGroup, body: Body, actor: Actor) => ({
    branchId: body.branchId,
    accounts: await inTransaction(db, (tx) => moveAccounts(tx, to, { ...body, actor })),
  });
  return [
    on(accountSummary, ({ query }) => reading((tx) => summaryOf(tx, query))),
    on(branches, ({ query }) => reading((tx) => branchPage(tx, query))),
    on(domainAccounts, ({ query }) => reading((tx) => accountPage(tx, query))),
    on(addAccounts, ({ body, actor }) => move('DIRECT_ACCOUNT', body, actor)),
    on(removeAccounts, ({ body, actor }) => move('INDIRECT_ACCOUNT', body, actor)),
  ];
}
