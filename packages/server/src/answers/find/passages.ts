/** The passages of prepared knowledge that a question is about: for the reader, and for a model to answer from. */
import type { Ask, Passage } from '../knowledge.ts';
import { languageOf } from '../text/language.ts';
import { lexicon } from '../text/lexicon.ts';
import { inLanguage, type Prepared, type SiteInquiry } from './prepared.ts';
import { earlierWords, queryOf } from './query.ts';
import { candidates, search } from './retrieve.ts';

/**
 * With the profile's fields, best first, at most twelve: for a model where a site does not fit into its context. The
 * vectors are those of `encodedQuestions`.
 */
export function nearPassages(
  { prepared: { index, fields, vectors }, ask: { question, history }, language }: SiteInquiry,
  [vector, joinedVector]: readonly Float32Array[],
): readonly Passage[] {
  const all = { ...index, languages: [...index.languages, ...fields.languages] };
  const earlier = earlierWords(question, history);
  const query = queryOf({ question, language, earlier, vector, joinedVector });
  return candidates(all, query, lexicon(), vectors, passagesMax);
}

const passagesMax = 12;

/**
 * Best first, together at most so many characters. Where all there is has room, all of it is given:
 * whoever asks for a summary asks for nothing in particular.
 */
export function passagesFor(
  prepared: Prepared,
  { question, history }: Pick<Ask, 'question' | 'history'>,
  charactersMax: number,
): readonly Passage[] {
  const { index, vectors } = prepared;
  const { language } = languageOf(question);
  const query = queryOf({ question, language, earlier: earlierWords(question, history) });
  const hits = search(index, query, lexicon(), vectors);
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
  return withinCharacters(found, charactersMax);
}

/** Those that fit, each with so many characters more. */
export function withinCharacters(
  passages: readonly Passage[],
  charactersMax: number,
  more = 0,
): readonly Passage[] {
  let left = charactersMax;
  return passages.filter((passage) => {
    const size = sizeOf([passage]) + more;
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
