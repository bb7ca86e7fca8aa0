/** Who holds an account, for areas that pay to it or show it. */
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
