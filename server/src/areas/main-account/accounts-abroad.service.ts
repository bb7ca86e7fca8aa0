import type { AccountCheck, AccountLookup } from '@tonle/contract/main-account';
import type { AccountInquiry, InquiredAccount } from '@tonle/contract/network';
import { Refusal } from '@tonle/contract/refusal';
import type { Bank, OwnBank } from '../bank-info/bank-info.public.ts';
import type { Network } from '../network/network.public.ts';
import { accountNotFound } from './accounts.service.ts';

/** What is asked of the gateway here. */
export type Abroad = Pick<Network, 'isConfigured' | 'inquire' | 'directory' | 'silenceSeconds' | 'wake'>;

const domainOf = (accountId: string): string => accountId.split('@')[1] ?? '';

/** Whether this is another bank's account to ask for. */
export const isAbroad = (own: OwnBank, accountId: string): boolean => domainOf(accountId) !== own.domain;

/** An account of another bank with its bank; refused in words where there is none, or the network is silent. */
export async function findAbroad(
  network: Abroad,
  own: OwnBank,
  accountId: string,
  path: string,
): Promise<{ account: InquiredAccount; bank: Bank }> {
  const bank = await bankOf(network, own, accountId, path);
  const account = await network.inquire({ by: 'ACCOUNT_ID', value: accountId });
  if (account === undefined || account.accountId !== accountId) {
    throw new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
  }
  return { account, bank };
}

/** The bank of an account by its domain, as the network's directory has it. */
export async function bankOf(network: Abroad, own: OwnBank, accountId: string, path: string): Promise<Bank> {
  const bank = network.isConfigured ? await network.directory.bankOfDomain(domainOf(accountId)) : undefined;
  if (bank === undefined) throw accountNotFound(own, accountId, path);
  return bank;
}

export async function lookUpAbroad(network: Abroad, own: OwnBank, accountId: string): Promise<AccountLookup> {
  const { account, bank } = await findAbroad(network, own, accountId, 'id');
  return cardOf(account, bank);
}

export async function checkAbroad(network: Abroad, own: OwnBank, accountId: string): Promise<AccountCheck> {
  const { account } = await findAbroad(network, own, accountId, 'id');
  return { accountId, frozen: account.frozen, accountStatus: account.accountStatus };
}

/** By a contact that no customer of this bank has. */
export async function lookUpContactAbroad(
  network: Abroad,
  own: OwnBank,
  inquiry: AccountInquiry,
): Promise<AccountLookup | undefined> {
  const account = await network.inquire(inquiry);
  // The network may not know yet that the account has left this bank.
  if (account === undefined || account.participantCode === own.participantCode) return undefined;
  const bank = await network.directory.bankOfCode(account.participantCode);
  return bank && cardOf(account, bank);
}

const cardOf = (account: InquiredAccount, bank: Bank): AccountLookup => ({
  accountId: account.accountId,
  accountName: account.accountId.split('@')[0] ?? account.accountId,
  name: account.name,
  accountType: account.accountType,
  bankName: bank.name,
  participantCode: bank.participantCode,
});
