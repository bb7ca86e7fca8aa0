import type { AccountLookup } from '@tonle/contract/account-lookup';
import type { AccountByContact, AccountCheck, Balance } from '@tonle/contract/main-account';
import { Email, normalisePhone } from '@tonle/contract/phone';
import { Refusal } from '@tonle/contract/refusal';
import { readAccount } from '@tonle/ledger';
import { formatAmount } from '@tonle/money';
import { rawTx, type Tx } from '../../db/tx.ts';
import { bankOfCode, type OwnBank, ownBank } from '../bank-info/bank-info.public.ts';
import { type CustomerCard, customerOf, customerOfContact } from '../customers/customers.public.ts';

const localPart = (accountId: string): string => accountId.split('@')[0] ?? accountId;

const cardOf = (bank: OwnBank, customer: CustomerCard): AccountLookup => ({
  accountId: customer.accountId,
  accountName: localPart(customer.accountId),
  name: customer.name,
  accountType: customer.accountType,
  bankName: bank.name,
  participantCode: bank.participantCode,
});

const mainAccountOf = (bank: OwnBank): AccountLookup => ({
  accountId: bank.mainAccountId,
  accountName: localPart(bank.mainAccountId),
  name: bank.name,
  accountType: 'BANK',
  bankName: bank.name,
  participantCode: bank.participantCode,
});

/** No account of this id; where it belongs to a bank that is not on the network, that is said. */
export function accountNotFound(bank: OwnBank, accountId: string, path: string): Refusal {
  const isOthers = accountId.split('@')[1] !== bank.domain;
  return new Refusal(
    'ACCOUNT_NOT_FOUND',
    { account: accountId },
    isOthers ? [{ path, key: 'account.of-other-bank', params: { account: accountId } }] : [],
  );
}

export async function lookUpById(tx: Tx, accountId: string): Promise<AccountLookup> {
  const bank = await ownBank(tx);
  if (accountId === bank.mainAccountId) return mainAccountOf(bank);
  const customer = await customerOf(tx, accountId);
  if (customer === undefined) throw accountNotFound(bank, accountId, 'id');
  return cardOf(bank, customer);
}

export async function lookUpByName(tx: Tx, name: string): Promise<AccountLookup> {
  const bank = await ownBank(tx);
  return lookUpById(tx, `${name}@${bank.domain}`);
}

/** A phone in whichever way it was typed, or an e-mail address. */
export function contactOf(typed: string): string {
  const trimmed = typed.trim().toLowerCase();
  const contact = normalisePhone(trimmed) ?? (Email.safeParse(trimmed).success ? trimmed : undefined);
  if (contact === undefined) {
    const key = trimmed.includes('@')
      ? 'email.invalid'
      : /^\+?\s*855[\s-]*0/.test(trimmed)
        ? 'phone.starts-with-zero'
        : 'contact.invalid';
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'phone', key }]);
  }
  return contact;
}

/** The customer of this bank whose primary contact it is, if any; of all kinds, or of mobile users alone. */
export async function lookUpByContact(
  tx: Tx,
  contact: string,
  { onlyMobile = false }: { onlyMobile?: boolean } = {},
): Promise<AccountLookup | undefined> {
  const customer = await customerOfContact(tx, contact, onlyMobile ? 'MOBILE' : undefined);
  return customer && cardOf(await ownBank(tx), customer);
}

export const foundBy = (contact: string, found: AccountLookup): AccountByContact => ({
  ...found,
  fullName: found.name,
  primaryContact: contact,
});

/** Whether an account can be paid to: a customer's, or the main account. */
export async function checkAccountState(tx: Tx, accountId: string): Promise<AccountCheck> {
  const account = await readAccount(rawTx(tx), accountId);
  if (account === undefined || !isShown(account.kind)) {
    throw accountNotFound(await ownBank(tx), accountId, 'id');
  }
  return { accountId, frozen: account.frozen, accountStatus: account.status };
}

/** The book's inner accounts, of settlement and issuance, are no one's to ask for. */
const isShown = (kind: string): boolean => kind === 'MAIN' || kind === 'CUSTOMER';

/** The balance of the main account by this bank's participant code, or of an account by its id (decisions section 12). */
export async function balanceOf(tx: Tx, id: string): Promise<Balance> {
  const accountId = id.includes('@') ? id : await mainAccountOfCode(tx, id);
  const account = accountId === undefined ? undefined : await readAccount(rawTx(tx), accountId);
  if (account === undefined || !isShown(account.kind)) throw new Refusal('NOT_FOUND');
  return {
    assets: {
      'khr#nbc': formatAmount(account.balancesMinor['khr#nbc'], 'KHR'),
      'usd#nbc': formatAmount(account.balancesMinor['usd#nbc'], 'USD'),
    },
  };
}

async function mainAccountOfCode(tx: Tx, participantCode: string): Promise<string | undefined> {
  return (await bankOfCode(tx, participantCode))?.mainAccountId;
}
