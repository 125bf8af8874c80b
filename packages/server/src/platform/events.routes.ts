import { type EventsQuery, eventsQuerySchema } from '@baraza/contract';
import type { Answer, Sink } from '../http/answer.ts';
import { eventStreamHeaders, stillHere } from '../http/sse.ts';
import { type ActivityEvent, followActivity } from './events.ts';
import type { Platform } from './platform.ts';
import { renderActivity } from './resources/render.ts';
import { keyPolicy, type PlatformRoute } from './route.ts';

export function eventRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/platform/events',
      summary: 'Activity as it happens',
      policy: keyPolicy('any', 'read'),
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

const reconnectMs = 2_000;

/** Activity as server-sent events, with backpressure. */
function eventsResponse(events: AsyncIterable<ActivityEvent>): Answer {
  return {
    stream: async (sink) => {
      for await (const event of events) {
        // A refusal before the subscription has its own status.
        if (event.type === 'listening') sink.start(200, eventStreamHeaders);
        if (sink.headersOnly) return;
        await writeEvent(sink, event);
      }
    },
  };
}

async function writeEvent(sink: Sink, event: ActivityEvent): Promise<void> {
  switch (event.type) {
    case 'listening':
      return sink.write(`retry: ${reconnectMs}\n\n`);
    case 'beat':
      return sink.write(stillHere);
    case 'activity': {
      for (const row of event.rows)
        await sink.write(`id: ${event.placeOf(row)}\ndata: ${renderActivity(row)}\n\n`);
      return sink.flush();
    }
  }
}
