import type { ChannelAccountType } from '@tonle/contract/channel';
import { Random } from '@tonle/contract/random';
import { familyNames, firstNames, shopKinds, shopNames } from './names.ts';

/** A customer of this bank, as their app knows them. */
export type Person = {
  index: number;
  accountType: ChannelAccountType;
  accountName: string;
  /** The name people see. */
  name: string;
  /** What the app sends to open the account. */
  opening: Readonly<Record<string, string>>;
  /** What it sends to have them verified, pictures aside. */
  profile: Readonly<Record<string, string>>;
};

/** The customer of a number: always the same one for the same seed. */
export function personOf(seed: string, index: number): Person {
  const random = new Random(seed, 'person', index);
  const tenth = index % 10;
  return tenth < 7
    ? individual(seed, random, index)
    : organization(seed, random, index, tenth < 9 ? 'DESKTOP' : 'WEB');
}

/** Of a seed's own, so that populations of several seeds can live in one bank. */
function contactOf(seed: string, index: number): string {
  const block = new Random(seed, 'phones').below(90);
  return `85597${String(1_000_000 + block * 100_000 + index).slice(-7)}`;
}

function suffixOf(seed: string, index: number): string {
  return `${new Random(seed, 'suffix').below(36 ** 3).toString(36)}${index}`;
}

function individual(seed: string, random: Random, index: number): Person {
  const [first, last] = [random.pick(firstNames), random.pick(familyNames)];
  const accountName = `${last.latin}_${first.latin}_${suffixOf(seed, index)}`.toLowerCase();
  const inKhmer = random.percent(30);
  const name = inKhmer ? `${first.khmer} ${last.khmer}` : `${first.latin} ${last.latin}`;
  const year = random.between(1958, 2005);
  const day = `${year}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`;
  return {
    index,
    accountType: 'MOBILE',
    accountName,
    name,
    opening: {
      firstName: inKhmer ? first.khmer : first.latin,
      lastName: inKhmer ? last.khmer : last.latin,
      primaryContact: contactOf(seed, index),
      secondaryContact: `${accountName}@mail.example`,
    },
    profile: {
      firstName: first.latin,
      lastName: last.latin,
      firstNameKhmer: first.khmer,
      lastNameKhmer: last.khmer,
      birthday: day,
      sex: random.percent(50) ? 'FEMALE' : 'MALE',
      nationality: 'Cambodian',
      documentId: String(random.between(100_000_000, 999_999_999)),
      address: `No. ${random.between(1, 299)}, Street ${random.between(51, 608)}, Phnom Penh`,
    },
  };
}

function organization(seed: string, random: Random, index: number, accountType: 'DESKTOP' | 'WEB'): Person {
  const [name, kind] = [random.pick(shopNames), random.pick(shopKinds)];
  const organizationName = `${name.latin} ${kind.latin}`;
  const local = organizationName.toLowerCase().replaceAll(' ', '_');
  return {
    index,
    accountType,
    accountName: `${local}_${suffixOf(seed, index)}`.slice(0, 32),
    name: organizationName,
    opening: { organizationName, primaryContact: contactOf(seed, index) },
    profile: {
      organizationName,
      organizationNameKhmer: `${kind.khmer}${name.khmer}`,
      documentId: `REG${random.between(10_000, 99_999)}`,
      address: `No. ${random.between(1, 299)}, Preah Monivong Boulevard, Phnom Penh`,
    },
  };
}
