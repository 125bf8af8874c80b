/** Has the passages near a question read with it: the first two at once, the others where those leave doubt. */
import type { Passage } from '../knowledge.ts';
import { sentencesOf } from '../text/sentences.ts';
import type { Reading, ReadScore, ReadScores } from './reading.ts';

/** A passage with what the reader said of it. */
export interface Read {
  readonly passage: Passage;
  readonly score: ReadScore;
}

/**
 * Best first; undefined where no reader could be asked, none where it did not read in time. The rest is not read
 * where one of the first leaves no doubt.
 */
export function* readingPassages(
  passages: readonly Passage[],
  question: string,
  before: string,
): Generator<Reading | undefined, readonly Read[] | undefined, ReadScores> {
  const first = yield* readingAll(passages.slice(0, firstRead), question, before);
  const isSure = first?.some(
    ({ passage, score }) => score.answer >= sureLeast && passage.entry.field?.kind !== 'price',
  );
  if (first === undefined || first.length === 0 || isSure || passages.length <= firstRead)
    return first;
  const rest = yield* readingAll(passages.slice(firstRead), question, before);
  // Half of it came in time: what was not read might have answered better.
  if (rest === undefined || rest.length === 0) return rest;
  return [...first, ...rest].sort(bySurest);
}

const firstRead = 2;
// A price is never sure by itself: its siblings are told with it.
const sureLeast = 2;

function bySurest(one: Read, other: Read): number {
  return other.score.answer - one.score.answer;
}

function* readingAll(
  passages: readonly Passage[],
  question: string,
  before: string,
): Generator<Reading | undefined, readonly Read[] | undefined, ReadScores> {
  const texts = passages.map((passage) => sentencesOf(passage.text));
  const scores = yield {
    question,
    before,
    passages: passages.map(({ title }, at) => ({ title, sentences: texts[at] ?? [] })),
  };
  if (scores === undefined) return undefined;
  return passages
    .flatMap((passage, at) => {
      const score = scores[at];
      return score === undefined ? [] : [{ passage, score }];
    })
    .sort(bySurest);
}
