/** Finds the passages near a question, for the reader and for a model. */
import type { Ask, Passage } from '../knowledge.ts';
import { languageOf } from '../text/language.ts';
import { lexicon } from '../text/lexicon.ts';
import { inLanguage, type Prepared, type SiteInquiry } from './prepared.ts';
import { earlierWords, queryOf } from './query.ts';
import { candidates, search } from './retrieve.ts';

/** Including the profile's fields, best first, at most twelve. The vectors are those of `encodedQuestions`. */
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
 * Best first, together at most `charactersMax`. If all passages fit, all are returned: a request for a summary is
 * near no passage in particular.
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
  // An entry in both languages is returned once, in the language of the question.
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
  // A cheap check first: a large index cannot fit, and measuring every passage of it takes a long time.
  if (room > 1 && sizeOf(all) <= charactersMax) return once([...found, ...all]);
  return withinCharacters(found, charactersMax);
}

/** The passages that fit; each counts `more` additional characters. */
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

// Passages that score far below the best only distract the model.
const leastShare = 0.25;

function sizeOf(passages: readonly Passage[]): number {
  return passages.reduce((sum, { title, text }) => sum + title.length + text.length, 0);
}
