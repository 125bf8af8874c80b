import { activityEntrySchema, type EventsQuery, eventsQuerySchema } from '@baraza/contract';
import type { Answer, Sink } from '../http/answer.ts';
import { eventStreamHeaders, keepAliveComment } from '../http/sse.ts';
import { type ActivityEvent, followActivity } from './events.ts';
import type { Platform } from './platform.ts';
import { renderActivity, renderStoredRecord } from './resources/render.ts';
import { keyPolicy, openedBy, type PlatformRoute } from './route.ts';

export function eventRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/platform/events',
      name: 'followEvents',
      summary: 'Activity as it happens',
      headers: ['Last-Event-ID'],
      policy: openedBy(keyPolicy('any', 'read'), 'view'),
      query: eventsQuerySchema,
      answers: { 200: 'events' },
      events: activityEntrySchema,
      handle: async ({ caller, query, header, signal, raw }) => {
        const asked = query as EventsQuery;
        // On automatic reconnect a browser sends the Last-Event-ID header with the old query.
        const lastEventId = header('last-event-id') ?? asked.lastEventId;
        const wanted = { ...asked, lastEventId, resource: allOf(raw.url ?? '', 'resource') };
        return eventsResponse(await followActivity(platform, caller, wanted, signal));
      },
    },
  ];
}

/** A parameter that may be repeated, with commas between its values. */
function allOf(url: string, name: string): string | undefined {
  const values = new URL(url, 'http://localhost').searchParams.getAll(name);
  return values.length === 0 ? undefined : values.join(',');
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
      return sink.write(keepAliveComment);
    case 'gap':
      return sink.write(
        `event: gap\ndata: ${JSON.stringify({ lastEventId: event.lastEventId })}\n\n`,
      );
    case 'activity': {
      for (const row of event.rows) {
        const record = event.records.get(row.seq);
        const entry = renderActivity(row);
        const data =
          record === undefined
            ? entry
            : `${entry.slice(0, -1)},"record":${record === null ? 'null' : renderStoredRecord(record)}}`;
        await sink.write(`id: ${event.positionOf(row)}\ndata: ${data}\n\n`);
      }
      return sink.flush();
    }
  }
}
