import type { Permission } from '@tonle/contract/permissions';
import { Refusal } from '@tonle/contract/refusal';
import type { CustomerType } from '../../db/tables/customers.ts';

export type Permissions = ReadonlySet<Permission>;

/** Permissions are per channel; which channel it is, the row says (decisions section 4). */
const seeing = {
  MOBILE: ['customers.list.mobile', 'customers.audit.mobile'],
  DESKTOP: ['customers.list.desktop'],
  WEB: ['customers.list.web'],
} as const satisfies Record<CustomerType, readonly Permission[]>;
const verifying = {
  MOBILE: 'verification.list.mobile',
  DESKTOP: 'verification.list.desktop',
  WEB: 'verification.list.web',
} as const satisfies Record<CustomerType, Permission>;
const changing = {
  MOBILE: 'customers.change.mobile',
  DESKTOP: 'customers.change.desktop',
  WEB: 'customers.change.web',
} as const satisfies Record<CustomerType, Permission>;

export const maySee = (held: Permissions, type: CustomerType): boolean =>
  seeing[type].some((it) => held.has(it));

/** Who reviews a channel's requests looks into its customers' documents and histories too. */
export const mayLookInto = (held: Permissions, type: CustomerType): boolean =>
  maySee(held, type) || held.has(verifying[type]);

/** Refuses who may not change a customer of this channel; one that may not be seen is not there for them. */
export function judgeChange(held: Permissions, type: CustomerType, accountId: string): void {
  if (held.has(changing[type])) return;
  throw maySee(held, type)
    ? new Refusal('FORBIDDEN')
    : new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
}
