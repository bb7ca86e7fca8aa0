/** Cambodia keeps UTC+7 all year, so a fixed shift is exact whatever the machine's zone. */
const offsetMs = 7 * 3_600_000;
const dayMs = 86_400_000;

/** The Phnom Penh day of an instant, YYYY-MM-DD. */
export const dayOf = (instant: Date): string =>
  new Date(instant.getTime() + offsetMs).toISOString().slice(0, 10);

/** The first instant of a Phnom Penh day. */
export const startOfDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00.000Z`) - offsetMs);

/** The day so many days later, or earlier where negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10);

/** "The last 30 days": today and the 29 before (decisions section 3). */
export const lookBackFrom = (today: string, days: number): string => addDays(today, 1 - days);
