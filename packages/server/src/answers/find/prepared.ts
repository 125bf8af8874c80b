/** A site's knowledge, ready to be asked. */
import type { Language } from '@baraza/contract';
import type { Business, Inquiry, Passage } from '../knowledge.ts';
import type { FaqTable } from './faq-match.ts';
import type { PassageVectors } from './passage-vectors.ts';
import type { SearchIndex } from './search-index.ts';

export interface Prepared {
  readonly passages: number;
  /** What it costs the cache. */
  readonly bytes: number;
  readonly business: Business;
  readonly index: SearchIndex;
  /** The fields of the profile written out, for the reader alone. */
  readonly fields: SearchIndex;
  readonly faqs: FaqTable;
  /** The passages of entries that have texts in both languages, by id. */
  readonly twins: ReadonlyMap<string, readonly Passage[]>;
  /** Where an encoder made some: a question with a vector is found by its meaning too. */
  readonly vectors: PassageVectors | undefined;
}

export interface SiteInquiry extends Inquiry {
  readonly prepared: Prepared;
}

/** The same entry in the visitor's language, where the owner wrote it in both. */
export function inLanguage(
  { twins }: Pick<Prepared, 'twins'>,
  passage: Passage,
  language: Language,
): Passage {
  if (passage.language === language) return passage;
  const own = twins.get(passage.entry.id)?.filter((twin) => twin.language === language);
  // Parts of a long text have no partners: only an entry that is one passage can be exchanged.
  return (own?.length === 1 ? own[0] : undefined) ?? passage;
}

/** The passages of entries that have texts in both languages, by id. */
export function twinsOf(passages: readonly Passage[]): ReadonlyMap<string, readonly Passage[]> {
  const byId = Map.groupBy(
    passages.filter(({ entry }) => entry.kind !== 'profile'),
    ({ entry }) => entry.id,
  );
  return new Map(
    [...byId].filter(([, [first, ...others]]) =>
      others.some(({ language }) => language !== first?.language),
    ),
  );
}
