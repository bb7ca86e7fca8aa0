/** Who holds an account, for areas that pay to it, show it or change it. */
export {
  /** @public For the review of a request. */
  customerDetailOf,
} from './customer-detail.ts';
export {
  addCustomers,
  type Customer,
  type CustomerCard,
  changePrimaryContact,
  customerAttachmentTables,
  customerOf,
  customerOfContact,
  customerRow,
  isContactInUse,
  type NewCustomer,
} from './customers.store.ts';
export { dropUnusedImages, imagesOf, keptImageOf, pictures } from './images.store.ts';
export {
  /** @public For what an approved request and a changed contact bring about. */
  changeProfile,
} from './profile.store.ts';
