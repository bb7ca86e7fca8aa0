import { eventStream } from '@tonle/contract/events';
import { Refusal } from '@tonle/contract/refusal';
import { on } from '../../http/on.ts';
import type { EventFeed } from './event-feed.ts';

export const routes = ({ events }: { events: EventFeed }) => [
  on(eventStream, async ({ session, request }) => {
    const { bearer } = request;
    if (bearer === undefined) throw new Refusal('SESSION_ENDED');
    const { readable } = await events.open(session, { ...request, bearer }, request.lastEventId);
    return readable;
  }),
];
