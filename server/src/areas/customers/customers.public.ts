/** Who holds an account, for areas that pay to it, show it or change it. */
export { customerDetailOf } from './customer-detail.ts';
export {
  addCustomers,
  type Customer,
  type CustomerCard,
  customerAttachmentTables,
  customerOf,
  customerOfContact,
  customerRow,
  isContactInUse,
  type NewCustomer,
} from './customers.store.ts';
export { dropUnusedImages, imagesOf, keptImageOf, pictures } from './images.store.ts';
export { changeProfile, type ProfileValues, profileColumns, profileOf } from './profile.store.ts';
export { judgeChange, mayLookInto, maySee } from './seeing.ts';
