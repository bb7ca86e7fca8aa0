import type { CustomerDetail } from '@tonle/contract/customers';

/** What may be done with a customer, in a row; each act knows who may do it and when. */
export function CustomerActions({ customer: _ }: { customer: CustomerDetail }) {
  return null;
}
