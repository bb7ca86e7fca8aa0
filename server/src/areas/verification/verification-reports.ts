import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import { searchLengthMin } from '@tonle/contract/page-sizes';
import { dayOf } from '@tonle/contract/phnom-penh-day';
import { Refusal } from '@tonle/contract/refusal';
import { inPhnomPenhTime, requestColumns } from '@tonle/contract/report-columns';
import { searchTermsOf } from '../customers/customers.public.ts';
import { declareCsv, type ReportDeclaration } from '../reports/reports.public.ts';
import { requestsExportSelect } from './verification-export.store.ts';

type RequestReportParams = {
  /** None of the list's are FULL_KYC: one that waits counts as PARTIAL_KYC (decisions section 8). */
  kyc?: 'FULL_KYC' | 'PARTIAL_KYC' | 'REJECTED' | undefined;
  search?: string | undefined;
  direction: 'asc' | 'desc';
};
const types = {
  MOBILE: 'VERIFICATION_REQUESTS_MOBILE',
  DESKTOP: 'VERIFICATION_REQUESTS_DESKTOP',
  WEB: 'VERIFICATION_REQUESTS_WEB',
} as const;

type Asked = {
  filter?: string | undefined;
  kyc?: RequestReportParams['kyc'];
  sort: { direction: 'asc' | 'desc' };
};

/** A report of a channel's requests, as its list is filtered. */
export function requestReportOf(accountType: ChannelAccountType, { filter, kyc, sort }: Asked, now: Date) {
  if (filter !== undefined && [...filter].length < searchLengthMin) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'filter', key: 'search.too-short' }]);
  }
  const params: RequestReportParams = { kyc, search: filter, direction: sort.direction };
  const fileName = `${accountType.toLowerCase()}-requests_${dayOf(now)}`;
  return { type: types[accountType], fileName, params, query: { kyc, filter } };
}

const labelsOf = (accountType: ChannelAccountType, language: 'en' | 'km') => {
  const it = requestColumns;
  return [
    (accountType === 'MOBILE' ? it.fullName : it.organization)[language],
    it.account[language],
    it.primaryContact[language],
    ...(accountType === 'MOBILE' ? [it.secondaryContact[language]] : []),
    it.address[language],
    inPhnomPenhTime(it.registered[language]),
    inPhnomPenhTime(it.requested[language]),
    it.reason[language],
  ];
};

const reportOf = (accountType: ChannelAccountType) =>
  declareCsv<RequestReportParams>({
    type: types[accountType],
    labels: { en: labelsOf(accountType, 'en'), km: labelsOf(accountType, 'km') },
    select: async (_tx, { kyc, search, direction }) =>
      requestsExportSelect(
        {
          accountType,
          statuses: kyc === 'FULL_KYC' ? [] : [kyc === 'REJECTED' ? 'REJECTED' : 'PENDING'],
          search: search === undefined ? undefined : searchTermsOf(search),
        },
        direction,
      ),
  });

/** The exports of the lists of requests. */
export const requestReports: readonly ReportDeclaration<never>[] = [
  reportOf('MOBILE'),
  reportOf('DESKTOP'),
  reportOf('WEB'),
];
