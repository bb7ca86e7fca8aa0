import type { CustomerDetail } from '@tonle/contract/customers';
import { AccountLimitSetting } from '../kyc-limits/kyc-limits.public.tsx';

/** What may be done with a customer, in a row; each act knows who may do it and when. */
export function CustomerActions({ customer }: { customer: CustomerDetail }) {
  return <AccountLimitSetting customer={customer} />;
}
