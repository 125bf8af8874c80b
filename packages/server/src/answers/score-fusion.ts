/** Joins what the words of a question found with what its meaning found, on scales that no other passage moves. */
import type { Group } from './query-expansion.ts';

/** A score beside the most that any passage could have, 0 to 1: it means the same on every languageIndex. */
export function selfScore(score: number, groups: readonly Group[]): number {
  const highest = groups.reduce((sum, { word, rarity }) => sum + word.weight * rarity * 2.2, 0);
  return highest === 0 ? 0 : Math.min(1, score / highest);
}

// Chosen on sets of others, on which little changes from .6 to 1.
const wordsWeight = 0.8;

export function fusedScore(bySelf: number, likeness: number, weight = wordsWeight): number {
  return weight * bySelf + likeness;
}
