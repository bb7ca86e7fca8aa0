/** Who holds an account, for areas that pay to it or show it. */
export { type CustomerCard, customerOf, customerOfContact } from './customers.store.ts';
