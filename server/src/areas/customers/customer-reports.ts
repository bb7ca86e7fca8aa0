import { accountLabels, customerColumns, kycLabels } from '@tonle/contract/customer-columns';
import { searchLengthMin } from '@tonle/contract/page-sizes';
import { dayOf } from '@tonle/contract/phnom-penh-day';
import { Refusal } from '@tonle/contract/refusal';
import { inPhnomPenhTime } from '@tonle/contract/report-columns';
import type { CustomerType, KycStatus } from '../../db/tables/customers.ts';
import { declareCsv, type ReportDeclaration } from '../reports/reports.public.ts';
import { customersSelect, type SortField } from './customer-list.store.ts';

type CustomerReportParams = {
  kycStatus?: KycStatus | undefined;
  search?: string | undefined;
  sort: { field: SortField; direction: 'asc' | 'desc' };
};
const types = { MOBILE: 'ACCOUNTS_MOBILE', DESKTOP: 'ACCOUNTS_DESKTOP', WEB: 'ACCOUNTS_WEB' } as const;

type Asked = {
  filter?: string | undefined;
  kyc?: KycStatus | undefined;
  sort: CustomerReportParams['sort'];
};

/** A report of a channel's customers, as its list is filtered. */
export function customerReportOf(accountType: CustomerType, query: Asked, now: Date) {
  const { filter, kyc, sort } = query;
  refuseShortSearch(filter);
  const params: CustomerReportParams = { kycStatus: kyc, search: filter, sort };
  const fileName = `${accountType.toLowerCase()}-users_${dayOf(now)}`;
  return { type: types[accountType], fileName, params, query: { kyc, filter } };
}

export function refuseShortSearch(search: string | undefined): void {
  if (search !== undefined && [...search].length < searchLengthMin) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'filter', key: 'search.too-short' }]);
  }
}

const columns = customerColumns;
const labelsOf = (accountType: CustomerType, language: 'en' | 'km') =>
  [
    accountType === 'MOBILE' ? columns.fullName : columns.organization,
    columns.khmerName,
    columns.accountId,
    columns.primaryContact,
    ...(accountType === 'MOBILE' ? [columns.secondaryContact] : []),
    columns.address,
    { en: inPhnomPenhTime(columns.registered.en), km: inPhnomPenhTime(columns.registered.km) },
    columns.kyc,
    columns.state,
  ].map((it) => it[language]);

const reportOf = (accountType: CustomerType) =>
  declareCsv<CustomerReportParams>({
    type: types[accountType],
    labels: { en: labelsOf(accountType, 'en'), km: labelsOf(accountType, 'km') },
    select: async (_tx, { sort, ...filters }, language) =>
      customersSelect({ accountType, ...filters }, sort, {
        kyc: kycLabels[language],
        account: accountLabels[language],
      }),
  });

/** The exports of the lists of customers. */
export const customerReports: readonly ReportDeclaration<never>[] = [
  reportOf('MOBILE'),
  reportOf('DESKTOP'),
  reportOf('WEB'),
];
