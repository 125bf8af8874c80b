import type { Encoder } from '../../models/models.ts';
import type { EngineVectors } from '../editions.ts';

const questionMs = 200;
// After a pause the server may have to load its model; a visitor waits for that.
const startMs = 1_000;

/** Vectors from an embeddings server. A question whose vector is late is searched by words. */
export function vectorsOfServer(encoder: Encoder): EngineVectors {
  return {
    model: encoder.model,
    encodeQuestion: async (texts) => {
      const limitMs = encoder.state() === 'awake' ? questionMs : startMs;
      return encoder.embed(texts, AbortSignal.timeout(limitMs), 'urgent').catch(() => []);
    },
    encodeTexts: (texts) => encoder.embed(texts, AbortSignal.timeout(textsMs)),
  };
}

const textsMs = 120_000;
