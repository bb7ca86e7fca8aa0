/** Asking for verification, for the channels that customers ask through. */

export { requestReportOf, requestReports } from './request-reports.ts';
export {
  addRequests,
  changePendingRequest,
  insertRequest,
  type NewRequest,
  newestRequestOf,
  type RequestedChange,
  type VerificationRequest,
} from './verification.store.ts';
