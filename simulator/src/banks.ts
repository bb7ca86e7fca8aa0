import type { AccountInquiry, InquiredAccount, Participant } from '@tonle/contract/network';
import { Random } from '@tonle/contract/random';
import { familyNames, firstNames } from './names.ts';

/** The bank that all this is played for. */
export const bankCode = 'CHKTKHPPXXX';
export const bankDomain = 'chkt';
export const bankMainAccountId = 'chktkhppxxx@chkt';

const bank = (domain: string, name: string): Participant => {
  const participantCode = `${domain.toUpperCase()}KHPPXXX`;
  return { participantCode, name, domain, mainAccountId: `${participantCode.toLowerCase()}@${domain}` };
};

/** The other banks of the network, those of the demo bank's past. */
export const otherBanks: readonly Participant[] = [
  bank('mekg', 'Mekong Commercial Bank'),
  bank('ansb', 'Angkor Savings Bank'),
  bank('bsac', 'Bassac Microfinance'),
  bank('kptb', 'Kampot Trade Bank'),
];

export const participants: readonly Participant[] = [...otherBanks, bank(bankDomain, 'Chaktomuk Bank')];

/**
 * Accounts that are there at each of the banks so that a person or a test can choose what becomes of a payment, whatever
 * chance has in mind: `refused@mekg` is refused by clearing, and so on.
 */
export const fatedNames = ['refused', 'failed', 'refunded', 'silent', 'frozen', 'closed'] as const;
export type FatedName = (typeof fatedNames)[number];

export const fatedNameOf = (accountId: string): FatedName | undefined =>
  fatedNames.find((it) => accountId.startsWith(`${it}@`));

const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** An account of another bank: everybody with a family name and a first name is somebody there. */
export function accountOf(accountId: string): InquiredAccount | undefined {
  const [local = '', domain = ''] = accountId.split('@');
  const at = otherBanks.find((it) => it.domain === domain);
  if (at === undefined) return undefined;
  const fated = fatedNameOf(accountId);
  const of = (name: string, accountType: 'MOBILE' | 'BANK'): InquiredAccount => ({
    accountId,
    name,
    accountType,
    participantCode: at.participantCode,
    frozen: fated === 'frozen',
    accountStatus: fated === 'closed' ? 'DELETED' : 'ACTIVATED',
  });
  if (accountId === at.mainAccountId) return of(at.name, 'BANK');
  if (fated !== undefined) return of(title(fated), 'MOBILE');
  const [, last, first] = /^([a-z]+)_([a-z]+)\d*$/.exec(local) ?? [];
  return last === undefined || first === undefined
    ? undefined
    : of(`${title(first)} ${title(last)}`, 'MOBILE');
}

export type OtherPerson = { account: InquiredAccount; phone: string; email: string };

/** People of the other banks who have a phone and an address, and who pay customers of this bank. */
export const otherPeople: readonly OtherPerson[] = otherBanks.flatMap(({ domain }, bankIndex) =>
  Array.from({ length: 40 }, (_, index): OtherPerson => {
    const random = new Random('other people', domain, index);
    const last = random.pick(familyNames).latin.toLowerCase();
    const first = random.pick(firstNames).latin.toLowerCase();
    const accountId = `${last}_${first}${index}@${domain}`;
    const account = accountOf(accountId);
    if (account === undefined) throw new Error(`${accountId} is nobody`);
    const number = String(3_000_000 + bankIndex * 100_000 + index * 997);
    return { account, phone: `85588${number}`, email: `${first}.${last}${index}@${domain}.example` };
  }),
);

export function answerInquiry({ by, value }: AccountInquiry): InquiredAccount | undefined {
  if (by === 'ACCOUNT_ID') return accountOf(value);
  return otherPeople.find((it) => (by === 'PHONE' ? it.phone : it.email) === value)?.account;
}
