import { type EventsQuery, eventsQuerySchema } from '@baraza/contract';
import { streamEvents } from './events.ts';
import type { Platform, PlatformRoute } from './platform.ts';

export function eventRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/platform/events',
      summary: 'Activity as it happens',
      policy: { credential: 'key', scope: 'any', access: 'read', body: 'none', bodyBytesMax: 0 },
      query: eventsQuerySchema,
      answers: { 200: 'events' },
      handle: ({ caller, query, header, signal }) => {
        const asked = query as EventsQuery;
        // A browser that reconnects by itself says it in the header, and keeps the query it had.
        const lastEventId = header('last-event-id') ?? asked.lastEventId;
        return streamEvents(platform, caller, { ...asked, lastEventId }, signal);
      },
    },
  ];
}
