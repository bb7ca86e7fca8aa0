import type {
  AccountByContact,
  AccountCheck,
  AccountDetails,
  AccountLookup,
  Balance,
} from '@tonle/contract/main-account';
import { Email, normalisePhone } from '@tonle/contract/phone';
import { Refusal } from '@tonle/contract/refusal';
import { type AccountState, readAccount } from '@tonle/ledger';
import { formatAmount } from '@tonle/money';
import { rawTx, type Tx } from '../../db/tx.ts';
import { bankOfCode, type OwnBank, ownBank } from '../bank-info/bank-info.public.ts';
import {
  type CustomerCard,
  customerOf,
  customerOfContact,
  customerRow,
} from '../customers/customers.public.ts';

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

/** An account of this bank with contacts and balances, for whoever may see account details (2-console.md section 3). */
export async function accountDetailsOf(tx: Tx, accountId: string): Promise<AccountDetails> {
  const found = await lookUpById(tx, accountId);
  const account = await readAccount(rawTx(tx), accountId);
  if (account === undefined) throw accountNotFound(await ownBank(tx), accountId, 'id');
  const { assets } = balancesOf(account);
  const customer = await customerRow(tx, accountId);
  const contacts = [customer?.primary_contact, customer?.secondary_contact];
  return {
    ...found,
    fullName: customer?.full_name ?? null,
    organizationName: customer === undefined ? found.name : customer.organization_name,
    primaryContact: customer?.primary_contact ?? null,
    secondaryContact: customer?.secondary_contact ?? null,
    createdTime: (customer?.registered_at ?? account.created).toISOString(),
    status: account.status,
    frozen: account.frozen,
    assets,
    balanceKhr: assets['khr#nbc'],
    balanceUsd: assets['usd#nbc'],
    sex: customer?.sex === 'MALE' ? 'male' : customer?.sex === 'FEMALE' ? 'female' : null,
    address: customer?.address ?? null,
    phoneNumber: contacts.find((it) => it != null && !it.includes('@')) ?? null,
    email: contacts.find((it) => it?.includes('@')) ?? null,
    participantBankId: found.participantCode,
    externalId: found.accountId,
  };
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
  return balancesOf(account);
}

const balancesOf = ({ balancesMinor }: AccountState): Balance => ({
  assets: {
    'khr#nbc': formatAmount(balancesMinor['khr#nbc'], 'KHR'),
    'usd#nbc': formatAmount(balancesMinor['usd#nbc'], 'USD'),
  },
});

async function mainAccountOfCode(tx: Tx, participantCode: string): Promise<string | undefined> {
  return (await bankOfCode(tx, participantCode))?.mainAccountId;
}
