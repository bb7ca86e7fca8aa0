import { searchLengthMin } from '@tonle/contract/paging';
import { dayOf } from '@tonle/contract/phnom-penh-day';
import { Refusal } from '@tonle/contract/refusal';
import {
  accountWindowFault,
  firstAccountExportDay,
  firstExportDay,
  lookBackFault,
  type WindowFault,
} from '@tonle/contract/report-window';
import type { exportAccountDetails, exportHistory, exportIncoming } from '@tonle/contract/reports';
import type { Call } from '../../http/call.ts';
import type { AccountReportParams, ListReportParams } from '../transactions/transactions.public.ts';
import type { ReportRequest } from './reports.service.ts';

type DirectionQuery = Call<typeof exportIncoming>['query'];
type HistoryQuery = Call<typeof exportHistory>['query'];
type AccountQuery = Call<typeof exportAccountDetails>['query'];

export interface Today {
  readonly now: Date;
  readonly lookBackDays: number;
}

/** An export of incoming or outgoing transactions: within the look-back, refused in words beyond (decisions section 3). */
export function directionReport(
  direction: 'INCOMING' | 'OUTGOING',
  query: DirectionQuery,
  today: Today,
): ReportRequest {
  const { page: _page, size: _size, unpaged: _unpaged, sort, filter, ...filters } = query;
  const search = searchOf(query.search ?? filter);
  const day = dayOf(today.now);
  const hasWindow = [query.fromDate, query.toDate, query.fromDatetime, query.toDatetime].some(
    (it) => it !== undefined,
  );
  const fromDate = hasWindow
    ? (query.fromDate ?? (query.fromDatetime && dayOf(new Date(query.fromDatetime))))
    : firstExportDay(day, today.lookBackDays);
  refuse('fromDate', lookBackFault(fromDate, day, today.lookBackDays));
  const toDate = query.toDate ?? (query.toDatetime === undefined ? day : undefined);
  refuseReversed(fromDate, toDate, 'toDate');
  refuseReversed(instantOf(query.fromDatetime), instantOf(query.toDatetime), 'toDatetime');
  const params: ListReportParams = {
    ...filters,
    ...search,
    fromDate,
    ...(toDate === undefined ? {} : { toDate }),
    direction: sort.direction,
  };
  const isIncoming = direction === 'INCOMING';
  return {
    type: isIncoming ? 'INCOMING_TRANSACTIONS' : 'OUTGOING_TRANSACTIONS',
    fileName: `${isIncoming ? 'incoming' : 'outgoing'}-transactions_${fromDate}_${toDate ?? day}`,
    params,
    query: { ...query, fromDate, toDate },
  };
}

export function historyReport(query: HistoryQuery, today: Today): ReportRequest {
  const day = dayOf(today.now);
  const hasWindow = query.dateFrom !== undefined || query.dateTo !== undefined;
  const fromDate = hasWindow ? query.dateFrom : firstExportDay(day, today.lookBackDays);
  refuse('dateFrom', lookBackFault(fromDate, day, today.lookBackDays));
  const toDate = query.dateTo ?? day;
  refuseReversed(fromDate, toDate, 'dateTo');
  const { currency, user, transactionStatus, sort, filter, type } = query;
  const params: ListReportParams = {
    ...searchOf(query.search ?? filter),
    fromDate,
    toDate,
    direction: sort.direction,
    ...(currency === undefined ? {} : { currencies: [currency] }),
    ...(user === undefined ? {} : { destinationAccountId: user }),
    ...(transactionStatus === undefined ? {} : { status: [transactionStatus] }),
    ...(type === undefined ? {} : { type }),
  };
  return {
    type: 'TRANSACTION_HISTORY',
    fileName: `history_${fromDate}_${toDate}`,
    params,
    query: { ...query, dateFrom: fromDate, dateTo: toDate },
  };
}

/** An export of one account: six calendar months back, refused in words beyond. */
export function accountReport(query: AccountQuery, { now }: Pick<Today, 'now'>): ReportRequest {
  const day = dayOf(now);
  const from = query.from ?? (query.to === undefined ? firstAccountExportDay(day) : undefined);
  refuse('from', accountWindowFault(from, day));
  const to = query.to ?? day;
  refuseReversed(from, to, 'to');
  const params: AccountReportParams = {
    accountId: query.accountId,
    types: query.type?.filter((it) => it !== 'ALL') ?? [],
    from: from ?? day,
    to,
    direction: query.sort.direction,
  };
  return {
    type: 'ACCOUNT_DETAILS',
    fileName: `account_${query.accountId}_${from}_${to}`,
    params,
    query: { ...query, from, to },
  };
}

function searchOf(search: string | undefined): { search?: string } {
  if (search === undefined || search === '') return {};
  if ([...search].length < searchLengthMin) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'search', key: 'search.too-short' }]);
  }
  return { search };
}

function refuse(path: string, fault: WindowFault | undefined): void {
  if (fault !== undefined) throw new Refusal('INVALID_REQUEST', {}, [{ path, ...fault }]);
}

const instantOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);

function refuseReversed<Moment extends string | number>(
  from: Moment | undefined,
  to: Moment | undefined,
  path: string,
): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw new Refusal('INVALID_REQUEST', {}, [{ path, key: 'day.range-reversed' }]);
}
