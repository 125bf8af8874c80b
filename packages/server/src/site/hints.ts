/** What visitors of a site may well say, in each language: a recogniser leans towards it. */
import type { Bilingual, Language, Profile } from '@baraza/contract';
import type { Hints } from '../speech/speech.ts';

// As much as a recogniser reads beforehand.
const charactersMax = 700;

export function hintsOf(profile: Profile): Hints {
  return { sw: hintsIn(profile, 'sw'), en: hintsIn(profile, 'en') };
}

/** Questions tell how people ask, so they come first; the names of things fill what is left. */
function hintsIn(profile: Profile, language: Language): string {
  const { business, suggestions, faqs, prices } = profile;
  const questions = [...suggestions, ...faqs.map(({ question }) => question)];
  const sentences = [
    ...new Set(questions.flatMap((text) => saidIn(text, language))),
    ...new Set(prices.flatMap(({ item }) => saidIn(item, language))),
    ...saidIn(business, language),
  ];
  let hints = '';
  for (const sentence of sentences) {
    const longer = `${hints}${hints === '' ? '' : ' '}${ended(sentence)}`;
    if (longer.length > charactersMax) break;
    hints = longer;
  }
  return hints;
}

// A text without a language may be in either; it is no worse a hint for that.
function saidIn(text: Bilingual, language: Language): readonly string[] {
  const said = typeof text === 'string' ? text : text[language];
  return said === undefined || said.trim() === '' ? [] : [said.trim()];
}

function ended(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}
