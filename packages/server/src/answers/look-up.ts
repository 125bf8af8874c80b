/** The steps from a question to a verdict, in their order. */
import type { Ask, Language, VectorSource } from './answers.ts';
import { decide, type Verdict } from './decide.ts';
import { earlierWords } from './follow-up.ts';
import type { Lexicon } from './lexicon.ts';
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
}

export function lookUp(
  index: SearchIndex,
  asked: LookUp,
  lexicon: Lexicon,
  vectors?: VectorSource,
): Finding {
  const { question, history, language, vector } = asked;
  const earlier = earlierWords(question, history);
  const query = queryOf({ question, language, earlier, ...(vector ? { vector } : {}) });
  return { query, ...decide(query, search(index, query, lexicon, vectors), asked.strictness) };
}
