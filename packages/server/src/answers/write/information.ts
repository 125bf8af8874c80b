/**
 * The approved information as a model is given it: numbered items in a stable order, so that its server can reuse what
 * it has read; all of a small site, of a large one what lies near the question.
 */
import type { Language } from '@baraza/contract';
import { withinCharacters } from '../find/passages.ts';
import { inLanguage, type Prepared } from '../find/prepared.ts';
import type { Entry, Passage } from '../knowledge.ts';

export interface InformationItem {
  /** As the model names it: `i3`. */
  readonly id: string;
  readonly passage: Passage;
}

/** Together at most so many characters. */
export function informationFor(
  prepared: Prepared,
  near: readonly Passage[],
  language: Language,
  charactersMax: number,
): readonly InformationItem[] {
  const passages = wholeSite(prepared, language, charactersMax) ?? fitting(near, charactersMax);
  return passages.map((passage, at) => ({ id: `i${at + 1}`, passage }));
}

/** Fields first, then each entry once, in the visitor's language if told in it; undefined where it is too much. */
function wholeSite(
  prepared: Prepared,
  language: Language,
  charactersMax: number,
): readonly Passage[] | undefined {
  const told = new Set<Entry>();
  const passages: Passage[] = [];
  let left = charactersMax;
  for (const { passages: all } of [...prepared.fields.languages, ...prepared.index.languages])
    for (const one of all) {
      const passage = inLanguage(prepared, one, language);
      if (told.has(passage.entry) || passage.entry.field?.kind === 'talk') continue;
      told.add(passage.entry);
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

/** Of the marks around an item in the prompt. */
const markCharacters = 36;
