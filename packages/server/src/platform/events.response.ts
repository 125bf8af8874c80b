import type { Answer, Sink } from '../http/answer.ts';
import { eventStreamHeaders, stillHere } from '../http/sse.ts';
import type { ActivityEvent } from './events.ts';
import { renderActivity } from './resources/render.ts';

const reconnectMs = 2_000;

/** Activity as server-sent events, with backpressure. */
export function eventsResponse(events: AsyncIterable<ActivityEvent>): Answer {
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
