import {
  type AccountInquiry,
  type AccountInquiryAnswer,
  networkAccountInquiry,
  networkMessage,
} from '@tonle/contract/network';
import { readAccount } from '@tonle/ledger';
import { type Db, inTransaction, rawTx, type Tx } from '../../db/tx.ts';
import { on } from '../../http/on.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { customerOf, customerOfContact } from '../customers/customers.public.ts';
import { heard } from './answers.ts';
import { hearDeposit } from './deposit.service.ts';
import { hearKeyChangeStatus } from './key-change.service.ts';
import type { Network } from './network.ts';
import { hearStatus } from './status.service.ts';

export const routes = ({ db, network }: { db: Db; network: Network }) => [
  on(networkMessage, async ({ body, signed: { messageId } }) => {
    switch (body.type) {
      case 'DEPOSIT':
        return hearDeposit(network.hearing, heard(messageId, body));
      case 'STATUS':
        return hearStatus(network.hearing, heard(messageId, body));
      case 'KEY_CHANGE_STATUS':
        return hearKeyChangeStatus(network.hearing, heard(messageId, body));
    }
  }),
  on(networkAccountInquiry, ({ body }) => inTransaction(db, (tx) => accountOf(tx, body), { readOnly: true })),
];

/** What other banks may know of an account: whose it is, and whether it can be paid to. */
async function accountOf(tx: Tx, { by, value }: AccountInquiry): Promise<AccountInquiryAnswer> {
  const { participantCode, mainAccountId, name } = await ownBank(tx);
  const customer = by === 'ACCOUNT_ID' ? await customerOf(tx, value) : await customerOfContact(tx, value);
  const isMain = by === 'ACCOUNT_ID' && value === mainAccountId;
  const accountId = isMain ? mainAccountId : customer?.accountId;
  const state = accountId === undefined ? undefined : await readAccount(rawTx(tx), accountId);
  if (accountId === undefined || state === undefined) return { account: null };
  return {
    account: {
      accountId,
      name: customer?.name ?? name,
      accountType: customer?.accountType ?? 'BANK',
      participantCode,
      frozen: state.frozen,
      accountStatus: state.status,
    },
  };
}
