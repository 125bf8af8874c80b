/** An encoder on any server with the OpenAI API. */
import { z } from 'zod';
import { createAnswerQueue } from './answer-queue.ts';
import { type Encoder, fingerprintOfServer } from './models.ts';
import {
  type CallLimits,
  createCalls,
  type ModelServer,
  retry,
  usualCallLimits,
} from './openai-calls.ts';
import { ServerFault } from './openai-fault.ts';
import { type FetchLimits, fetchJson, usualFetchLimits } from './openai-fetch.ts';

interface EmbeddingServer extends ModelServer {
  readonly limits?: Partial<EmbeddingLimits>;
}

export interface EmbeddingLimits extends CallLimits, FetchLimits {
  /** In one call. */
  readonly textsMax: number;
  /** Concurrent calls that are not urgent. */
  readonly inBackground: number;
}

const usualLimits: EmbeddingLimits = {
  ...usualCallLimits,
  ...usualFetchLimits,
  // The vector of a question is waited for no longer than this.
  patienceMs: 150,
  // A whole answer is parsed at once: vectors of 4,096 numbers take 20 ms.
  textsMax: 16,
  answerBytesMax: 2 * 1024 * 1024,
  inBackground: 2,
};

// A server whose last call was this fast counts as awake.
const quickMs = 100;
const background = { waitingMax: 1_000, waitMs: 600_000 };

export function openServerEncoder(server: EmbeddingServer): Encoder {
  const limits = { ...usualLimits, ...server.limits };
  const calls = createCalls(server, limits);
  const queue = createAnswerQueue({ ...background, atOnce: limits.inBackground });
  const { key, model } = server;
  const url = `${server.url.replace(/\/$/, '')}/embeddings`;
  let lastMs = Number.POSITIVE_INFINITY;

  async function* embedPart(input: readonly string[], signal: AbortSignal) {
    const startedAtMs = server.clock();
    const body = { model, input, encoding_format: 'float' };
    const attempt = async () =>
      vectorsIn(await fetchJson({ url, key, body, limits, signal }, answerBounds), input.length);
    try {
      yield* await retry(attempt, limits, signal);
      lastMs = server.clock() - startedAtMs;
    } catch (error) {
      lastMs = Number.POSITIVE_INFINITY;
      throw error;
    }
  }

  return {
    model: fingerprintOfServer(server),
    state: () => (calls.isPaused(model) ? 'paused' : lastMs <= quickMs ? 'awake' : 'asleep'),
    embed: async (texts, signal, haste) => {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += limits.textsMax) {
        const part = texts.slice(from, from + limits.textsMax);
        const embed = async () => {
          for await (const vector of calls.run(model, signal, (stop) => embedPart(part, stop)))
            vectors.push(vector);
        };
        await (haste === 'urgent' ? embed() : queue.run(embed, { signal }));
      }
      return vectors;
    },
    close: calls.close,
  };
}

const answerBounds = { depthMax: 8, valuesMax: 150_000 };

const answerSchema = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()), index: z.unknown().optional() })),
});

function vectorsIn(answer: unknown, count: number): readonly Float32Array[] {
  const { data = [] } = answerSchema.safeParse(answer).data ?? {};
  const width = data[0]?.embedding.length ?? 0;
  const isWhole = data.length === count && width > 0;
  if (!isWhole || data.some(({ embedding }) => embedding.length !== width))
    throw new ServerFault('malformed');
  // Servers number the vectors, and some do not keep the order of the texts.
  const indexes = new Set(data.map(({ index }) => index));
  const isNumbered = data.every((_, index) => indexes.has(index));
  const ordered = isNumbered
    ? data.toSorted((one, other) => Number(one.index) - Number(other.index))
    : data;
  return ordered.map(normalize);
}

function normalize({ embedding }: { readonly embedding: readonly number[] }): Float32Array {
  const length = Math.hypot(...embedding);
  if (!Number.isFinite(length) || length === 0) throw new ServerFault('malformed');
  return Float32Array.from(embedding, (value) => value / length);
}
