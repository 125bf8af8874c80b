/** What visitors of a site may well say, in each language: one who listens expects it. */
import type { Bilingual, Language, Profile } from '@baraza/contract';
import { languageOf } from '../../answers/language.ts';
import type { Hints } from '../../speech/speech.ts';

// All words that matter; a recogniser that reads beforehand reads as much of the beginning as it can.
const charactersMax = 4_000;

export function hintsOf(profile: Profile): Hints {
  return { sw: hintsIn(profile, 'sw'), en: hintsIn(profile, 'en') };
}

/** Questions tell how people ask, so they come first; the names of things follow, then the words of the answers. */
function hintsIn(profile: Profile, language: Language): string {
  const { business, suggestions, faqs, prices, facts } = profile;
  const questions = [...suggestions, ...faqs.map(({ question }) => question)];
  const answers = [
    ...facts.flatMap(({ title, text }) => [title, text]),
    ...faqs.map(({ answer }) => answer),
  ];
  const sentences = new Set([
    ...questions.flatMap((text) => saidIn(text, language)),
    ...prices.flatMap(({ item }) => namedIn(item, language)),
    ...namedIn(business, language),
    ...answers.flatMap((text) => saidIn(text, language)),
  ]);
  let hints = '';
  for (const sentence of sentences) {
    const longer = `${hints}${hints === '' ? '' : ' '}${ended(sentence)}`;
    if (longer.length > charactersMax) break;
    hints = longer;
  }
  return hints;
}

/** A sentence without a language is looked at: who speaks English expects no Swahili words. */
function saidIn(text: Bilingual, language: Language): readonly string[] {
  if (typeof text !== 'string') return namedIn(text, language);
  return languageOf(text).language === language ? namedIn(text, language) : [];
}

// A name is the same in both.
function namedIn(text: Bilingual, language: Language): readonly string[] {
  const said = typeof text === 'string' ? text : text[language];
  return said === undefined || said.trim() === '' ? [] : [said.trim()];
}

function ended(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}
