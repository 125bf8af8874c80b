/** Answers to a request for a generation: the complete text, or its words as server-sent events. */
import type { Generation } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import type { Answer, Sink, TextAnswer } from '../../http/answer.ts';
import { platformRefusals } from '../../http/refusal.ts';
import type { Call } from '../../http/route.ts';
import { eventLine, eventStreamHeaders, keepAliveComment } from '../../http/sse.ts';
import { asProblem } from '../../kernel/problem.ts';
import { recordChange } from '../activity.ts';
import { changeOnce, type Fingerprint } from '../idempotency.response.ts';
import type { Platform, Work } from '../platform.ts';
import { type GenerationJob, type Generator, questionOf } from './generation-job.ts';

export interface GenerationRequest {
  readonly call: Call<Caller>;
  readonly fingerprint: Fingerprint;
  /** Only one generation with the same name runs at a time; undefined if the request carries no Idempotency-Key. */
  readonly name: string | undefined;
  /** Throws the refusal if the assistant may not generate. */
  readonly begin: () => Promise<GenerationJob>;
  readonly generate: Generator;
}

/** The complete text in one answer. */
export async function answerWhole(platform: Platform, request: GenerationRequest) {
  const { call, name, begin, generate } = request;
  // A model may think for longer than a connection may be silent; it has its own limit.
  call.raw.socket.setTimeout(0);
  return platform.generations.run(name, call.signal, async (signal) => {
    const outcome = await begin()
      .then(async (job) => ({ job, generated: await generate(job, signal, async () => {}) }))
      .catch((error: unknown) => ({ error: signal.aborted ? signal.reason : error }));
    if ('error' in outcome && name === undefined) throw outcome.error;
    return saveAnswer(platform, request, async (work) => {
      // Generated before the transaction, which must be short; a refusal is saved like an answer.
      if ('error' in outcome) throw outcome.error;
      const { job, generated } = outcome;
      await recordGeneration(work, job, generated);
      return { status: 200, body: JSON.stringify(generated) };
    });
  });
}

/**
 * Streams a generation: tokens, then exactly one `done`, even when it fails half-way. A failure before the
 * first word has its own status, unless that word took so long that the response has started without it.
 */
export function answerStreamed(platform: Platform, request: GenerationRequest): Answer {
  const { call, name, begin } = request;
  return {
    stream: (sink) =>
      platform.generations.run(name, call.signal, async (signal) => {
        const job = await begin().catch((error: unknown) => refuse(platform, request, error));
        try {
          await writeGeneration(platform, request, job, sink, signal);
        } catch (error) {
          throw signal.aborted ? signal.reason : error;
        }
      }),
  };
}

/** A refusal is saved for repeated requests like an answer. */
async function refuse(
  platform: Platform,
  request: GenerationRequest,
  error: unknown,
): Promise<never> {
  if (request.name !== undefined)
    await saveAnswer(platform, request, () => Promise.reject(error as Error));
  throw error;
}

async function writeGeneration(
  platform: Platform,
  request: GenerationRequest,
  job: GenerationJob,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const { firstWordMs, silenceMs } = platform.generations.times;
  let heartbeat: NodeJS.Timeout | undefined;
  const start = () => {
    if (heartbeat !== undefined) return;
    sink.start(200, eventStreamHeaders);
    heartbeat = setInterval(() => {
      sink.write(keepAliveComment).then(sink.flush, () => {});
    }, silenceMs);
  };
  const waiting = setTimeout(start, firstWordMs);
  let body = '';
  const writeEvent = async (event: object) => {
    start();
    const line = eventLine(event);
    if (request.name !== undefined) body += line;
    await sink.write(line);
    await sink.flush();
    heartbeat?.refresh();
  };
  const finish = async (generated: Generation) => {
    const { output: _output, ...rest } = generated;
    const done = { type: 'done', ...rest, handoff: '' };
    // Before `done` is sent, so that a client that has seen it can rely on the saved answer and the activity entry.
    await saveAnswer(platform, request, async (work) => {
      await recordGeneration(work, job, generated);
      return { status: 200, headers: eventStreamHeaders, body: body + eventLine(done) };
    });
    await writeEvent(done);
  };
  try {
    const onText = (text: string) => writeEvent({ type: 'token', text });
    const generated = await request.generate(job, signal, onText);
    start();
    await finish(generated);
  } catch (error) {
    if (heartbeat === undefined) throw error;
    // The client has disconnected.
    request.call.signal.throwIfAborted();
    const cause = signal.aborted ? signal.reason : error;
    await writeEvent(await failedEvent(platform, job, request.call.requestId, cause));
  } finally {
    clearTimeout(waiting);
    clearInterval(heartbeat);
  }
}

async function failedEvent(
  platform: Platform,
  job: GenerationJob,
  requestId: string,
  error: unknown,
) {
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
    id: job.id,
    assistant: job.assistant.id,
    finishReason: 'error',
    sources: [],
    answered: false,
    language: languageOfProse(questionOf(job.wanted).question),
    handoff: '',
    error: { code, error: sentence },
  };
}

/** Saves an answer together with its activity entry, in one transaction. */
async function saveAnswer(
  platform: Platform,
  { call, fingerprint }: GenerationRequest,
  change: (work: Work) => Promise<TextAnswer>,
): Promise<TextAnswer> {
  const { answer } = await changeOnce(platform, call, fingerprint, {
    change,
    answer: (answered) => answered,
  });
  return answer;
}

/** Records a generation as activity; the assistant itself is not changed. */
function recordGeneration(
  work: Work,
  { assistant }: GenerationJob,
  { id, finishReason, usage }: Generation,
): Promise<void> {
  return recordChange(work, {
    action: 'text-generated',
    resource: { ...assistant, updated_at: work.platform.clock() },
    detail: { generationId: id, finishReason, usage },
  });
}
