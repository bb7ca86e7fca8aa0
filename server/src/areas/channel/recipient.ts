import { recipientOf } from '@tonle/contract/main-account';
import { Refusal } from '@tonle/contract/refusal';
import { type Db, inTransaction } from '../../db/tx.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import {
  type Abroad,
  checkAccountState,
  findAbroad,
  isAbroad,
  lookUpByContact,
  lookUpById,
  lookUpContactAbroad,
} from '../main-account/main-account.public.ts';

/** Whom an id, a phone or an e-mail address belongs to, here or at another bank, and whether they can be paid. */
export async function findRecipient(db: Db, network: Abroad, typed: string) {
  const recipient = recipientOf(typed);
  if (recipient === undefined) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'value', key: 'recipient.invalid' }]);
  }
  const { kind, value } = recipient;
  const own = await inTransaction(db, ownBank, { readOnly: true });
  if (kind === 'account-id') return isAbroad(own, value) ? abroad(value) : here(value);
  const known = await inTransaction(db, (tx) => lookUpByContact(tx, value), { readOnly: true });
  if (known !== undefined) return here(known.accountId);
  const by = kind === 'phone' ? 'PHONE' : 'EMAIL';
  const elsewhere = await lookUpContactAbroad(network, own, { by, value });
  if (elsewhere === undefined) throw new Refusal('ACCOUNT_NOT_FOUND', { account: typed.trim() });
  return abroad(elsewhere.accountId);

  function here(accountId: string) {
    return inTransaction(
      db,
      async (tx) => {
        const { accountName: _, ...card } = await lookUpById(tx, accountId);
        const { frozen, accountStatus } = await checkAccountState(tx, accountId);
        return { ...card, frozen, accountStatus };
      },
      { readOnly: true },
    );
  }

  async function abroad(accountId: string) {
    const { account, bank } = await findAbroad(network, own, accountId, 'value');
    const { name, accountType, frozen, accountStatus, participantCode } = account;
    return { accountId, name, accountType, bankName: bank.name, participantCode, frozen, accountStatus };
  }
}
