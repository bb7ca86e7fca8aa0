import { currencies } from '@tonle/money';
import { z } from 'zod';
import { AccountId } from './account-id.ts';
import { endpoint, type FileAnswer } from './endpoint.ts';
import { limitListQuery } from './kyc-limits.ts';
import { kycStatuses } from './kyc-status.ts';
import { listQuery } from './paging.ts';
import { withStatus } from './refusal.ts';
import {
  exportPermissions,
  reportStates,
  reportStatuses,
  reportTypes,
  statementMonths,
} from './report-states.ts';
import { anyOf, Day, Instant, InstantOut, oneOf, optional, text } from './text.ts';
import { businessStatuses, transactionStatuses, transactionTypeFilters } from './transaction-states.ts';
import { searchLengthMax } from './transactions.ts';

const ReportId = z.uuid('field.invalid');

/** An export job (2-console.md section 3), and what only our server says of it. */
export const ReportJob = z.object({
  id: z.string(),
  createdAt: InstantOut,
  reportType: z.enum(reportTypes),
  /** What was asked for, as names and texts. */
  queryParams: z.record(z.string(), z.string()),
  status: z.enum(reportStates),
  completedAt: InstantOut.nullable(),
  fileName: z.string().nullable(),
  hasFile: z.boolean(),
  /** Of a job that runs: how much is done, 0 to 100; null where nobody knows. */
  progress: z.number().int().min(0).max(100).nullable(),
  fileBytes: z.number().int().nullable(),
  /** When the file goes. */
  expiresAt: InstantOut.nullable(),
  /** Why it failed: a key of messages.ts under `report-failure.`. */
  failure: z.string().nullable(),
});
export type ReportJob = z.infer<typeof ReportJob>;

/** What a request for an export answers, and its status. */
export const ReportStanding = z.object({ id: z.string(), status: z.enum(reportStatuses) });
export type ReportStanding = z.infer<typeof ReportStanding>;

const own = { area: 'reports' } as const;
const asked = {
  ...own,
  method: 'GET',
  changes: true,
  response: ReportStanding,
  errors: ['TOO_MANY_REPORTS'],
} as const;
/** The names that a list's loader sends along; an export heeds filter and sort, and takes all pages. */
const paging = listQuery(['transactionCreatedTime'], 'transactionCreatedTime,desc');
const unpaged = optional(z.enum(['true', 'false']));

const directionQuery = z.strictObject({
  ...paging,
  unpaged,
  search: optional(text(searchLengthMax)),
  fromDate: optional(Day),
  toDate: optional(Day),
  fromDatetime: optional(Instant),
  toDatetime: optional(Instant),
  currencies: anyOf(currencies),
  status: anyOf(transactionStatuses),
  businessStatus: anyOf(businessStatuses),
  type: anyOf(transactionTypeFilters),
  accountId: optional(AccountId),
});
const exports = '/report-service/api/export';
export const exportIncoming = endpoint({
  ...asked,
  name: 'exportIncoming',
  summary:
    'Asks for a CSV of incoming transactions; the filters are the list’s. Reaches back as far as the look-back.',
  path: `${exports}/iroha-transactions/incoming`,
  permission: 'transactions.incoming.export',
  query: directionQuery,
});
export const exportOutgoing = endpoint({
  ...asked,
  name: 'exportOutgoing',
  summary:
    'Asks for a CSV of outgoing transactions; the filters are the list’s. Reaches back as far as the look-back.',
  path: `${exports}/iroha-transactions/outgoing`,
  permission: 'transactions.outgoing.export',
  query: directionQuery,
});
export const exportHistory = endpoint({
  ...asked,
  name: 'exportHistory',
  summary: 'Asks for a CSV of the history; the filters are the list’s. Reaches back as far as the look-back.',
  path: `${exports}/fast-transactions/web-history`,
  permission: 'transactions.history.export',
  query: z.strictObject({
    ...paging,
    unpaged,
    type: anyOf(transactionTypeFilters),
    search: optional(text(searchLengthMax)),
    currency: oneOf(currencies),
    user: optional(AccountId),
    dateFrom: optional(Day),
    dateTo: optional(Day),
    transactionStatus: oneOf(transactionStatuses),
  }),
});
export const exportAccountDetails = endpoint({
  ...asked,
  name: 'exportAccountDetails',
  summary: 'Asks for a CSV of an account’s transactions. Reaches six calendar months back.',
  path: `${exports}/iroha-transactions/account-details`,
  permission: 'transactions.account-detail.export',
  query: z.strictObject({
    ...paging,
    unpaged,
    accountId: AccountId,
    type: anyOf(transactionTypeFilters),
    from: optional(Day),
    to: optional(Day),
  }),
  errors: ['TOO_MANY_REPORTS', 'NOT_FOUND'],
});

const customerReport = (by: 'fullName' | 'organizationName') =>
  z.strictObject({
    ...listQuery([by, 'accountId', 'primaryContact', 'createdTime'], 'createdTime,desc'),
    unpaged,
    kyc: oneOf(kycStatuses),
  });
const ofCustomers = {
  ...asked,
  summary: 'Asks for a CSV of customers; the filters are the list’s.',
} as const;
export const exportMobileCustomers = endpoint({
  ...ofCustomers,
  name: 'exportMobileCustomers',
  path: '/tps/api/report/fst-iroha-accounts/mobile',
  permission: 'customers.export.mobile',
  query: customerReport('fullName'),
});
export const exportDesktopCustomers = endpoint({
  ...ofCustomers,
  name: 'exportDesktopCustomers',
  path: '/tps/api/report/fst-iroha-accounts/desktop',
  permission: 'customers.export.desktop',
  query: customerReport('organizationName'),
});
export const exportWebCustomers = endpoint({
  ...ofCustomers,
  name: 'exportWebCustomers',
  path: '/tps/api/report/fst-iroha-accounts/web',
  permission: 'customers.export.web',
  query: customerReport('organizationName'),
});

const verificationReport = <const Name extends string, const Channel extends 'mobile' | 'desktop' | 'web'>(
  name: Name,
  channel: Channel,
) =>
  endpoint({
    ...asked,
    name,
    summary: `Asks for a CSV of the requests of ${channel} accounts; the filters are the list’s.`,
    path: `/tps/api/report/verification-requests/${channel}`,
    permission: `verification.export.${channel}`,
    query: z.strictObject({
      ...listQuery(['requestedDate'], 'requestedDate,asc'),
      unpaged,
      kyc: oneOf([...kycStatuses, 'REJECTED']),
    }),
  });
export const exportMobileRequests = verificationReport('exportMobileRequests', 'mobile');
export const exportDesktopRequests = verificationReport('exportDesktopRequests', 'desktop');
export const exportWebRequests = verificationReport('exportWebRequests', 'web');

const limitReport = <const Name extends string, const Channel extends 'mobile' | 'desktop' | 'web'>(
  name: Name,
  channel: Channel,
) =>
  endpoint({
    ...asked,
    name,
    summary: `Asks for a CSV of the limits for ${channel} accounts; the filters are the list’s.`,
    path: `/tps/api/report/kyc-limits/${channel}`,
    permission: `kyc-limits.export.${channel}`,
    query: z.strictObject({ ...limitListQuery, unpaged }),
  });
export const exportMobileLimits = limitReport('exportMobileLimits', 'mobile');
export const exportDesktopLimits = limitReport('exportDesktopLimits', 'desktop');
export const exportWebLimits = limitReport('exportWebLimits', 'web');

export const exportAccountList = endpoint({
  ...asked,
  name: 'exportAccountList',
  summary: 'Asks for a CSV of the accounts under the bank’s domain with their balances.',
  path: '/tps/api/report/list-iroha-account',
  permission: 'domain-accounts.export',
  query: z.strictObject({
    ...listQuery(['accountId'], 'accountId,asc'),
    unpaged,
    type: oneOf(['MOBILE', 'DESKTOP', 'WEB']),
  }),
});

const reportId = z.strictObject({ id: ReportId });
const jobOf = { ...own, permission: exportPermissions, params: reportId } as const;

export const reportStatus = endpoint({
  ...own,
  permission: exportPermissions,
  // Whatever is asked for: an id that nobody knows has a status of its own (decisions section 9).
  params: z.strictObject({ id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'field.invalid') }),
  name: 'reportStatus',
  summary: 'How far a report of one’s own is; an unknown one is REPORT_ID_NOT_FOUND_IN_CACHE.',
  method: 'GET',
  path: '/report-service/api/report/status/{id}',
  response: ReportStanding,
});

const fileOf = {
  ...jobOf,
  method: 'GET',
  changes: true,
  response: z.custom<FileAnswer>(),
  errors: ['NOT_FOUND', 'WRONG_STATE'],
} as const;
const fileTypes = ['text/csv', 'application/pdf'] as const;
export const reportCsv = endpoint({
  ...fileOf,
  name: 'reportCsv',
  summary: 'The file of an export of one’s own.',
  path: '/report-service/api/report/csv/{id}',
  file: ['text/csv'],
});
export const downloadReport = endpoint({
  ...fileOf,
  name: 'downloadReport',
  summary: 'The file of a report of one’s own.',
  path: '/report-service/api/v2/report/download/{id}',
  file: fileTypes,
});

export const openTicket = endpoint({
  ...jobOf,
  name: 'openTicket',
  summary:
    'A ticket for one download within 60 seconds, so that a browser can save the file by its address without a token in it. An extension.',
  method: 'POST',
  path: '/report-service/api/v2/report/ticket/{id}',
  response: withStatus(z.object({ ticket: z.string(), seconds: z.number().int() })),
  errors: ['NOT_FOUND', 'WRONG_STATE'],
});
export const useTicket = endpoint({
  ...own,
  name: 'useTicket',
  summary:
    'The file that a ticket was opened for: once, within 60 seconds, while the session lasts. An extension.',
  method: 'GET',
  changes: true,
  path: '/report-service/api/v2/report/file/{ticket}',
  // The ticket stands for the session that opened it, which is judged again.
  permission: 'public',
  params: z.strictObject({ ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'field.invalid') }),
  response: z.custom<FileAnswer>(),
  file: fileTypes,
  errors: ['NOT_FOUND'],
});

export const reportJobs = endpoint({
  ...own,
  name: 'reportJobs',
  summary: 'One’s own reports, the newest first.',
  method: 'GET',
  path: '/report-service/api/v2/report/list',
  permission: exportPermissions,
  query: z.strictObject({
    ...listQuery(['createdAt'], 'createdAt,desc'),
    status: anyOf(reportStates),
    from: optional(Day),
    to: optional(Day),
  }),
  response: ReportJob,
  list: 'array',
});
export const reportStateChoices = endpoint({
  ...own,
  name: 'reportStateChoices',
  summary: 'The states that the list of reports can be filtered by.',
  method: 'GET',
  path: '/report-service/api/v2/report/statuses',
  permission: exportPermissions,
  response: z.array(z.enum(reportStates)),
});
export const cancelReport = endpoint({
  ...jobOf,
  name: 'cancelReport',
  summary: 'Ends a report of one’s own that is not finished.',
  method: 'PUT',
  path: '/report-service/api/v2/report/cancel/{id}',
  response: ReportJob,
  errors: ['NOT_FOUND', 'WRONG_STATE'],
});

const statementPath = '/report-service/api/v2/export/account_statement';
export const exportStatement = endpoint({
  ...own,
  name: 'exportStatement',
  summary: 'Asks for the statement of a mobile customer’s account, a PDF; answers the report’s id.',
  method: 'GET',
  changes: true,
  path: statementPath,
  permission: 'transactions.account-detail.export',
  query: z.strictObject({
    accountId: AccountId,
    currency: oneOf(currencies),
    periodInMonth: z
      .string()
      .regex(/^\d{1,2}$/, 'field.not-a-choice')
      .transform(Number)
      .pipe(z.literal([...statementMonths], 'field.not-a-choice')),
  }),
  response: withStatus(z.string()),
  errors: ['NOT_FOUND', 'TOO_MANY_REPORTS'],
});
export const statementPeriods = endpoint({
  ...own,
  name: 'statementPeriods',
  summary: 'The periods that a statement can be of.',
  method: 'GET',
  path: `${statementPath}/period/options`,
  permission: 'transactions.account-detail.export',
  response: z.object({ value: z.number().int(), label: z.string() }),
  list: 'array',
});
