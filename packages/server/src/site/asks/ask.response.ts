import type { Answer, Sink } from '../../http/answer.ts';
import { eventLine, eventStreamHeaders, stillHere } from '../../http/sse.ts';
import type { AskEvent } from './ask-events.ts';

/**
 * The events of an ask as a stream, each as soon as it is known and no faster than the visitor
 * reads. Nothing else for a quick answer; a comment now and then where somebody has to wait.
 */
export function askResponse(events: AsyncIterable<AskEvent>, silenceMs: number): Answer {
  return {
    stream: async (sink) => {
      sink.start(200, eventStreamHeaders);
      const beat = signsOfLife(sink, silenceMs);
      try {
        for await (const event of events) {
          const isWhole = event.type === 'done' || event.isLast;
          if (isWhole) clearInterval(beat);
          await sink.write(linesOf(event));
          // What ends the answer leaves as one piece with its `done`.
          if (event.type === 'done' || !event.isLast) await sink.flush();
        }
      } finally {
        clearInterval(beat);
      }
    },
  };
}

function linesOf(event: AskEvent): string {
  if (event.type === 'done') return eventLine({ type: 'done', ...event.done });
  let lines = '';
  for (const text of event.tokens) lines += eventLine({ type: 'token', text });
  return lines;
}

function signsOfLife(sink: Sink, silenceMs: number): NodeJS.Timeout {
  return setInterval(() => {
    void sink
      .write(stillHere)
      .then(sink.flush)
      .catch(() => {});
  }, silenceMs);
}
