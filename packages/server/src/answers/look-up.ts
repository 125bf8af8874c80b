/** The steps from a question to a verdict, in their order. */
import type { Language } from '@baraza/contract';
import { atOnce } from '../kernel/steps.ts';
import { decide, type Verdict } from './decide.ts';
import { sentenceScores } from './evidence.ts';
import { earlierWords } from './follow-up.ts';
import type { Ask } from './knowledge.ts';
import type { Lexicon } from './lexicon.ts';
import type { PassageVectors } from './passage-vectors.ts';
import { type Query, queryOf } from './query.ts';
import { type Hit, searching } from './retrieve.ts';
import type { SearchIndex } from './search-index.ts';
import { sentencesOf } from './sentences.ts';
import { namesAnother } from './things/things.ts';

export interface Finding extends Verdict {
  readonly query: Query;
}

export interface LookUp {
  readonly question: string;
  readonly history: Ask['history'];
  /** Of the question, as found or as demanded. */
  readonly language: Language;
  readonly strictness: 'low' | 'normal' | 'high';
  readonly vector?: Ask['vector'];
  readonly joinedVector?: Ask['joinedVector'];
}

export function lookUp(
  index: SearchIndex,
  asked: LookUp,
  lexicon: Lexicon,
  vectors?: PassageVectors,
): Finding {
  return atOnce(lookingUp(index, asked, lexicon, vectors));
}

/** The same in small steps. */
export function* lookingUp(
  index: SearchIndex,
  asked: LookUp,
  lexicon: Lexicon,
  vectors?: PassageVectors,
): Generator<undefined, Finding> {
  const earlier = earlierWords(asked.question, asked.history);
  const query = queryOf({ ...asked, earlier });
  const hits = yield* searching(index, query, lexicon, vectors);
  const verdict = yield* judging(query, hits, asked.strictness);
  if (verdict.answered || (!vectors?.isForeign && !isMisread(query))) return { query, ...verdict };
  // Words decide alone: what they would have answered by their own order is not lost to another.
  const hitsByWords = yield* searching(index, query, lexicon);
  const byWords = yield* judging(query, hitsByWords, asked.strictness);
  return { query, ...(byWords.answered ? byWords : verdict) };
}

/** Decides on the first passage that does not speak of another thing of the kind; where all do, nothing answers. */
function* judging(
  query: Query,
  hits: readonly Hit[],
  strictness: LookUp['strictness'],
): Generator<undefined, Verdict> {
  for (const [at, hit] of hits.entries()) {
    yield;
    if (isOfAnother(query, hit)) continue;
    return decide(query, at === 0 ? hits : [hit, ...hits.toSpliced(at, 1)], strictness);
  }
  return { ...decide(query, hits, strictness), answered: false };
}

function isOfAnother(query: Query, hit: Hit): boolean {
  const near = () => {
    const sentences = sentencesOf(hit.passage.text);
    const scores = sentenceScores(query, hit, sentences);
    const least = scores.toSorted((one, other) => other - one)[nearSentences - 1] ?? 0;
    return sentences.filter((_, at) => (scores[at] ?? 0) >= least).join(' ');
  };
  return namesAnother(query.question, hit.passage, near);
}

const nearSentences = 2;

// An encoder reads a misspelt word as another or as none; the search knows it by its letters.
function isMisread({ vector, words }: Query): boolean {
  return vector !== undefined && words.some(({ unheard }) => unheard);
}
