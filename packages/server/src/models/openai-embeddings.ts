/** An encoder behind any server that speaks the OpenAI API. */

import { createHash } from 'node:crypto';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { createAnswerQueue } from './answer-queue.ts';
import type { Encoder } from './models.ts';
import type { FetchLimits } from './openai-body.ts';
import { type CallLimits, createCalls, type ModelServer, usualCallLimits } from './openai-calls.ts';
import { ServerFault } from './openai-fault.ts';
import { createServerFetch, usualFetchLimits } from './openai-fetch.ts';

interface EmbeddingServer extends ModelServer {
  readonly limits?: Partial<EmbeddingLimits>;
}

export interface EmbeddingLimits extends CallLimits, FetchLimits {
  /** In one call. */
  readonly textsMax: number;
  /** Calls for what is not urgent, at once. */
  readonly inBackground: number;
}

const usualLimits: EmbeddingLimits = {
  ...usualCallLimits,
  ...usualFetchLimits,
  // An answer is one line of JSON.
  lineBytesMax: usualFetchLimits.answerBytesMax,
  // Whoever asks for the vector of a question waits no longer than this.
  patienceMs: 150,
  textsMax: 32,
  inBackground: 2,
};

// What took no longer than this lately is as good as at hand.
const quickMs = 100;
const background = { waitingMax: 1_000, waitMs: 600_000 };

export function openServerEncoder(server: EmbeddingServer): Encoder {
  const limits = { ...usualLimits, ...server.limits };
  const calls = createCalls({ ...server, limits });
  const queue = createAnswerQueue({ ...background, atOnce: limits.inBackground });
  const provider = createOpenAICompatible({
    name: 'server',
    baseURL: server.url,
    ...(server.key === undefined ? {} : { apiKey: server.key }),
    fetch: createServerFetch('application/json', limits),
  });
  const model = provider.embeddingModel(server.model);
  let lastMs = Number.POSITIVE_INFINITY;

  const embedPart = async (texts: readonly string[], signal: AbortSignal) => {
    const call = await calls.begin(server.model, signal);
    const startedAtMs = server.clock();
    try {
      const vectors = await call.tries(() => vectorsOf(model, texts, call.signal));
      call.worked();
      lastMs = server.clock() - startedAtMs;
      return vectors;
    } catch (error) {
      lastMs = Number.POSITIVE_INFINITY;
      throw call.failed(error);
    } finally {
      call.end();
    }
  };

  return {
    model: createHash('sha256').update(`${server.url} ${server.model}`).digest('base64url'),
    state: () => (calls.isResting(server.model) ? 'away' : lastMs <= quickMs ? 'awake' : 'asleep'),
    embed: async (texts, signal, haste) => {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += limits.textsMax) {
        const part = texts.slice(from, from + limits.textsMax);
        const giveBack = haste === 'urgent' ? () => {} : await queue.take({ signal });
        try {
          vectors.push(...(await embedPart(part, signal)));
        } finally {
          giveBack();
        }
      }
      return vectors;
    },
    close: calls.close,
  };
}

async function vectorsOf(
  model: EmbeddingModelV4,
  texts: readonly string[],
  abortSignal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const { embeddings, response } = await model.doEmbed({ values: [...texts], abortSignal });
  const width = embeddings[0]?.length ?? 0;
  const isWhole = embeddings.length === texts.length && width > 0;
  if (!isWhole || embeddings.some(({ length }) => length !== width))
    throw new ServerFault('nonsense');
  return vectorsByIndex(embeddings, response?.body).map(normalize);
}

/** Servers number the vectors, and some do not keep to the order of the texts. */
function vectorsByIndex(
  embeddings: readonly (readonly number[])[],
  body: unknown,
): readonly (readonly number[])[] {
  const data = (body as { readonly data?: readonly { readonly index?: unknown }[] }).data ?? [];
  const places = data.map(({ index }) => index);
  const isNumbered = embeddings.every((_, place) => places.includes(place));
  return isNumbered
    ? embeddings.map((_, place) => embeddings[places.indexOf(place)] ?? [])
    : embeddings;
}

function normalize(embedding: readonly number[]): Float32Array {
  const length = Math.hypot(...embedding);
  if (!Number.isFinite(length) || length === 0) throw new ServerFault('nonsense');
  return Float32Array.from(embedding, (value) => value / length);
}
