import type { DepositMessage } from '@tonle/contract/network';
import type { Random } from '@tonle/contract/random';
import { assetOf, formatAmount } from '@tonle/money';
import { bankMainAccountId, otherBanks, otherPeople } from './banks.ts';
import { purchases } from './names.ts';
import { amountOf, currencyOf, type Size } from './rhythm.ts';

export type DepositWanted = {
  depositId: string;
  to: string;
  size: Size;
  description?: string;
};

/** Money from somebody at another bank. */
export function depositOf(random: Random, it: DepositWanted): DepositMessage {
  const currency = currencyOf(random);
  const isMain = it.to === bankMainAccountId;
  const from = isMain && random.percent(25) ? undefined : random.pick(otherPeople);
  const bank = from === undefined ? random.pick(otherBanks) : bankOf(from.account.participantCode);
  const amount = formatAmount(amountOf(random, currency, it.size), currency);
  const description = it.description ?? (random.percent(60) ? random.pick(purchases) : undefined);
  return {
    type: 'DEPOSIT',
    depositId: it.depositId,
    sourceBank: bank.participantCode,
    sourceAccountId: from?.account.accountId ?? bank.mainAccountId,
    sourceName: from?.account.name ?? bank.name,
    ...(from === undefined ? {} : { sourcePhoneNumber: from.phone }),
    sourceWalletType: from === undefined ? 'BANK' : 'MOBILE',
    destinationAccountId: it.to,
    assetId: assetOf(currency),
    amount,
    ...(description === undefined ? {} : { description }),
    ...(isMain && random.percent(50) ? { extRef: `DEP-${random.between(10_000, 99_999)}` } : {}),
  };
}

const bankOf = (participantCode: string) => {
  const bank = otherBanks.find((it) => it.participantCode === participantCode);
  if (bank === undefined) throw new Error(`there is no bank ${participantCode}`);
  return bank;
};
