import { dayOf } from '@tonle/contract/phnom-penh-day';
import { accountListColumns, accountTypeLabels } from '@tonle/contract/report-columns';
import type { exportAccountList } from '@tonle/contract/reports';
import type { Call } from '../../http/call.ts';
import { accountListSelect } from './account-list.store.ts';
import { declareCsv } from './report-declaration.ts';
import type { ReportRequest } from './reports.service.ts';

type AccountListParams = {
  accountType?: string | undefined;
  search?: string | undefined;
  direction: 'asc' | 'desc';
};

export function accountListReport(
  { type, filter, sort }: Call<typeof exportAccountList>['query'],
  now: Date,
): ReportRequest {
  const params: AccountListParams = { accountType: type, search: filter, direction: sort.direction };
  return { type: 'ACCOUNT_LIST', fileName: `accounts_${dayOf(now)}`, params, query: { type, filter } };
}

const labelsOf = (language: 'en' | 'km') => Object.values(accountListColumns).map((it) => it[language]);

/** The accounts under the bank's domain, with their balances (2-console.md section 2). */
export const accountList = declareCsv<AccountListParams>({
  type: 'ACCOUNT_LIST',
  labels: { en: labelsOf('en'), km: labelsOf('km') },
  select: async (_tx, params, language) => accountListSelect(params, accountTypeLabels[language]),
});
