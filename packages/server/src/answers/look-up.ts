/** The steps from a question to a verdict, in their order. */
import type { Ask, Language } from './answers.ts';
import { decide, type Verdict } from './decide.ts';
import { earlierWords } from './follow-up.ts';
import type { Lexicon } from './lexicon.ts';
import type { PassageVectors } from './passage-vectors.ts';
import { type Query, queryOf } from './query.ts';
import { search } from './retrieve.ts';
import type { SearchIndex } from './search-index.ts';

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
  const earlier = earlierWords(asked.question, asked.history);
  const query = queryOf({ ...asked, earlier });
  const verdict = decide(query, search(index, query, lexicon, vectors), asked.strictness);
  if (verdict.answered || (!vectors?.isForeign && !isMisread(query))) return { query, ...verdict };
  // Words decide alone: what they would have answered by their own order is not lost to another.
  const byWords = decide(query, search(index, query, lexicon), asked.strictness);
  return { query, ...(byWords.answered ? byWords : verdict) };
}

// An encoder reads a misspelt word as another or as none; the search knows it by its letters.
function isMisread({ vector, words }: Query): boolean {
  return vector !== undefined && words.some(({ unheard }) => unheard);
}
