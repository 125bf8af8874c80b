/** Prompts for the transcriber from a site's profile: the words that its visitors are likely to say. */
import type { Bilingual, Language, Profile } from '@baraza/contract';
import { languageOf } from '../../answers/text/language.ts';
import type { Hints } from '../../speech/speech.ts';

// Transcribers with a shorter prompt use the beginning.
const charactersMax = 4_000;

export function hintsOf(profile: Profile): Hints {
  // Each text is examined once, and only while there is room.
  const known = new Map<string, Language>();
  const spokenIn = (text: string): Language => {
    const language = known.get(text) ?? languageOf(text).language;
    known.set(text, language);
    return language;
  };
  return { sw: hintsIn(profile, 'sw', spokenIn), en: hintsIn(profile, 'en', spokenIn) };
}

function hintsIn(
  profile: Profile,
  language: Language,
  spokenIn: (text: string) => Language,
): string {
  const used = new Set<string>();
  let hints = '';
  for (const { text, isName } of textsOf(profile)) {
    // The language of a plain text is detected: hints must be in the spoken language.
    if (!isName && typeof text === 'string' && spokenIn(text) !== language) continue;
    const sentence = (typeof text === 'string' ? text : (text[language] ?? '')).trim();
    if (sentence === '' || used.has(sentence)) continue;
    used.add(sentence);
    const longer = `${hints}${hints === '' ? '' : ' '}${withPeriod(sentence)}`;
    if (longer.length > charactersMax) return hints;
    hints = longer;
  }
  return hints;
}

interface HintText {
  readonly text: Bilingual;
  /** Whether it is the same in any language. */
  readonly isName?: boolean;
}

/** Questions first, since visitors ask like them; then the names of things, then the words of the answers. */
function* textsOf({ business, suggestions, faqs, prices, facts }: Profile): Generator<HintText> {
  for (const text of suggestions) yield { text };
  for (const { question } of faqs) yield { text: question };
  for (const { item } of prices) yield { text: item, isName: true };
  yield { text: business, isName: true };
  for (const { title, text } of facts) yield* [{ text: title }, { text }];
  for (const { answer } of faqs) yield { text: answer };
}

function withPeriod(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}
