/** Has the reader score passages: the first two, then the others unless one of the two surely answers. */

import { sentencesOf } from '../../kernel/language/sentences.ts';
import type { Passage } from '../knowledge.ts';
import type { ReadPassages, ReadScore } from './reading.ts';

export interface ScoredPassage {
  readonly passage: Passage;
  readonly score: ReadScore;
}

/** Best first. Passages that were not read are left out. */
export async function readPassages(
  passages: readonly Passage[],
  question: string,
  before: string,
  read: ReadPassages,
): Promise<readonly ScoredPassage[]> {
  const first = await readAll(passages.slice(0, firstRead), question, before, read);
  const isSure = first.some(
    ({ passage, score }) => score.answer >= sureScoreMin && passage.entry.field?.kind !== 'price',
  );
  if (isSure || passages.length <= firstRead) return first;
  const rest = await readAll(passages.slice(firstRead), question, before, read);
  return [...first, ...rest].sort(byScore);
}

const firstRead = 2;
// A price alone is never enough: similar prices are given with it.
const sureScoreMin = 2;
const turnCharsMax = 400;

/** Best first; `before` is the visitor's previous turn. */
export async function readAll(
  passages: readonly Passage[],
  question: string,
  before: string,
  read: ReadPassages,
): Promise<readonly ScoredPassage[]> {
  const readable = passages.map(({ title, text }) => ({ title, sentences: sentencesOf(text) }));
  const scores = await read({ question, before: before.slice(-turnCharsMax), passages: readable });
  return passages
    .flatMap((passage, at) => {
      const score = scores[at];
      return score === undefined ? [] : [{ passage, score }];
    })
    .sort(byScore);
}

function byScore(one: ScoredPassage, other: ScoredPassage): number {
  return other.score.answer - one.score.answer;
}
