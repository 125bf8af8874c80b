/** Has the passages near a question read with it: the first two at once, the others where those leave doubt. */
import type { Passage } from '../knowledge.ts';
import { sentencesOf } from '../text/sentences.ts';
import type { ReadPassages, ReadScore } from './reading.ts';

export interface ScoredPassage {
  readonly passage: Passage;
  readonly score: ReadScore;
}

/** Best first. The rest is not read where one of the first leaves no doubt. */
export async function readPassages(
  passages: readonly Passage[],
  question: string,
  before: string,
  read: ReadPassages,
): Promise<readonly ScoredPassage[]> {
  const first = await readAll(passages.slice(0, firstRead), question, before, read);
  const isSure = first.some(
    ({ passage, score }) => score.answer >= sureLeast && passage.entry.field?.kind !== 'price',
  );
  if (isSure || passages.length <= firstRead) return first;
  const rest = await readAll(passages.slice(firstRead), question, before, read);
  return [...first, ...rest].sort(bySurest);
}

const firstRead = 2;
// A price is never sure by itself: its siblings are given with it.
const sureLeast = 2;
const turnCharsMax = 400;

/** Best first; `before` is the visitor's turn before the question. */
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
    .sort(bySurest);
}

function bySurest(one: ScoredPassage, other: ScoredPassage): number {
  return other.score.answer - one.score.answer;
}
