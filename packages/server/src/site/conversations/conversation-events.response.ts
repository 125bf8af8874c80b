import type { Answer, Sink } from '../../http/answer.ts';
import { eventLine, eventStreamHeaders, keepAliveComment } from '../../http/sse.ts';
import type { StreamItem } from './conversation-events.ts';

const reconnectMs = 2_000;

/** A stream of events, each with its name and, where it can be resumed from, its id. */
export function conversationStream(items: AsyncIterable<StreamItem>): Answer {
  return {
    stream: async (sink) => {
      for await (const item of items) {
        // A refusal before the subscription has its own status.
        if (item.type === 'listening') sink.start(200, eventStreamHeaders);
        if (sink.headersOnly) return;
        await writeItem(sink, item);
        await sink.flush();
      }
    },
  };
}

function writeItem(sink: Sink, item: StreamItem): Promise<void> {
  if (item.type === 'listening') return sink.write(`retry: ${reconnectMs}\n\n`);
  if (item.type === 'beat') return sink.write(keepAliveComment);
  const id = item.id === undefined ? '' : `id: ${item.id}\n`;
  return sink.write(`${id}event: ${item.event.type}\n${eventLine(item.event)}`);
}
