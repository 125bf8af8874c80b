import { createTurns } from '../../kernel/turns.ts';
import type { Platform } from '../platform.ts';
import { createAiLibrary } from './attached-knowledge.ts';
import { generateBuiltIn } from './generate-builtin.ts';
import { generateByModel, generationTurns } from './generate-model.ts';
import type { Generator } from './generation.ts';

/** Text by a saved assistant: written by the model server where one is configured, else by the built-in engine. */
export function createGenerator(platform: Platform): Generator {
  const library = createAiLibrary(platform);
  const turns = createTurns(generationTurns);
  return async function* (order, signal) {
    const model = await platform.loadLanguageModel();
    if (model === undefined) yield* generateBuiltIn(platform, library, order);
    else yield* generateByModel({ model, library, turns }, order, signal);
  };
}
