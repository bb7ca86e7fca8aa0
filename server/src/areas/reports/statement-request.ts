import { dayOf } from '@tonle/contract/phnom-penh-day';
import { Refusal } from '@tonle/contract/refusal';
import { monthsBefore } from '@tonle/contract/report-window';
import type { exportStatement } from '@tonle/contract/reports';
import type { Call } from '../../http/call.ts';
import type { ReportRequest } from './reports.service.ts';
import type { StatementAccount } from './statement.store.ts';
import type { StatementParams } from './statement.ts';

/** The statement of a mobile customer's account, up to today (2-console.md section 2). */
export function statementReport(
  query: Call<typeof exportStatement>['query'],
  account: StatementAccount | undefined,
  { now }: { now: Date },
): ReportRequest {
  if (account === undefined) throw new Refusal('NOT_FOUND');
  if (account.accountType !== 'MOBILE') {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'accountId', key: 'account-type.other' }]);
  }
  const to = dayOf(now);
  const from = monthsBefore(to, query.periodInMonth);
  const { accountId, currency } = query;
  const params: StatementParams = {
    accountId,
    ...(currency === undefined ? {} : { currency }),
    from,
    to,
    asked: now.toISOString(),
  };
  return {
    type: 'ACCOUNT_STATEMENT',
    fileName: `statement_${accountId}_${from}_${to}`,
    extension: 'pdf',
    params,
    query: { accountId, currency, periodInMonth: query.periodInMonth, from, to },
  };
}
