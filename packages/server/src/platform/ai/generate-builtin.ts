import { Problem } from '../../kernel/problem.ts';
import type { Platform } from '../platform.ts';
import type { AiLibrary } from './attached-knowledge.ts';
import { type Order, type Piece, sourceOf, warningsOf } from './generation.ts';
import { questionOf, settingsOf } from './order.ts';

/**
 * Answers from the knowledge of the assistant. Its instructions are only searched like any other text; the
 * built-in engine does not follow them.
 */
export async function* generateBuiltIn(
  platform: Platform,
  library: AiLibrary,
  { id, caller, assistant, wanted }: Order,
  signal: AbortSignal,
): AsyncGenerator<Piece, void, undefined> {
  const known = await library.knowledgeOf(caller, assistant, ['description', 'instructions']);
  if (known === undefined) throw nothingToAnswerFrom();
  const { question, history } = questionOf(wanted);
  const asked = { question, history, language: undefined, mode: 'text' } as const;
  const ask = { ...asked, nowMs: platform.clock() };
  const isDeclined = known.hidden.isAskedPrice(question);
  const { answer } = await platform.engine.question(known.source, ask, { signal, isDeclined });
  const { reply } = await answer;
  const words = wordsOf(reply.text);
  const { maxTokens = words.length } = settingsOf(assistant, wanted);
  const shown = words.slice(0, maxTokens);
  const output = shown.join('').trimEnd();
  for (const text of wordsOf(output)) yield { type: 'text', text };
  yield {
    type: 'end',
    generated: {
      id,
      assistant: assistant.id,
      output,
      finishReason: shown.length < words.length ? 'length' : 'stop',
      model: 'builtin',
      usage: { inputTokens: wordsOf(question).length, outputTokens: shown.length },
      sources: reply.sources.map((source) => sourceOf(source, known)),
      ...warningsOf(known),
      answered: reply.answered,
      language: reply.language,
    },
  };
}

/** Splits into words with their trailing space; joined again they are the same text. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? [];
}

function nothingToAnswerFrom(): Problem {
  return new Problem(
    'unavailable',
    'This assistant has no knowledge, instructions or description to answer from, and no model server is ' +
      'configured: set BARAZA_MODEL_URL to an OpenAI-compatible server.',
    { retryAfterSeconds: 60 },
  );
}
