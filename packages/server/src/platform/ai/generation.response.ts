/** Answers to a request for a generation: the complete text, or its words as server-sent events. */
import type { Generate, Generation } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import type { Answer, Sink, TextAnswer } from '../../http/answer.ts';
import { platformRefusals } from '../../http/refusal.ts';
import type { Call } from '../../http/route.ts';
import { eventLine, eventStreamHeaders, keepAliveComment } from '../../http/sse.ts';
import { asProblem } from '../../kernel/problem.ts';
import { recordChange } from '../activity.ts';
import { changeOnce, type Fingerprint, idempotencyKey } from '../idempotency.response.ts';
import type { Platform, Work } from '../platform.ts';
import {
  type GenerationJob,
  type Generator,
  questionOf,
  requireAssistant,
} from './generation-job.ts';

interface GenerationRequest {
  readonly call: Call<Caller>;
  readonly wanted: Generate;
  readonly fingerprint: Fingerprint;
  readonly generate: Generator;
}

/** The complete text in one answer. */
export function answerWhole(platform: Platform, request: GenerationRequest): Promise<TextAnswer> {
  // A model may think for longer than a connection may be silent; it has its own limit.
  request.call.raw.socket.setTimeout(0);
  return runGeneration(platform, request, async (job) => {
    const generated = await request.generate(job, async () => {});
    return save(platform, request, job, generated, { body: JSON.stringify(generated) });
  });
}

/**
 * Streams a generation: tokens, then exactly one `done`, even when it fails half-way. A failure before the
 * first word has its own status, unless that word took so long that the response has started without it.
 */
export function answerStreamed(platform: Platform, request: GenerationRequest): Answer {
  return {
    stream: (sink) =>
      runGeneration(platform, request, (job) => writeGeneration(platform, request, job, sink)),
  };
}

/** Only one generation runs at a time for an API key and its Idempotency-Key. */
function runGeneration<Result>(
  platform: Platform,
  request: GenerationRequest,
  work: (job: GenerationJob) => Promise<Result>,
): Promise<Result> {
  const { call, wanted, fingerprint } = request;
  const { caller } = call;
  const key = idempotencyKey(call);
  const name = key === undefined ? undefined : `${caller.keyId} ${key}`;
  return platform.generations.run(name, call.signal, async (signal) => {
    const assistant = await requireAssistant(platform.store, caller, wanted).catch(
      async (error: unknown) => {
        // Saved for repeated requests like an answer.
        const change = () => Promise.reject(error as Error);
        if (key !== undefined)
          await changeOnce(platform, call, fingerprint, { change, answer: (made) => made });
        throw error;
      },
    );
    return work({ id: platform.makeId('generation'), caller, assistant, wanted, signal });
  });
}

async function writeGeneration(
  platform: Platform,
  request: GenerationRequest,
  job: GenerationJob,
  sink: Sink,
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
  const writeEvent = async (line: string) => {
    start();
    body += line;
    await sink.write(line);
    await sink.flush();
    heartbeat?.refresh();
  };
  try {
    const onText = (text: string) => writeEvent(eventLine({ type: 'token', text }));
    const generated = await request.generate(job, onText);
    start();
    const { output: _output, ...rest } = generated;
    const done = eventLine({ type: 'done', ...rest, handoff: '' });
    // Before `done` is sent, so that a client that has seen it can rely on the saved answer and the activity entry.
    const answer = { headers: eventStreamHeaders, body: body + done };
    await save(platform, request, job, generated, answer);
    await writeEvent(done);
  } catch (error) {
    if (heartbeat === undefined) throw error;
    // The client has disconnected.
    request.call.signal.throwIfAborted();
    const cause = job.signal.aborted ? job.signal.reason : error;
    await writeEvent(eventLine(await failedEvent(platform, job, request.call.requestId, cause)));
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

/** Saves an answer together with its activity entry; the assistant itself is not changed. */
async function save(
  platform: Platform,
  { call, fingerprint }: GenerationRequest,
  { assistant }: GenerationJob,
  { id, finishReason, usage }: Generation,
  answer: Omit<TextAnswer, 'status'>,
): Promise<TextAnswer> {
  const change = async (work: Work): Promise<TextAnswer> => {
    await recordChange(work, {
      action: 'text-generated',
      resource: { ...assistant, updated_at: platform.clock() },
      detail: { generationId: id, finishReason, usage },
    });
    return { status: 200, ...answer };
  };
  const saved = await changeOnce(platform, call, fingerprint, { change, answer: (made) => made });
  return saved.answer;
}
