/** Prompts for the transcriber from a site's profile: the words that its visitors are likely to say. */
import type { Bilingual, Language, Profile } from '@baraza/contract';
import { languageOf } from '../../answers/text/language.ts';
import type { Hints } from '../../speech/speech.ts';

// Transcribers with a shorter prompt use the beginning.
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
    ...questions.flatMap((text) => textsIn(text, language)),
    ...prices.flatMap(({ item }) => namesIn(item, language)),
    ...namesIn(business, language),
    ...answers.flatMap((text) => textsIn(text, language)),
  ]);
  let hints = '';
  for (const sentence of sentences) {
    const longer = `${hints}${hints === '' ? '' : ' '}${withPeriod(sentence)}`;
    if (longer.length > charactersMax) break;
    hints = longer;
  }
  return hints;
}

/** A sentence without a language is looked at: who speaks English expects no Swahili words. */
function textsIn(text: Bilingual, language: Language): readonly string[] {
  if (typeof text !== 'string') return namesIn(text, language);
  return languageOf(text).language === language ? namesIn(text, language) : [];
}

// A name is the same in both.
function namesIn(text: Bilingual, language: Language): readonly string[] {
  const said = typeof text === 'string' ? text : text[language];
  return said === undefined || said.trim() === '' ? [] : [said.trim()];
}

function withPeriod(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}
