/** The limits of accounts, for whoever shows an account or decides on what it may do. */
export { currentLimitOf, enterLimit, giveLimit, namedOf } from './kyc-limits.service.ts';
export { limitReportOf, limitReports } from './kyc-limits-reports.ts';
