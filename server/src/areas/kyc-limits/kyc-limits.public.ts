/** The limits of accounts, for whoever shows an account or decides on what it may do. */
export {
  /** @public For the customer's page. */
  currentLimitOf,
  enterLimit,
  giveLimit,
} from './kyc-limits.service.ts';
