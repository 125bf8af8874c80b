import { type EventsQuery, eventsQuerySchema } from '@baraza/contract';
import { eventsResponse } from './events.response.ts';
import { followActivity } from './events.ts';
import type { Platform } from './platform.ts';
import type { PlatformRoute } from './route.ts';

export function eventRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/platform/events',
      summary: 'Activity as it happens',
      policy: { credential: 'key', scope: 'any', access: 'read', body: 'none', bodyBytesMax: 0 },
      query: eventsQuerySchema,
      answers: { 200: 'events' },
      handle: async ({ caller, query, header, signal }) => {
        const asked = query as EventsQuery;
        // On automatic reconnect a browser sends the Last-Event-ID header with the old query.
        const lastEventId = header('last-event-id') ?? asked.lastEventId;
        const wanted = { ...asked, lastEventId };
        return eventsResponse(await followActivity(platform, caller, wanted, signal));
      },
    },
  ];
}
