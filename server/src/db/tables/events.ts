export interface EventsTables {
  /** YYYY-MM-DD. */
  reminder_day: { day: string };
}
