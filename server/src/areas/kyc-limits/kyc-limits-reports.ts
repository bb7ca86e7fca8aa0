import { kycLabels } from '@tonle/contract/customer-columns';
import { dayOf } from '@tonle/contract/phnom-penh-day';
import { limitColumns } from '@tonle/contract/report-columns';
import type { CustomerType } from '../../db/tables/customers.ts';
import { declareCsv, type ReportDeclaration } from '../reports/reports.public.ts';
import type { LimitSort } from './kyc-limits.store.ts';
import { limitsExportSelect } from './kyc-limits-export.store.ts';

type LimitReportParams = { filter?: string | undefined; sort: LimitSort };
const types = { MOBILE: 'KYC_LIMITS_MOBILE', DESKTOP: 'KYC_LIMITS_DESKTOP', WEB: 'KYC_LIMITS_WEB' } as const;

/** A report of a channel's limits, as its list is filtered. */
export function limitReportOf(
  accountType: CustomerType,
  { filter, sort }: { filter?: string | undefined; sort: LimitSort },
  now: Date,
) {
  const params: LimitReportParams = { filter, sort };
  const fileName = `${accountType.toLowerCase()}-limits_${dayOf(now)}`;
  return { type: types[accountType], fileName, params, query: { filter } };
}

const labelsOf = (language: 'en' | 'km') => Object.values(limitColumns).map((it) => it[language]);

const reportOf = (accountType: CustomerType) =>
  declareCsv<LimitReportParams>({
    type: types[accountType],
    labels: { en: labelsOf('en'), km: labelsOf('km') },
    select: async (_tx, params, language) =>
      limitsExportSelect({ accountType, ...params }, kycLabels[language]),
  });

/** The exports of the lists of limits. */
export const limitReports: readonly ReportDeclaration<never>[] = [
  reportOf('MOBILE'),
  reportOf('DESKTOP'),
  reportOf('WEB'),
];
