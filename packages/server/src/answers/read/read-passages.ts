/** Has the reader score passages: the first two, then the others unless one of the two surely answers. */

import { sentencesOf } from '../../kernel/language/sentences.ts';
import type { Passage } from '../knowledge.ts';

/** Input and output of the reader, a model that scores how well passages answer a question. */
export interface Reading {
  readonly question: string;
  /** The visitor's previous turn; '' if there is none. */
  readonly before: string;
  readonly passages: readonly ReadablePassage[];
}

export interface ReadablePassage {
  /** May be ''. */
  readonly title: string;
  readonly sentences: readonly string[];
}

/** The reader's scores for one passage; each number is a logit. */
export interface ReadScore {
  /** Whether the passage answers the question. */
  readonly answer: number;
  /** For a statement in place of a question: whether the passage states the same. Named like the model's output. */
  readonly said: number;
  /** For each sentence, whether it contains the answer. */
  readonly evidence: readonly number[];
}

/** Scores in the order of the passages. Rejects if they cannot be computed in time. */
export type ReadPassages = (reading: Reading) => Promise<readonly ReadScore[]>;

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
