import { addDays, lookBackFrom } from './phnom-penh-day.ts';
import { accountExportMonthsMax } from './report-states.ts';

/** The first day that exports of transactions reach (2-console.md section 9). */
export const firstExportDay = (today: string, lookBackDays: number): string =>
  lookBackFrom(today, lookBackDays);

/** The first day that exports of one account reach: six calendar months back. */
export const firstAccountExportDay = (today: string): string => monthsBefore(today, accountExportMonthsMax);

/** The same day so many months before, or that month's last where it is shorter. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
  const next = new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10);
  const wanted = addDays(first, date - 1);
  return wanted < next ? wanted : addDays(next, -1);
}

export type WindowFault = {
  key: 'report.look-back' | 'report.months';
  params: Record<string, string | number>;
};

/** Why a range of days may not be exported, in words that both sides say; undefined where it may. */
export function lookBackFault(
  from: string | undefined,
  today: string,
  lookBackDays: number,
): WindowFault | undefined {
  const first = firstExportDay(today, lookBackDays);
  if (from !== undefined && from >= first) return undefined;
  return { key: 'report.look-back', params: { days: lookBackDays, first } };
}

export function accountWindowFault(from: string | undefined, today: string): WindowFault | undefined {
  const first = firstAccountExportDay(today);
  if (from !== undefined && from >= first) return undefined;
  return { key: 'report.months', params: { months: accountExportMonthsMax, first } };
}
