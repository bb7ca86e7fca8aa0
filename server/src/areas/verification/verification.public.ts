/** Asking for verification, for the channels that customers ask through. */
export {
  changePendingRequest,
  insertRequest,
  newestRequestOf,
  type RequestedChange,
  type VerificationRequest,
} from './verification.store.ts';
