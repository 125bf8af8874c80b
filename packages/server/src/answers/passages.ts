/** The passages of prepared knowledge that a question is about, for somebody else to write the answer from. */

import type { Ask, Passage } from './knowledge.ts';
import { languageOf } from './language.ts';
import { lexicon } from './lexicon.ts';
import { lookUp } from './look-up.ts';
import type { Prepared } from './prepared.ts';
import { inLanguage } from './twins.ts';

/**
 * Best first, together at most so many characters. Where all there is has room, all of it is given:
 * whoever asks for a summary asks for nothing in particular.
 */
export function passagesFor(
  prepared: Prepared,
  { question, history }: Pick<Ask, 'question' | 'history'>,
  charactersMax: number,
): readonly Passage[] {
  const { index, business, vectors } = prepared;
  const { language } = languageOf(question);
  const asked = { question, history, language, strictness: business.strictness };
  const { hits } = lookUp(index, asked, lexicon(), vectors);
  const [first] = hits;
  // What is told in both languages is given once, in that of the question.
  const once = (passages: readonly Passage[]) => [
    ...new Set(passages.map((passage) => inLanguage(prepared, passage, language))),
  ];
  const found = once(
    hits
      .filter(({ score }) => score >= (first?.score ?? 0) * leastShare)
      .map(({ passage }) => passage),
  );
  const all = index.languages.flatMap(({ passages }) => passages);
  const room = charactersMax / all.length;
  // A quick look before every passage is measured: of a large index not even the names would fit.
  if (room > 1 && sizeOf(all) <= charactersMax) return once([...found, ...all]);
  let left = charactersMax;
  return found.filter((passage) => {
    const size = sizeOf([passage]);
    if (size > left) return false;
    left -= size;
    return true;
  });
}

// What fits the question far less than the best only takes attention from it.
const leastShare = 0.25;

function sizeOf(passages: readonly Passage[]): number {
  return passages.reduce((sum, { title, text }) => sum + title.length + text.length, 0);
}
