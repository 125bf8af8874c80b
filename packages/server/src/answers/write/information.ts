/**
 * The approved information for a model's prompt: numbered items in a stable order, so that the model server can reuse
 * its prompt cache. All of a small site; for a large one, the passages near the question.
 */
import type { Language } from '@baraza/contract';
import { withinCharacters } from '../find/passages.ts';
import { inLanguage, type Prepared } from '../find/prepared.ts';
import type { Entry, Passage } from '../knowledge.ts';

export interface InformationItem {
  /** As the model cites it: `i3`. */
  readonly id: string;
  readonly passage: Passage;
}

/** Together at most `charactersMax`. */
export function informationFor(
  prepared: Prepared,
  near: readonly Passage[],
  language: Language,
  charactersMax: number,
): readonly InformationItem[] {
  const passages = wholeSite(prepared, language, charactersMax) ?? fitting(near, charactersMax);
  return passages.map((passage, at) => ({ id: `i${at + 1}`, passage }));
}

/** Fields first, then each entry once, in the visitor's language if it has it; undefined if it does not fit. */
function wholeSite(
  prepared: Prepared,
  language: Language,
  charactersMax: number,
): readonly Passage[] | undefined {
  const seen = new Set<Entry>();
  const passages: Passage[] = [];
  let left = charactersMax;
  for (const { passages: all } of [...prepared.fields.languages, ...prepared.index.languages])
    for (const one of all) {
      const passage = inLanguage(prepared, one, language);
      if (seen.has(passage.entry) || passage.entry.field?.kind === 'talk') continue;
      seen.add(passage.entry);
      const whole = { ...passage, title: passage.entry.title, text: passage.entry.text };
      left -= whole.title.length + whole.text.length + markCharacters;
      if (left < 0) return undefined;
      passages.push(whole);
    }
  return passages;
}

function fitting(near: readonly Passage[], charactersMax: number): readonly Passage[] {
  const passages = near.filter(({ entry }) => entry.field?.kind !== 'talk');
  const titled = passages.map((passage) => ({ ...passage, title: passage.entry.title }));
  return withinCharacters(titled, charactersMax, markCharacters);
}

/** Characters that the prompt adds to each item. */
const markCharacters = 36;
