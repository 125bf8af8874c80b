import type { EngineModels } from '../../src/engine/work.ts';
import { overlapScores } from './overlap-reader.ts';

/** Reads questions by shared words, and finds those sentences in any passage that a test names. */
export function claimReader(isFound: (sentence: string) => boolean): EngineModels['read'] {
  return async (reading) =>
    overlapScores(reading).map((score) => ({ ...score, said: isFound(reading.question) ? 4 : -4 }));
}
