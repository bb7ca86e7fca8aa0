import type { AuthorizerChangeState } from '@tonle/contract/authorizers';
import type { channelSignatories } from '@tonle/contract/channel-signatories';
import type { z } from 'zod';
import { type Db, inTransaction } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import type { ChannelApp } from '../../http/channel-app.ts';
import type { OneByOne } from '../../jobs/repeat.ts';
import { askChange, authorizersOf } from '../authorizers/authorizers.public.ts';
import { ownAccount } from './own-account.ts';

/** Who may sign for an account that the app is for. */
export const showSignatories = (
  db: Db,
  app: ChannelApp,
  accountId: string,
): Promise<z.infer<typeof channelSignatories.response>> =>
  inTransaction(
    db,
    async (tx) => {
      await ownAccount(tx, app, accountId);
      const signatories = await authorizersOf(tx, accountId);
      return { signatories: signatories.map(({ id: _, ...it }) => it) };
    },
    { readOnly: true },
  );

/** Asks for another to sign, as staff do: the account judges it, and the bank's server carries it out. */
export async function addSignatory(
  { db, authorizerChanger }: { db: Db; authorizerChanger: Pick<OneByOne, 'wake'> },
  order: { accountId: string; signatoryAccountId: string; app: ChannelApp; actor: Actor },
): Promise<AuthorizerChangeState> {
  const { accountId, signatoryAccountId, app, actor } = order;
  const state = await inTransaction(db, async (tx) => {
    await ownAccount(tx, app, accountId);
    const pair = { accountId, authorizerAccountId: signatoryAccountId };
    return askChange(tx, { pair, direction: 'ADD_SIGNATORY', actor });
  });
  authorizerChanger.wake();
  return state;
}
