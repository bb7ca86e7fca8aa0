import type { ChannelContactChange } from '@tonle/contract/channel-codes';
import { Refusal } from '@tonle/contract/refusal';
import { type Db, inTransaction } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import type { ChannelApp } from '../../http/channel-app.ts';
import type { Codes } from '../../jobs/codes.ts';
import {
  type ContactChangeRow,
  openChangeOf,
  verifyChange,
} from '../contact-changes/contact-changes.public.ts';
import { ownAccount } from './own-account.ts';

const viewOf = (it: ContactChangeRow): ChannelContactChange => ({
  id: String(it.id),
  accountId: it.account_id,
  replacementPrimaryContact: it.new_contact,
  status: it.status,
  createdTime: it.created.toISOString(),
});

async function openChange(db: Db, app: ChannelApp, accountId: string): Promise<ContactChangeRow> {
  const row = await inTransaction(
    db,
    async (tx) => {
      await ownAccount(tx, app, accountId);
      return openChangeOf(tx, accountId);
    },
    { readOnly: true },
  );
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
}

/** The request that an account's contact is being changed by. */
export const currentContactChange = async (
  db: Db,
  app: ChannelApp,
  accountId: string,
): Promise<ChannelContactChange> => viewOf(await openChange(db, app, accountId));

/** The customer enters the code in the app instead of telling it to somebody. */
export async function enterContactCode(
  deps: { db: Db; codes: Codes },
  by: { app: ChannelApp; actor: Actor; accountId: string; code: string },
): Promise<ChannelContactChange> {
  const { id } = await openChange(deps.db, by.app, by.accountId);
  return viewOf(await verifyChange(deps, { requestId: id, actor: by.actor, code: by.code }));
}
