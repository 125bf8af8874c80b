/** A site's knowledge, prepared for questions. */
import type { Language } from '@baraza/contract';
import type { Business, Inquiry, Passage } from '../knowledge.ts';
import type { FaqTable } from './faq-match.ts';
import type { PassageVectors } from './passage-vectors.ts';
import type { SearchIndex } from './search-index.ts';

export interface Prepared {
  readonly passageCount: number;
  /** Its size in the cache. */
  readonly bytes: number;
  readonly business: Business;
  readonly index: SearchIndex;
  /** The fields of the profile written out, for the reader alone. */
  readonly fields: SearchIndex;
  readonly faqs: FaqTable;
  /** The passages of entries that have texts in both languages, by id. */
  readonly bilingualPassages: ReadonlyMap<string, readonly Passage[]>;
  /** Undefined until an encoder has computed some; with them, questions are also matched by meaning. */
  readonly vectors: PassageVectors | undefined;
}

export interface SiteInquiry extends Inquiry {
  readonly prepared: Prepared;
}

/** The passage of the same entry in the visitor's language, if the owner wrote it in both. */
export function inLanguage(
  { bilingualPassages }: Pick<Prepared, 'bilingualPassages'>,
  passage: Passage,
  language: Language,
): Passage {
  if (passage.language === language) return passage;
  const own = bilingualPassages
    .get(passage.entry.id)
    ?.filter((other) => other.language === language);
  // The parts of long texts do not correspond: only an entry of one passage has a counterpart.
  return (own?.length === 1 ? own[0] : undefined) ?? passage;
}

/** The passages of entries that have texts in both languages, by id. */
export function bilingualPassagesOf(
  passages: readonly Passage[],
): ReadonlyMap<string, readonly Passage[]> {
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
