/** Who holds an account, for areas that pay to it or show it. */
export {
  addCustomers,
  type CustomerCard,
  customerOf,
  customerOfContact,
  type NewCustomer,
} from './customers.store.ts';
