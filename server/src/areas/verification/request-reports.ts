import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import { dayOf } from '@tonle/contract/phnom-penh-day';
import { inPhnomPenhTime } from '@tonle/contract/report-columns';
import { requestColumns, requestStatusLabels } from '@tonle/contract/request-columns';
import { refuseShortSearch, searchTermsOf } from '../customers/customers.public.ts';
import { declareCsv, type ReportDeclaration } from '../reports/reports.public.ts';
import { requestsSelect } from './queue.store.ts';

type RequestReportParams = {
  status: 'PENDING' | 'REJECTED';
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
  kyc?: 'PARTIAL_KYC' | 'REJECTED' | undefined;
  sort: { direction: 'asc' | 'desc' };
};

/** A report of a channel's requests, as its list is filtered. */
export function requestReportOf(accountType: ChannelAccountType, { filter, kyc, sort }: Asked, now: Date) {
  refuseShortSearch(filter);
  const status = kyc === 'REJECTED' ? ('REJECTED' as const) : ('PENDING' as const);
  const params: RequestReportParams = { status, search: filter, direction: sort.direction };
  const fileName = `${accountType.toLowerCase()}-requests_${dayOf(now)}`;
  return { type: types[accountType], fileName, params, query: { kyc, filter } };
}

const labelsOf = (accountType: ChannelAccountType, language: 'en' | 'km') => {
  const { fullName, organization, registered, requested, ...others } = requestColumns;
  const { account, primaryContact, secondaryContact, address, status, reason } = others;
  const name = accountType === 'MOBILE' ? fullName : organization;
  return [
    ...[name, account, primaryContact, secondaryContact, address].map((it) => it[language]),
    ...[registered, requested].map((it) => inPhnomPenhTime(it[language])),
    ...[status, reason].map((it) => it[language]),
  ];
};

const reportOf = (accountType: ChannelAccountType) =>
  declareCsv<RequestReportParams>({
    type: types[accountType],
    labels: { en: labelsOf(accountType, 'en'), km: labelsOf(accountType, 'km') },
    select: async (_tx, { status, search, direction }, language) =>
      requestsSelect(
        { accountType, status, search: search === undefined ? undefined : searchTermsOf(search) },
        direction,
        requestStatusLabels[language],
      ),
  });

/** The exports of the waiting lists. */
export const requestReports: readonly ReportDeclaration<never>[] = [
  reportOf('MOBILE'),
  reportOf('DESKTOP'),
  reportOf('WEB'),
];
