import type { Source } from '../answers/answers.ts';
import type { Passage } from '../answers/chunk.ts';
import { cutText, quoteCharsMax } from '../answers/quote.ts';
import { Problem } from '../kernel/problem.ts';
import type { LanguageModel, WritingOrder, Written } from '../models/models.ts';
import { ServerFault } from '../models/openai-fault.ts';
import { type Order, type Piece, sourceOf, warningsOf } from './ai-generation.ts';
import type { AiLibrary, Known } from './ai-library.ts';
import { questionOf, writingOrder } from './ai-order.ts';

// Enough for ten pages, and little enough for a small model.
const passageCharactersMax = 12_000;
const sourcesMax = 10;
// What is longer is cut here, before the model would be taken for one that never ends.
const outputCharactersMax = 90_000;

/** Lets the model server write, from the passages of the assistant's knowledge that the question is about. */
export async function* generateByModel(
  model: LanguageModel,
  library: AiLibrary,
  { id, caller, assistant, wanted }: Order,
  signal: AbortSignal,
): AsyncGenerator<Piece, void, undefined> {
  const known = await library.knowledgeOf(caller, assistant, []);
  const passages = known === undefined ? [] : await passagesOf(known, questionOf(wanted));
  const order = writingOrder(assistant, wanted, passages);
  let output = '';
  let end: End | undefined;
  signal.throwIfAborted();
  try {
    // To its very end, also behind the last word: only then has the call gone well.
    for await (const written of model.write(order, signal)) {
      if (written.type === 'end') end = written;
      else if (written.text !== '') {
        output += written.text;
        yield written;
      }
      if (output.length > outputCharactersMax) break;
    }
  } catch (error) {
    throw isRefusal(error) ? refused(order, error) : error;
  }
  const { languageOfProse } = await import('../answers/language.ts');
  yield {
    type: 'end',
    made: {
      id,
      assistant: assistant.id,
      output,
      finishReason: end?.reason ?? 'length',
      model: end?.model ?? order.model ?? '',
      usage: end?.usage ?? estimated(order, output),
      sources: known === undefined ? [] : sourcesOf(passages, known),
      ...warningsOf(known),
      answered: output.trim() !== '' && end?.reason !== 'filtered',
      language: languageOfProse(output.trim() === '' ? questionOf(wanted).question : output),
    },
  };
}

type End = Extract<Written, { readonly type: 'end' }>;

function isRefusal(error: unknown): error is Problem {
  if (!(error instanceof Problem)) return false;
  return error.cause instanceof ServerFault && error.cause.kind === 'refused';
}

/** The server is well and does not want this: something that only its owner can mend. */
function refused({ model }: WritingOrder, cause: Problem): Problem {
  const name = model === undefined ? 'BARAZA_MODEL' : `"${model}" of this assistant's config`;
  return new Problem(
    'unavailable',
    `The model server refused the request; see whether it knows the model ${name}.`,
    { cause, retryAfterSeconds: 60 },
  );
}

async function passagesOf(
  { prepared }: Known,
  asked: ReturnType<typeof questionOf>,
): Promise<readonly Passage[]> {
  const { passagesFor } = await import('../answers/passages.ts');
  return passagesFor(prepared, asked, passageCharactersMax);
}

/** What the model was given to write from, best first: which of it it used, only it knows. */
function sourcesOf(passages: readonly Passage[], known: Known) {
  return passages.slice(0, sourcesMax).map(({ entry, text, language }) => {
    const { id, title, url, kind } = entry;
    const source: Source = { id, title, url, quote: cutText(text, quoteCharsMax), kind, language };
    return sourceOf(source, known);
  });
}

/** Where the server does not count: about four bytes a token, which is said to be an estimate. */
function estimated({ instructions, messages }: WritingOrder, output: string) {
  const input = [instructions, ...messages.map(({ content }) => content)].join('\n');
  return { inputTokens: tokensOf(input), outputTokens: tokensOf(output), estimated: true };
}

function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
