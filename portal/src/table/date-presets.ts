import { addDays } from '../i18n/time.ts';

export type Preset = 'today' | 'yesterday' | 'last-7' | 'last-30' | 'this-month' | 'last-month';
export type DayRange = readonly [from: string, to: string];

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The common ranges, counted from a Phnom Penh day; the day itself and the days before it. */
export function presetRanges(today: string): readonly (readonly [Preset, DayRange])[] {
  const lastOfLastMonth = addDays(firstOfMonth(today), -1);
  return [
    ['today', [today, today]],
    ['yesterday', [addDays(today, -1), addDays(today, -1)]],
    ['last-7', [addDays(today, -6), today]],
    ['last-30', [addDays(today, -29), today]],
    ['this-month', [firstOfMonth(today), today]],
    ['last-month', [firstOfMonth(lastOfLastMonth), lastOfLastMonth]],
  ];
}
