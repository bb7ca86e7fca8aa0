import type { Metrics } from '../../http/metrics.ts';
import type { EventFeed } from './event-feed.ts';

export { EventFeed, type EventFeedSettings } from './event-feed.ts';
export { isOverdue, isOverdueWithin, type ReminderRules, Reminders } from './reminders.ts';

export function measureEvents(metrics: Metrics, feed: EventFeed): void {
  metrics.gauge('tonle_event_streams', 'Event streams that are open.', () => feed.readerCount);
  metrics.gauge('tonle_event_listening', '1 while the server hears the database’s notices.', () =>
    Number(feed.isListening),
  );
}
