import type { Business, Passage } from '../knowledge.ts';
import type { FaqTable } from './faq-match.ts';
import type { PassageVectors } from './passage-vectors.ts';
import type { SearchIndex } from './search-index.ts';

/** A site's knowledge, ready to be asked. `bytes` is what it costs the cache. */
export interface Prepared {
  readonly passages: number;
  readonly bytes: number;
  readonly business: Business;
  readonly index: SearchIndex;
  /** The fields of the profile written out, for the reader alone. */
  readonly fields: SearchIndex;
  readonly faqs: FaqTable;
  /** The passages of entries that are told in both languages, by id. */
  readonly twins: ReadonlyMap<string, readonly Passage[]>;
  /** Where an encoder made some: a question with a vector is found by its meaning too. */
  readonly vectors: PassageVectors | undefined;
}
