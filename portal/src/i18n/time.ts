import type { Language } from './language.ts';

/**
 * Phnom Penh time, whatever the browser's zone. Cambodia keeps UTC+7 all year, so a fixed shift is exact.
 * The browser's `km` locale is never asked: Chromium has none (decisions section 11).
 */
const offsetMs = 7 * 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

export type InstantLike = string | number | Date;

const names = {
  en: {
    months: [
      'January',
      'February',
      'March',
      'April',
      'May',
      'June',
      'July',
      'August',
      'September',
      'October',
      'November',
      'December',
    ],
    shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    shortWeekdays: ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'],
  },
  km: {
    months: ['មករា', 'កុម្ភៈ', 'មីនា', 'មេសា', 'ឧសភា', 'មិថុនា', 'កក្កដា', 'សីហា', 'កញ្ញា', 'តុលា', 'វិច្ឆិកា', 'ធ្នូ'],
    shortMonths: [
      'មករា',
      'កុម្ភៈ',
      'មីនា',
      'មេសា',
      'ឧសភា',
      'មិថុនា',
      'កក្កដា',
      'សីហា',
      'កញ្ញា',
      'តុលា',
      'វិច្ឆិកា',
      'ធ្នូ',
    ],
    weekdays: ['អាទិត្យ', 'ចន្ទ', 'អង្គារ', 'ពុធ', 'ព្រហស្បតិ៍', 'សុក្រ', 'សៅរ៍'],
    shortWeekdays: ['អា', 'ច', 'អ', 'ព', 'ព្រ', 'សុ', 'ស'],
  },
} as const;

export const calendarNames = (language: Language) => names[language];

/** The instant's Phnom Penh wall clock, as a Date whose UTC fields carry it. Undefined for what is no instant. */
function wallClock(instant: InstantLike): Date | undefined {
  const ms = typeof instant === 'string' ? Date.parse(instant) : Number(instant);
  return Number.isFinite(ms) ? new Date(ms + offsetMs) : undefined;
}

/** The Phnom Penh day of an instant, YYYY-MM-DD. */
export const dayOf = (instant: InstantLike): string => wallClock(instant)?.toISOString().slice(0, 10) ?? '';

/** The Phnom Penh time of an instant, HH:mm:ss. */
export const timeOf = (instant: InstantLike): string => wallClock(instant)?.toISOString().slice(11, 19) ?? '';

/** Today in Phnom Penh. */
export const today = (): string => dayOf(Date.now());

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** How many days a range holds, both ends counted. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;

/** Whether the text is a day that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

const partsOf = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month, date };
};

/** A day for people: "27 Nov 2026", "27 វិច្ឆិកា 2026". */
export function formatDay(day: string, language: Language): string {
  const { year, month, date } = partsOf(day);
  return `${date} ${names[language].shortMonths[month - 1]} ${year}`;
}

/** A range for people, saying each part once: "29 Oct – 27 Nov 2026". */
export function formatDayRange(from: string, to: string, language: Language): string {
  if (from === to) return formatDay(from, language);
  const a = partsOf(from);
  const b = partsOf(to);
  const months = names[language].shortMonths;
  if (a.year !== b.year) return `${formatDay(from, language)} – ${formatDay(to, language)}`;
  if (a.month !== b.month) return `${a.date} ${months[a.month - 1]} – ${formatDay(to, language)}`;
  return `${a.date} – ${formatDay(to, language)}`;
}

/** A day in full: "Friday, 27 November 2026", "ថ្ងៃសុក្រ ទី27 ខែវិច្ឆិកា ឆ្នាំ2026". */
export function formatLongDay(day: string, language: Language): string {
  const { year, month, date } = partsOf(day);
  const weekday = names[language].weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()];
  const monthName = names[language].months[month - 1];
  return language === 'km'
    ? `ថ្ងៃ${weekday} ទី${date} ខែ${monthName} ឆ្នាំ${year}`
    : `${weekday}, ${date} ${monthName} ${year}`;
}

export function formatMonth(day: string, language: Language): string {
  const { year, month } = partsOf(day);
  return `${names[language].months[month - 1]} ${year}`;
}

/** A whole number grouped in threes, with Latin digits in both languages. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
