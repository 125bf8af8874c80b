import type { Passage, Source } from '../../answers/knowledge.ts';
import { cutText, quoteCharsMax } from '../../answers/write/quote.ts';
import type { Engine } from '../../engine/engine.ts';
import type { FairQueue, FairQueueSize } from '../../kernel/fair-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  type LanguageModel,
  OrderRefused,
  type WritingOrder,
  type Written,
} from '../../models/models.ts';
import type { AiLibrary, Known } from './attached-knowledge.ts';
import { type Order, type Piece, sourceOf, warningsOf } from './generation.ts';
import { questionOf, writingOrder } from './order.ts';

// Enough for ten pages, and little enough for a small model.
const passageCharactersMax = 12_000;
const sourcesMax = 10;
// Longer output is cut here, before the stream limit would report a model that never ends.
const outputCharactersMax = 90_000;

/** Generation by the model server with retrieved passages of the assistant's knowledge (RAG). */
export async function* generateByModel(
  { model, library, engine, queue }: ModelParts,
  order: Order,
  signal: AbortSignal,
): AsyncGenerator<Piece, void, undefined> {
  const { id, assistant, wanted } = order;
  const found = await findPassages({ library, engine }, order);
  const writing = writingOrder(assistant, wanted, found.passages);
  signal.throwIfAborted();
  const giveBack = await queue.take({ account: order.caller.ownerId, signal });
  let output = '';
  let end: End | undefined;
  try {
    // Read to the very end of the stream: only then has the call succeeded.
    for await (const written of model.write(writing, signal)) {
      if (written.type === 'end') end = written;
      else if (written.text !== '') {
        output += written.text;
        yield written;
      }
      if (output.length > outputCharactersMax) break;
    }
  } catch (error) {
    throw error instanceof OrderRefused ? modelRefusedProblem(writing, error) : error;
  } finally {
    giveBack();
  }
  const { languageOfProse } = await import('../../answers/text/language.ts');
  yield {
    type: 'end',
    generated: {
      id,
      assistant: assistant.id,
      output,
      finishReason: end?.reason ?? 'length',
      model: end?.model ?? writing.model ?? model.name ?? '',
      usage: end?.usage ?? estimateUsage(writing, output),
      sources: found.sources,
      ...found.warnings,
      answered: output.trim() !== '' && end?.reason !== 'filtered',
      language: languageOfProse(output.trim() === '' ? questionOf(wanted).question : output),
    },
  };
}

interface ModelParts {
  readonly model: LanguageModel;
  readonly library: AiLibrary;
  readonly engine: Engine;
  /** Those of one owner, and of all owners together, leave the model server room for others. */
  readonly queue: FairQueue;
}

/**
 * Generations at once: those of all owners leave a quarter of the model server's places to visitors
 * of sites, who wait for seconds, not for minutes.
 */
export const generationQueueSize: FairQueueSize = {
  atOnce: 12,
  ofOneMax: 8,
  waitingMax: 64,
  waitingOfOneMax: 32,
  waitMs: 20_000,
};

type End = Extract<Written, { readonly type: 'end' }>;

/** The model server works but refused the request: only its owner can fix that. */
function modelRefusedProblem({ model }: WritingOrder, cause: Problem): Problem {
  const name = model === undefined ? 'BARAZA_MODEL' : `"${model}" of this assistant's config`;
  return new Problem(
    'unavailable',
    `The model server refused the request; see whether it knows the model ${name}.`,
    { cause, retryAfterSeconds: 60 },
  );
}

async function findPassages(
  { library, engine }: Pick<ModelParts, 'library' | 'engine'>,
  { caller, assistant, wanted }: Order,
) {
  const known = await library.knowledgeOf(caller, assistant, []);
  if (known === undefined) return { passages: [], sources: [], warnings: {} };
  const passages = await engine.passages(known.source, questionOf(wanted), passageCharactersMax);
  return { passages, sources: sourcesOf(passages, known), warnings: warningsOf(known) };
}

/** The passages given to the model, best first; which of them it used is unknown. */
function sourcesOf(passages: readonly Passage[], known: Known) {
  return passages.slice(0, sourcesMax).map(({ entry, text, language }) => {
    const { id, title, url, kind } = entry;
    const source: Source = { id, title, url, quote: cutText(text, quoteCharsMax), kind, language };
    return sourceOf(source, known);
  });
}

/** Estimated usage when the server reports none: about four bytes a token; marked as an estimate. */
function estimateUsage({ instructions, messages }: WritingOrder, output: string) {
  const input = [instructions, ...messages.map(({ content }) => content)].join('\n');
  return { inputTokens: tokensOf(input), outputTokens: tokensOf(output), estimated: true };
}

function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
