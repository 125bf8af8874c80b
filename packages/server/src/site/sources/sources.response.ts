/** Proposals as one JSON document, or as events that tell how far the reading is. */
import { siteProblemCode } from '@baraza/contract';
import { type Answer, jsonType, type Sink } from '../../http/answer.ts';
import { eventStreamHeaders, stillHere } from '../../http/sse.ts';
import type { Log } from '../../kernel/log.ts';
import { asProblem } from '../../kernel/problem.ts';
import { race } from '../../kernel/race.ts';
import type { Found, SourceEvent } from './source-events.ts';

interface Streaming {
  readonly silenceMs: number;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly requestId: string;
}

/** Until then a failure is still answered with a status of its own. */
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

/** `progress` events, then exactly one `done`, also when the reading fails half-way. */
export function proposalsStream(events: AsyncGenerator<SourceEvent>, streaming: Streaming): Answer {
  return {
    stream: async (sink) => {
      const first = events.next();
      await soon(first);
      sink.start(200, eventStreamHeaders);
      const beat = setInterval(() => {
        void sink
          .write(stillHere)
          .then(sink.flush)
          .catch(() => {});
      }, streaming.silenceMs);
      try {
        for (let next = await first; next.done !== true; next = await events.next()) {
          const event = next.value;
          if (event.type === 'done') {
            clearInterval(beat);
            await writeFound(sink, 'event: done\ndata: {"type":"done",', event, '}\n\n');
          } else {
            const { type, done, total = null, unit } = event;
            const line = JSON.stringify({ type, done, total, unit });
            await sink.write(`event: progress\ndata: ${line}\n\n`);
            await sink.flush();
          }
        }
      } catch (error) {
        clearInterval(beat);
        streaming.signal.throwIfAborted();
        const told = {
          type: 'done',
          proposals: [],
          left_out: [],
          error: refusalOf(error, streaming),
        };
        await sink.write(`event: done\ndata: ${JSON.stringify(told)}\n\n`);
        await sink.flush();
      } finally {
        clearInterval(beat);
        await events.return(undefined);
      }
    },
  };
}

/** The words for a failure after the stream has begun. */
function refusalOf(error: unknown, { log, requestId }: Streaming) {
  const problem = asProblem(error);
  if (problem.cause !== undefined) log.error(problem.message, { requestId, cause: problem.cause });
  return { code: siteProblemCode(problem.code), error: problem.message };
}

/** Rejects with what the first event fails with, or resolves when waiting longer would look like silence. */
async function soon(first: Promise<unknown>): Promise<void> {
  await race(first, { limitMs: firstEventMs }, () => {});
}

/** Piece by piece: together they may have megabytes, and none of it is built here. */
async function writeFound(sink: Sink, head: string, found: Found, tail: string): Promise<void> {
  await sink.write(`${head}"proposals":[`);
  for (const [index, text] of found.proposals.entries())
    await sink.write(index === 0 ? text : `,${text}`);
  await sink.write(`],"left_out":[${found.leftOut.join(',')}]${tail}`);
  await sink.flush();
}
