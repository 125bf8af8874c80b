import type { Answer, Sink } from '../../http/answer.ts';
import { platformRefusals } from '../../http/refusal.ts';
import { eventLine, eventStreamHeaders, stillHere } from '../../http/sse.ts';
import { asProblem } from '../../kernel/problem.ts';
import { race } from '../../kernel/race.ts';
import type { Platform } from '../platform.ts';
import type { Generated, Order, Piece } from './generation.ts';
import { recordGeneration } from './generation-record.ts';
import type { GenerationTimes } from './generations.ts';
import { questionOf } from './order.ts';
import { type Generation, saveAnswer } from './whole.response.ts';

/**
 * Streams a generation: tokens, then exactly one `done`, also when it fails half-way. A failure before the
 * first word is answered with its own status, unless the wait for it is over.
 */
export function answerStreamed(platform: Platform, deed: Generation): Answer {
  const { call, name } = deed;
  const { generations } = platform;
  return {
    stream: (sink) =>
      generations.run(name, call.signal, async (signal) => {
        const order = await deed.begin().catch((error: unknown) => refuse(platform, deed, error));
        const pieces = deed.generate(order, signal)[Symbol.asyncIterator]();
        try {
          await writeGeneration(platform, deed, order, pieces, sink, signal);
        } catch (error) {
          throw signal.aborted ? signal.reason : error;
        } finally {
          await pieces.return?.();
        }
      }),
  };
}

/** A refusal is saved for repeated requests like an answer. */
async function refuse(platform: Platform, deed: Generation, error: unknown): Promise<never> {
  if (deed.name !== undefined)
    await saveAnswer(platform, deed, async () => {
      throw error;
    });
  throw error;
}

async function writeGeneration(
  platform: Platform,
  deed: Generation,
  order: Order,
  pieces: AsyncIterator<Piece>,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const first = pieces.next();
  await withinFirstWord(first, platform.generations.times);
  sink.start(200, eventStreamHeaders);
  const beat = startHeartbeat(sink, platform.generations.times);
  let body = '';
  const writeEvent = async (event: object) => {
    const line = eventLine(event);
    if (deed.name !== undefined) body += line;
    await sink.write(line);
    await sink.flush();
    beat.refresh();
  };
  try {
    for (let next = await first; next.done !== true; next = await pieces.next()) {
      const piece = next.value;
      if (piece.type === 'text') await writeEvent({ type: 'token', text: piece.text });
      else await finishGeneration(platform, deed, order, piece.made, body, writeEvent);
    }
  } catch (error) {
    // The client has disconnected.
    deed.call.signal.throwIfAborted();
    const cause = signal.aborted ? signal.reason : error;
    await writeEvent(await failure(platform, order, deed.call.requestId, cause));
  } finally {
    clearInterval(beat);
  }
}

type WriteEvent = (event: object) => Promise<void>;

/** Records the activity and saves the answer for repeated requests before `done` is sent. */
async function finishGeneration(
  platform: Platform,
  deed: Generation,
  order: Order,
  made: Generated,
  body: string,
  say: WriteEvent,
): Promise<void> {
  const { output: _output, ...rest } = made;
  const done = { type: 'done', ...rest, handoff: '' };
  await saveAnswer(platform, deed, async (tx) => {
    await recordGeneration(platform, tx, { order, made });
    return { status: 200, headers: eventStreamHeaders, body: body + eventLine(done) };
  });
  await say(done);
}

async function failure(platform: Platform, order: Order, requestId: string, error: unknown) {
  const problem = asProblem(error);
  if (problem.cause !== undefined)
    platform.log.error(problem.message, { requestId, cause: problem.cause });
  const { languageOfProse } = await import('../../answers/text/language.ts');
  const { error: sentence, code } = JSON.parse(platformRefusals.body(problem, requestId)) as {
    readonly error: string;
    readonly code: string;
  };
  return {
    type: 'done',
    id: order.id,
    assistant: order.assistant.id,
    finishReason: 'error',
    sources: [],
    answered: false,
    language: languageOfProse(questionOf(order.wanted).question),
    handoff: '',
    error: { code, error: sentence },
  };
}

/** Resolves with the first word or after the timeout; rejects with a failure before that. */
async function withinFirstWord(
  first: Promise<unknown>,
  { firstWordMs }: GenerationTimes,
): Promise<void> {
  // A later rejection is handled by the reader of the stream.
  await race(first, { limitMs: firstWordMs }, () => {});
}

function startHeartbeat(sink: Sink, { silenceMs }: GenerationTimes): NodeJS.Timeout {
  return setInterval(() => {
    void sink
      .write(stillHere)
      .then(sink.flush)
      .catch(() => {});
  }, silenceMs);
}
