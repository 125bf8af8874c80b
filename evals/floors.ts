/** What the engine as it ships must reach on other people's questions, by words alone and with the reader. */
import type { Measures } from './measures.ts';

export interface Floor {
  readonly decision: number;
  readonly falseMost: number;
  /** The right information is found first. */
  readonly first?: number;
}

export type Floors = { readonly [set: string]: Floor };

export const floorsByWords: Floors = {
  'dstc10-spoken-faq': { decision: 0.62, falseMost: 0.25 },
  'mtrag-un': { decision: 0.62, falseMost: 0.25 },
  'tydiqa-sw': { decision: 0.8, falseMost: 0.25 },
  'afriqa-sw-to-en:sw': { decision: 0.72, falseMost: 0.25 },
  'afriqa-sw-to-en:en': { decision: 0.85, falseMost: 0.25 },
  squad2: { decision: 0.53, falseMost: 0.45 },
};

export const floorsWithReader: Floors = {
  'dstc10-spoken-faq': { decision: 0.74, falseMost: 0.27, first: 0.8 },
  'mtrag-un': { decision: 0.65, falseMost: 0.43, first: 0.82 },
  'tydiqa-sw': { decision: 0.72, falseMost: 0.05, first: 0.9 },
  'afriqa-sw-to-en:sw': { decision: 0.75, falseMost: 0.09, first: 0.9 },
  'afriqa-sw-to-en:en': { decision: 0.87, falseMost: 0.1 },
};

/** What of a set is not as it must be; nothing where all is, or where nothing is demanded. */
export function belowFloor(floor: Floor | undefined, measures: Measures): readonly string[] {
  if (floor === undefined) return [];
  const { decision = 0, falseAnswers = 1, hitFirst } = measures;
  return [
    decision < floor.decision ? `decision ${decision} below ${floor.decision}` : '',
    falseAnswers > floor.falseMost ? `false answers ${falseAnswers} above ${floor.falseMost}` : '',
    hitFirst < (floor.first ?? 0) ? `found first ${hitFirst} below ${floor.first}` : '',
  ].filter((fault) => fault !== '');
}
