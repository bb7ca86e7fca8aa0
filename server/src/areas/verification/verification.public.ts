/** Asking for verification, for the channels that customers ask through. */
export {
  addRequest,
  changePendingRequest,
  insertRequest,
  type NewRequest,
  newestRequestOf,
  type RequestedChange,
  type VerificationRequest,
} from './verification.store.ts';
export { requestReportOf, requestReports } from './verification-reports.ts';
