import type { CustomerDetail } from '@tonle/contract/customers';
import { AccountDetailsButton } from '../transactions/transactions.public.tsx';

/** What may be done with a customer, in a row; each act knows who may do it and when. */
export function CustomerActions({ customer }: { customer: CustomerDetail }) {
  return <AccountDetailsButton customer={customer} />;
}
