import { permissionFor } from '@tonle/contract/channel-permissions';
import type { Permission } from '@tonle/contract/permissions';
import { Refusal } from '@tonle/contract/refusal';
import type { CustomerType } from '../../db/tables/customers.ts';

export type Permissions = ReadonlySet<Permission>;

/** Permissions are per channel; which channel it is, the row says (decisions section 4). */
export const maySee = (held: Permissions, type: CustomerType): boolean =>
  held.has(permissionFor('customers.list', type)) ||
  (type === 'MOBILE' && held.has('customers.audit.mobile'));

/** Who reviews a channel's requests looks into its customers' documents and histories too. */
export const mayLookInto = (held: Permissions, type: CustomerType): boolean =>
  maySee(held, type) || held.has(permissionFor('verification.list', type));

/** Refuses who may not change a customer of this channel; one that may not be seen is not there for them. */
export function judgeChange(held: Permissions, type: CustomerType, accountId: string): void {
  if (held.has(permissionFor('customers.change', type))) return;
  throw maySee(held, type)
    ? new Refusal('FORBIDDEN')
    : new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
}
