import type { Generate, Generation } from '@baraza/contract';
import type { Caller } from '../access/scopes.ts';
import type { Prepared, Reply } from '../answers/answers.ts';
import { createByteCache } from '../kernel/byte-cache.ts';
import { Problem } from '../kernel/problem.ts';
import { inSteps } from '../kernel/steps.ts';
import type { ResourceRow } from '../store/resources.ts';
import { sourcesOf } from './ai-knowledge.ts';
import type { Platform } from './platform.ts';

export interface Generated extends Generation {
  readonly answered: boolean;
  readonly language: Reply['language'];
}

export type Generator = (
  caller: Caller,
  assistant: ResourceRow,
  wanted: Generate,
) => Promise<Generated>;

const indexBytesMax = 32 * 1024 * 1024;

/** Answers without a model server: from what the assistant was given, by the built-in engine. */
export function createGenerator(platform: Platform): Generator {
  const indexes = createByteCache<Prepared>(indexBytesMax);
  return async (caller, assistant, wanted) => {
    const sources = await sourcesOf(platform, caller, assistant);
    if (sources.isEmpty) throw nothingToAnswerFrom();
    const engine = await import('../answers/answers.ts');
    // The key is part of the name: what another may not read is not in this one's index.
    const prepared = await indexes.of(
      `${assistant.id} ${caller.keyId}`,
      sources.stamp,
      async () => ({
        stamp: sources.stamp,
        item: await inSteps(engine.preparing(await sources.read())),
      }),
    );
    const { question, history } = askedBy(wanted);
    const reply = engine.answer(prepared, {
      question,
      history,
      language: undefined,
      mode: 'text',
      nowMs: platform.clock(),
    });
    return generated(platform, assistant, question, reply, wanted.maxTokens);
  };
}

function generated(
  platform: Platform,
  assistant: ResourceRow,
  question: string,
  reply: Reply,
  maxTokens: number | undefined,
): Generated {
  const words = piecesOf(reply.text);
  const shown = words.slice(0, maxTokens ?? words.length);
  return {
    id: platform.makeId('generation'),
    assistant: assistant.id,
    output: shown.join('').trimEnd(),
    finishReason: shown.length < words.length ? 'length' : 'stop',
    model: 'builtin',
    usage: { inputTokens: piecesOf(question).length, outputTokens: shown.length },
    sources: reply.sources.map((source) => ({ ...source })),
    answered: reply.answered,
    language: reply.language,
  };
}

/** The last word of the user is the question; what came before helps to understand it. */
function askedBy({ prompt, input, messages = [] }: Generate) {
  const text = prompt ?? input;
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const question = text ?? messages[last]?.content ?? messages.at(-1)?.content ?? '';
  const history = messages
    .slice(0, text === undefined ? Math.max(0, last) : undefined)
    .flatMap(({ role, content }) => (role === 'system' ? [] : [{ role, content }]));
  return { question, history };
}

function piecesOf(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? [];
}

function nothingToAnswerFrom(): Problem {
  return new Problem(
    'unavailable',
    'This assistant has no knowledge, instructions or description to answer from, and no model server is configured: set BARAZA_MODEL_URL to an OpenAI-compatible server.',
    { retryAfterSeconds: 60 },
  );
}
