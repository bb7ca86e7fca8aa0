import type { CustomerRow } from '@tonle/contract/customers';

type Named = Pick<CustomerRow, 'accountId' | 'fullName' | 'organizationName'>;

/** An organisation's name, or a person's. */
export const nameOf = (it: Named): string => it.organizationName ?? it.fullName ?? it.accountId;

type KhmerNamed = {
  lastNameKhmer: string | null;
  firstNameKhmer: string | null;
  organizationNameKhmer: string | null;
};

/** The same in Khmer, family name first; nothing where it is not known. */
export const khmerNameOf = (it: KhmerNamed): string | undefined =>
  it.organizationNameKhmer ??
  ([it.lastNameKhmer, it.firstNameKhmer].filter((name) => name !== null).join(' ') || undefined);

/** Who signed up in Khmer needs no second name beside the first. */
export const isKhmer = (name: string): boolean => /\p{Script=Khmer}/u.test(name);
