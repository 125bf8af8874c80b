/** Entries that an owner told in both languages. */
import type { Language } from '@baraza/contract';
import type { Passage } from '../knowledge.ts';
import type { Prepared } from './prepared.ts';

/** The same entry in the visitor's language, where the owner told it in both. */
export function inLanguage(
  { twins }: Pick<Prepared, 'twins'>,
  passage: Passage,
  language: Language,
): Passage {
  if (passage.language === language) return passage;
  const told = twins.get(passage.entry.id)?.filter((twin) => twin.language === language);
  // Parts of a long text have no partners: only an entry that is one passage can be exchanged.
  return (told?.length === 1 ? told[0] : undefined) ?? passage;
}

/** The passages of entries that are told in both languages, by id. */
export function twinsOf(passages: readonly Passage[]): ReadonlyMap<string, readonly Passage[]> {
  const byId = new Map<string, Passage[]>();
  const twins = new Map<string, Passage[]>();
  for (const passage of passages) {
    const { entry, language } = passage;
    if (entry.kind === 'profile') continue;
    const told = byId.get(entry.id) ?? [];
    if (told.length === 0) byId.set(entry.id, told);
    told.push(passage);
    if (told[0]?.language !== language) twins.set(entry.id, told);
  }
  return twins;
}
