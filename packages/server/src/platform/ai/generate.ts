/** Text by a saved assistant: written by the model server if one is configured, else by the built-in engine. */
import type { Generation } from '@baraza/contract';
import type { Source } from '../../answers/knowledge.ts';
import { cutText, quoteCharsMax } from '../../answers/write/quote.ts';
import type { FairQueue, FairQueueSize } from '../../kernel/fair-queue.ts';
import { type Problem, unavailable } from '../../kernel/problem.ts';
import { createAnswerQueue } from '../../models/answer-queue.ts';
import {
  type LanguageModel,
  WritingRefused,
  type WritingRequest,
  type Written,
} from '../../models/models.ts';
import type { Platform } from '../platform.ts';
import {
  type GenerationJob,
  type Generator,
  type OnText,
  questionOf,
  settingsOf,
  writingRequest,
} from './generation-job.ts';
import { type AiLibrary, createAiLibrary, type Known } from './knowledge.ts';

export function createGenerator(platform: Platform): Generator {
  const library = createAiLibrary(platform);
  const queue = createAnswerQueue(generationQueueSize);
  return async (job, onText) => {
    const model = await platform.loadLanguageModel();
    return model === undefined
      ? generateBuiltIn(platform, library, job, onText)
      : generateByModel(platform, library, model, queue, job, onText);
  };
}

/**
 * Answers from the knowledge of the assistant. Its instructions are only searched like any other text; the
 * built-in engine does not follow them.
 */
async function generateBuiltIn(
  platform: Platform,
  library: AiLibrary,
  { id, caller, assistant, wanted, signal }: GenerationJob,
  onText: OnText,
): Promise<Generation> {
  const known = await library.knowledgeOf(caller, assistant, ['description', 'instructions']);
  if (known === undefined) throw nothingToAnswerFrom();
  const { question, history } = questionOf(wanted);
  const asked = { question, history, language: undefined, mode: 'text' } as const;
  const ask = { ...asked, nowMs: platform.clock() };
  const isDeclined = known.hidden.asksForHiddenPrice(question);
  const { answer } = await platform.engine.question(known.source, ask, { signal, isDeclined });
  const { reply } = await answer;
  const words = wordsOf(reply.text);
  const { maxTokens = words.length } = settingsOf(assistant, wanted);
  const shown = words.slice(0, maxTokens);
  const output = shown.join('').trimEnd();
  for (const text of wordsOf(output)) await onText(text);
  return {
    id,
    assistant: assistant.id,
    output,
    finishReason: shown.length < words.length ? 'length' : 'stop',
    model: 'builtin',
    usage: { inputTokens: wordsOf(question).length, outputTokens: shown.length },
    ...shownOf(reply.sources, known),
    answered: reply.answered,
    language: reply.language,
  };
}

/** Splits into words with their trailing space; joined again they are the same text. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? [];
}

function nothingToAnswerFrom(): Problem {
  return unavailable(
    'This assistant has no knowledge, instructions or description to answer from, and no model server is ' +
      'configured: set BARAZA_MODEL_URL to an OpenAI-compatible server.',
    { retryAfterSeconds: 60 },
  );
}

// Enough for ten pages, and little enough for a small model.
const passageCharactersMax = 12_000;
const sourcesMax = 10;
// Longer output is cut here, before the stream limit would report a model that never ends.
const outputCharactersMax = 90_000;

/** Generation by the model server with retrieved passages of the assistant's knowledge (RAG). */
async function generateByModel(
  { engine }: Platform,
  library: AiLibrary,
  model: LanguageModel,
  /** Limits the generations of one owner and of all owners. */
  queue: FairQueue,
  job: GenerationJob,
  onText: OnText,
): Promise<Generation> {
  const { id, assistant, wanted, signal } = job;
  const found = await findPassages(engine, library, job);
  const modelRequest = writingRequest(assistant, wanted, found.passages);
  signal.throwIfAborted();
  const giveBack = await queue.take({ account: job.caller.ownerId, signal });
  let output = '';
  let end: End | undefined;
  try {
    // Read to the very end of the stream: only then has the call succeeded.
    for await (const written of model.write(modelRequest, signal)) {
      if (written.type === 'end') end = written;
      else if (written.text !== '') {
        output += written.text;
        await onText(written.text);
      }
      if (output.length > outputCharactersMax) break;
    }
  } catch (error) {
    throw error instanceof WritingRefused ? modelRefusedProblem(modelRequest, error) : error;
  } finally {
    giveBack();
  }
  const { languageOfProse } = await import('../../answers/text/language.ts');
  return {
    id,
    assistant: assistant.id,
    output,
    finishReason: end?.reason ?? 'length',
    model: end?.model ?? modelRequest.model ?? model.name ?? '',
    usage: end?.usage ?? estimateUsage(modelRequest, output),
    ...found.shown,
    answered: output.trim() !== '' && end?.reason !== 'filtered',
    language: languageOfProse(output.trim() === '' ? questionOf(wanted).question : output),
  };
}

/**
 * The generations of all owners leave a quarter of the model server's slots to visitors of sites, who wait for seconds,
 * not for minutes.
 */
const generationQueueSize: FairQueueSize = {
  atOnce: 12,
  ofOneMax: 8,
  waitingMax: 64,
  waitingOfOneMax: 32,
  waitMs: 20_000,
};

type End = Extract<Written, { readonly type: 'end' }>;

/** The model server works but refused the request: only its owner can fix that. */
function modelRefusedProblem({ model }: WritingRequest, cause: Problem): Problem {
  const name =
    model === undefined ? 'that BARAZA_MODEL names' : `"${model}" of this assistant's config`;
  return unavailable(
    `The model server refused the request; see whether it knows the model ${name}.`,
    { cause, retryAfterSeconds: 60 },
  );
}

/** The passages given to the model, best first; which of them it used is unknown. */
async function findPassages(
  engine: Platform['engine'],
  library: AiLibrary,
  { caller, assistant, wanted }: GenerationJob,
) {
  const known = await library.knowledgeOf(caller, assistant, []);
  if (known === undefined) return { passages: [], shown: { sources: [] } };
  const passages = await engine.passages(known.source, questionOf(wanted), passageCharactersMax);
  const sources = passages
    .slice(0, sourcesMax)
    .map(({ entry: { id, title, url, kind }, text, language }) => {
      return { id, title, url, quote: cutText(text, quoteCharsMax), kind, language };
    });
  return { passages, shown: shownOf(sources, known) };
}

/** Estimated usage when the server reports none: about four bytes a token; marked as an estimate. */
function estimateUsage({ instructions, messages }: WritingRequest, output: string) {
  const input = [instructions, ...messages.map(({ content }) => content)].join('\n');
  return { inputTokens: tokensOf(input), outputTokens: tokensOf(output), estimated: true };
}

function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** The sources as the API shows them, with the path to what they cite; and warnings if there are any. */
function shownOf(
  sources: readonly Source[],
  { locations, warnings }: Known,
): Pick<Generation, 'sources' | 'warnings'> {
  return {
    sources: sources.map((source) => {
      const location = locations.get(source.id);
      // The parts of one file or record have different ids; callers know the file and the record.
      const file =
        location?.key === undefined ? source.id : `${location.resourceId}/${location.key}`;
      return { ...source, id: location?.recordId ?? file, ...location };
    }),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
  };
}
