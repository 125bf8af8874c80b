/** Proposals as one JSON document, or as an event stream with progress. */
import { siteProblemCode } from '@baraza/contract';
import { type Answer, jsonType, type Sink } from '../../http/answer.ts';
import { eventStreamHeaders } from '../../http/sse.ts';
import type { Log } from '../../kernel/log.ts';
import { asProblem } from '../../kernel/problem.ts';
import { race } from '../../kernel/race.ts';
import { keepAlive } from '../route.ts';
import type { Found, SourceEvent } from './sources.ts';

interface Streaming {
  readonly silenceMs: number;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly requestId: string;
}

/** A failure within this time is answered with a status. */
const firstEventMs = 10_000;

export function proposalsResponse(events: AsyncGenerator<SourceEvent>): Answer {
  return {
    stream: async (sink) => {
      for await (const event of events)
        if (event.type === 'done') {
          sink.start(200, { 'content-type': jsonType });
          await writeFound(sink, '{', event, '}');
        }
    },
  };
}

/** `progress` events, then exactly one `done`, even when the reading fails midway. */
export function proposalsStream(events: AsyncGenerator<SourceEvent>, streaming: Streaming): Answer {
  return {
    stream: async (sink) => {
      const first = events.next();
      // Longer waiting would look like silence.
      await race<unknown, void>(first, { limitMs: firstEventMs }, () => {});
      sink.start(200, eventStreamHeaders);
      const endComments = keepAlive(sink, streaming.silenceMs);
      try {
        for (let next = await first; next.done !== true; next = await events.next()) {
          const event = next.value;
          if (event.type === 'done') {
            endComments();
            await writeFound(sink, 'event: done\ndata: {"type":"done",', event, '}\n\n');
          } else {
            const { type, done, total = null, unit } = event;
            await writeEvent(sink, { type, done, total, unit });
          }
        }
      } catch (error) {
        endComments();
        streaming.signal.throwIfAborted();
        const failure = failureOf(error, streaming);
        await writeEvent(sink, { type: 'done', proposals: [], left_out: [], error: failure });
      } finally {
        endComments();
        await events.return(undefined);
      }
    },
  };
}

async function writeEvent(
  sink: Sink,
  event: { readonly type: string; readonly [field: string]: unknown },
): Promise<void> {
  await sink.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  await sink.flush();
}

function failureOf(error: unknown, { log, requestId }: Streaming) {
  const problem = asProblem(error);
  if (problem.cause !== undefined) log.error(problem.message, { requestId, cause: problem.cause });
  return { code: siteProblemCode(problem.code), error: problem.message };
}

/** Written piece by piece: together the proposals may have megabytes. */
async function writeFound(sink: Sink, head: string, found: Found, tail: string): Promise<void> {
  await sink.write(`${head}"proposals":[`);
  for (const [index, text] of found.proposals.entries())
    await sink.write(index === 0 ? text : `,${text}`);
  await sink.write(`],"left_out":[${found.leftOut.join(',')}]${tail}`);
  await sink.flush();
}
