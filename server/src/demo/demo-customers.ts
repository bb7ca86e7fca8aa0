import { addDays, startOfDay } from '@tonle/contract/phnom-penh-day';
import { Random } from '@tonle/contract/random';
import type { CustomerType, KycStatus } from '../db/tables/customers.ts';
import { chaktomuk } from './demo-bank.ts';
import {
  businessKinds,
  businessNames,
  familyNames,
  longMobilePrefixes,
  menNames,
  mobilePrefixes,
  quarters,
  womenNames,
} from './names.ts';

export type DemoCustomer = {
  accountId: string;
  accountType: CustomerType;
  firstName: string | null;
  lastName: string | null;
  firstNameKhmer: string | null;
  lastNameKhmer: string | null;
  organizationName: string | null;
  organizationNameKhmer: string | null;
  primaryContact: string;
  secondaryContact: string | null;
  address: string;
  birthday: string | null;
  sex: 'MALE' | 'FEMALE' | null;
  nationality: string | null;
  documentId: string;
  kycStatus: KycStatus;
  registeredAt: Date;
  /** What becomes of the account at the end. A deleted one never had money. */
  fate: 'open' | 'frozen' | 'deactivated' | 'deleted';
};

/** The name by which lists show the account. */
export const shownName = (it: DemoCustomer): string =>
  it.organizationName ?? `${it.firstName} ${it.lastName}`;

/** The bank's customers, of three kinds; the newest opened their accounts within the last 30 days. */
export function makeCustomers(count: number, today: string): DemoCustomer[] {
  const random = new Random('tonle demo customers');
  const ids = new Set<string>([chaktomuk.mainAccountId]);
  const phones = new Set<string>();
  return Array.from({ length: count }, (_, index): DemoCustomer => {
    const accountType = index % 10 < 7 ? 'MOBILE' : index % 10 < 9 ? 'DESKTOP' : 'WEB';
    const owner = accountType === 'MOBILE' ? person(random, index) : organization(random, index, today);
    const isNew = index % 16 === 15;
    const daysAgo = isNew ? random.between(1, 28) : random.between(70, 640);
    return {
      ...owner.names,
      accountId: freeId(owner.local, ids),
      accountType,
      primaryContact: freePhone(random, phones),
      secondaryContact: owner.email,
      address: `No. ${random.between(1, 299)}, Street ${random.between(51, 608)}, ${random.pick(quarters)}`,
      documentId: `${random.between(10, 99)}${String(random.below(10_000_000)).padStart(7, '0')}`,
      kycStatus: random.percent(72) ? 'FULL_KYC' : 'PARTIAL_KYC',
      registeredAt: new Date(
        startOfDay(addDays(today, -daysAgo)).getTime() + random.between(8 * 3600, 17 * 3600) * 1000,
      ),
      fate: isNew ? 'open' : fateOf(index),
    };
  }).sort(
    (a, b) => a.registeredAt.getTime() - b.registeredAt.getTime() || (a.accountId < b.accountId ? -1 : 1),
  );
}

/** A few of each kind are frozen or closed, so that every list has some to show. */
const fateOf = (index: number): DemoCustomer['fate'] =>
  index % 40 === 21 || index % 40 === 28
    ? 'frozen'
    : index % 50 === 13 || index % 50 === 29
      ? 'deactivated'
      : index % 60 === 37 || index % 60 === 49
        ? 'deleted'
        : 'open';

type Names = Pick<
  DemoCustomer,
  | 'firstName'
  | 'lastName'
  | 'firstNameKhmer'
  | 'lastNameKhmer'
  | 'organizationName'
  | 'organizationNameKhmer'
  | 'birthday'
  | 'sex'
  | 'nationality'
>;
type Owner = { names: Names; local: string; email: string | null };

function person(random: Random, index: number): Owner {
  const sex = random.percent(52) ? 'FEMALE' : 'MALE';
  const first = random.pick(sex === 'FEMALE' ? womenNames : menNames);
  const last = random.pick(familyNames);
  const local = `${last.latin}_${first.latin}`.toLowerCase();
  const year = random.between(1954, 2006);
  const names: Names = {
    firstName: first.latin,
    lastName: last.latin,
    firstNameKhmer: first.khmer,
    lastNameKhmer: last.khmer,
    organizationName: null,
    organizationNameKhmer: null,
    birthday: `${year}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`,
    sex,
    nationality: 'Cambodian',
  };
  const email = random.percent(60) ? `${local.replace('_', '.')}${index}@mail.example` : null;
  if (index === 100) return { names: longName(names), local: 'the_longest_name_there_is_in_bank', email };
  // Some signed up in their own script only.
  if (index % 70 === 30) {
    return { names: { ...names, firstName: first.khmer, lastName: last.khmer }, local, email };
  }
  return { names, local, email };
}

const longName = (names: Names): Names => ({
  ...names,
  firstName: 'Chanrithypisethvisalsovannaratanakborey Sopheapleakhenareaksmey',
  lastName: 'Nguonchhimkhievthachsuonphanmaolimduong Keomeaspichprakrossamsengsimso',
});

function organization(random: Random, index: number, today: string): Owner {
  const name = businessNames[index % businessNames.length] ?? random.pick(businessNames);
  const kind =
    businessKinds[(index * 5 + Math.floor(index / 12)) % businessKinds.length] ?? random.pick(businessKinds);
  const isLong = index === 9 || index === 57;
  const branch = isLong
    ? ` and Sons Import Export Wholesale Retail Warehousing and Transport Company Limited, Branch of the Year ${today.slice(0, 4)} in Phnom Penh`
    : '';
  return {
    names: {
      firstName: null,
      lastName: null,
      firstNameKhmer: null,
      lastNameKhmer: null,
      organizationName: `${name.latin} ${kind.latin}${branch}`.slice(0, 140),
      organizationNameKhmer: `${kind.khmer} ${name.khmer}`,
      birthday: null,
      sex: null,
      nationality: null,
    },
    local: `${name.latin}_${kind.latin}`.toLowerCase().replaceAll(' ', '_'),
    email: `office${index}@business.example`,
  };
}

function freeId(local: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : String(number);
    const id = `${local.slice(0, 32 - suffix.length)}${suffix}@${chaktomuk.domain}`;
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

function freePhone(random: Random, taken: Set<string>): string {
  for (;;) {
    const phone = random.percent(30)
      ? `855${random.pick(longMobilePrefixes)}${random.between(2_000_000, 9_999_999)}`
      : `855${random.pick(mobilePrefixes)}${random.between(200_000, 999_999)}`;
    if (taken.has(phone)) continue;
    taken.add(phone);
    return phone;
  }
}
