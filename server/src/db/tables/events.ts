import type { WaitingKind } from '@tonle/contract/events';

export interface EventsTables {
  /** YYYY-MM-DD. */
  reminder_day: { day: string; kind: WaitingKind };
}
