import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import { kycLabels } from '@tonle/contract/customer-columns';
import { limitColumns } from '@tonle/contract/limit-columns';
import { dayOf } from '@tonle/contract/phnom-penh-day';
import { declareCsv, type ReportDeclaration } from '../reports/reports.public.ts';
import { type LimitSort, limitsSelect } from './kyc-limits.store.ts';

type LimitReportParams = { filter?: string | undefined; sort: LimitSort };
const types = { MOBILE: 'KYC_LIMITS_MOBILE', DESKTOP: 'KYC_LIMITS_DESKTOP', WEB: 'KYC_LIMITS_WEB' } as const;

/** A report of a channel's limits, as its list is filtered. */
export function limitReportOf(accountType: ChannelAccountType, query: LimitReportParams, now: Date) {
  const { filter, sort } = query;
  const fileName = `${accountType.toLowerCase()}-limits_${dayOf(now)}`;
  return { type: types[accountType], fileName, params: { filter, sort }, query: { filter } };
}

const labelsOf = (language: 'en' | 'km') => Object.values(limitColumns).map((it) => it[language]);

const reportOf = (accountType: ChannelAccountType) =>
  declareCsv<LimitReportParams>({
    type: types[accountType],
    labels: { en: labelsOf('en'), km: labelsOf('km') },
    select: async (_tx, asked, language) => limitsSelect(accountType, asked, kycLabels[language]),
  });

/** The exports of the lists of limits. */
export const limitReports: readonly ReportDeclaration<never>[] = [
  reportOf('MOBILE'),
  reportOf('DESKTOP'),
  reportOf('WEB'),
];
