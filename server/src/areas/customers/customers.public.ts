/** Who holds an account, for areas that pay to it, show it or change it. */
export { claimContact, releaseContact } from './contact-claims.store.ts';
export { customerDetailOf } from './customer-detail.ts';
export { searchTermsOf } from './customer-list.store.ts';
export { customerReportOf, customerReports } from './customer-reports.ts';
export { listedAccountOf } from './customers.service.ts';
export {
  addCustomers,
  type Customer,
  type CustomerCard,
  customerAttachmentTables,
  customerOf,
  customerOfContact,
  customerRow,
  isContactInUse,
  moveToBranch,
  type NewCustomer,
} from './customers.store.ts';
export { dropUnusedImages, imagesOf, keptImageOf, pictures } from './images.store.ts';
export { changeProfile } from './profile.store.ts';
