import { afterEach, expect, test, vi } from 'vitest';
import {
  addDays,
  dayOf,
  daysBetween,
  formatDay,
  formatDayRange,
  formatLongDay,
  isDay,
  timeOf,
  today,
} from './time.ts';

const zone = process.env.TZ;
afterEach(() => {
  vi.useRealTimers();
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each(['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'days are Phnom Penh days in a browser in %s',
  (tz) => {
    process.env.TZ = tz;
    expect(dayOf('2026-11-26T17:05:00Z')).toBe('2026-11-27');
    expect(timeOf('2026-11-26T17:05:00Z')).toBe('00:05:00');
    expect(dayOf('2026-11-27T23:55:00+07:00')).toBe('2026-11-27');
    expect(timeOf('2026-11-27T23:55:00.999+07:00')).toBe('23:55:00');
    expect(formatLongDay('2026-11-27', 'en')).toBe('Friday, 27 November 2026');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  },
);

test('today turns at midnight in Phnom Penh', () => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-11-27T16:59:59Z');
  expect(today()).toBe('2026-11-27');
  vi.setSystemTime('2026-11-27T17:00:00Z');
  expect(today()).toBe('2026-11-28');
});

test('ranges say each part once', () => {
  expect(formatDayRange('2026-10-29', '2026-11-27', 'en')).toBe('29 Oct – 27 Nov 2026');
  expect(formatDayRange('2026-11-01', '2026-11-27', 'en')).toBe('1 – 27 Nov 2026');
  expect(formatDayRange('2025-12-30', '2026-01-02', 'en')).toBe('30 Dec 2025 – 2 Jan 2026');
  expect(formatDayRange('2026-11-27', '2026-11-27', 'km')).toBe('27 វិច្ឆិកា 2026');
  expect(daysBetween('2026-10-29', '2026-11-27')).toBe(30);
});

test('what is no day or instant is said to be none', () => {
  expect(isDay('2026-02-29')).toBe(false);
  expect(isDay('2028-02-29')).toBe(true);
  expect(isDay('2026-2-1')).toBe(false);
  expect(dayOf('soon')).toBe('');
  expect(formatDay('2026-11-27', 'en')).toBe('27 Nov 2026');
});
