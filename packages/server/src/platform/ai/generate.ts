import { createAnswerQueue } from '../../models/answer-queue.ts';
import type { Platform } from '../platform.ts';
import { createAiLibrary } from './attached-knowledge.ts';
import { generateBuiltIn } from './generate-builtin.ts';
import { generateByModel, generationQueueSize } from './generate-model.ts';
import type { Generator } from './generation.ts';

/** Text by a saved assistant: written by the model server where one is configured, else by the built-in engine. */
export function createGenerator(platform: Platform): Generator {
  const library = createAiLibrary(platform);
  const queue = createAnswerQueue(generationQueueSize);
  return async function* (order, signal) {
    const model = await platform.loadLanguageModel();
    if (model === undefined) yield* generateBuiltIn(platform, library, order, signal);
    else yield* generateByModel({ model, library, engine: platform.engine, queue }, order, signal);
  };
}
