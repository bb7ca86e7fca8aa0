import type { Permission } from './permissions.ts';
import type { Tone } from './transaction-states.ts';

/** What a report can be about; each is declared once on the server, by the area whose rows it holds. */
export const reportTypes = [
  'INCOMING_TRANSACTIONS',
  'OUTGOING_TRANSACTIONS',
  'TRANSACTION_HISTORY',
  'ACCOUNT_DETAILS',
  'ACCOUNT_STATEMENT',
  'ACCOUNTS_MOBILE',
  'ACCOUNTS_DESKTOP',
  'ACCOUNTS_WEB',
  'VERIFICATION_REQUESTS_MOBILE',
  'VERIFICATION_REQUESTS_DESKTOP',
  'VERIFICATION_REQUESTS_WEB',
  'KYC_LIMITS_MOBILE',
  'KYC_LIMITS_DESKTOP',
  'KYC_LIMITS_WEB',
  'ACCOUNT_LIST',
] as const;
export type ReportType = (typeof reportTypes)[number];

/** Who may ask for a report, and fetch it: judged again each time (decisions section 9). */
export const reportPermission: Readonly<Record<ReportType, Permission>> = {
  INCOMING_TRANSACTIONS: 'transactions.incoming.export',
  OUTGOING_TRANSACTIONS: 'transactions.outgoing.export',
  TRANSACTION_HISTORY: 'transactions.history.export',
  ACCOUNT_DETAILS: 'transactions.account-detail.export',
  ACCOUNT_STATEMENT: 'transactions.account-detail.export',
  ACCOUNTS_MOBILE: 'customers.export.mobile',
  ACCOUNTS_DESKTOP: 'customers.export.desktop',
  ACCOUNTS_WEB: 'customers.export.web',
  VERIFICATION_REQUESTS_MOBILE: 'verification.export.mobile',
  VERIFICATION_REQUESTS_DESKTOP: 'verification.export.desktop',
  VERIFICATION_REQUESTS_WEB: 'verification.export.web',
  KYC_LIMITS_MOBILE: 'kyc-limits.export.mobile',
  KYC_LIMITS_DESKTOP: 'kyc-limits.export.desktop',
  KYC_LIMITS_WEB: 'kyc-limits.export.web',
  ACCOUNT_LIST: 'domain-accounts.export',
};

/** Whoever holds one of these has a page of downloads (decisions section 4). */
export const exportPermissions = [
  'transactions.incoming.export',
  'transactions.outgoing.export',
  'transactions.history.export',
  'transactions.account-detail.export',
  'domain-accounts.export',
  'customers.export.mobile',
  'customers.export.desktop',
  'customers.export.web',
  'verification.export.mobile',
  'verification.export.desktop',
  'verification.export.web',
  'kyc-limits.export.mobile',
  'kyc-limits.export.desktop',
  'kyc-limits.export.web',
] as const satisfies readonly Permission[];

/** The states of a report's job (2-console.md section 4, decisions section 9). */
export const reportStates = ['REQUESTED', 'QUERYING', 'GENERATING', 'SUCCESS', 'FAILED', 'CANCELED'] as const;
export type ReportState = (typeof reportStates)[number];

export const reportStateTone: Record<ReportState, Tone> = {
  REQUESTED: 'progress',
  QUERYING: 'progress',
  GENERATING: 'progress',
  SUCCESS: 'success',
  FAILED: 'failure',
  CANCELED: 'neutral',
};

/** How `report/status/{id}` tells a state. */
export const reportStatuses = [
  'ACCEPTED',
  'PENDING',
  'IN_PROGRESS',
  'CREATED',
  'ERROR',
  'REJECTED',
  'REPORT_ID_NOT_FOUND_IN_CACHE',
] as const;
export type ReportStatus = (typeof reportStatuses)[number];

export const statusOfState: Record<ReportState, ReportStatus> = {
  REQUESTED: 'ACCEPTED',
  QUERYING: 'PENDING',
  GENERATING: 'IN_PROGRESS',
  SUCCESS: 'CREATED',
  FAILED: 'ERROR',
  CANCELED: 'REJECTED',
};

/** Why a report failed: keys of messages.ts under `report-failure.`. */
export const reportFailures = [
  'TAKEN_OVER_TOO_OFTEN',
  'INTERNAL',
  'ACCOUNT_GONE',
  'STATEMENT_TOO_LONG',
] as const;
export type ReportFailure = (typeof reportFailures)[number];

type Job = { status: ReportState; hasFile: boolean };

/** What may be done with a report in which state: the portal shows by it, the server refuses by it. */
export const reportCan = {
  cancel: ({ status }: Pick<Job, 'status'>): boolean =>
    status === 'REQUESTED' || status === 'QUERYING' || status === 'GENERATING',
  download: ({ status, hasFile }: Job): boolean => status === 'SUCCESS' && hasFile,
} as const;

/** Status polling after a request: so many times, so far apart (2-console.md section 4). */
export const statusRetriesMax = 7;
export const statusRetryMs = 3_000;
/** Files are kept so many days. */
export const reportDaysKept = 7;
/** How far back the exports of an account's details reach, in calendar months. */
export const accountExportMonthsMax = 6;
/** So many unfinished reports one person may have. */
export const openReportsMax = 10;
/** The months that a statement can be of. */
export const statementMonths = [1, 3, 6] as const;
