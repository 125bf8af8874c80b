/** Chooses the language of the answer. */

import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';
import type { Ask, Business } from '../knowledge.ts';
import type { Pleasantry } from '../talk/small-talk.ts';
import { turnCharsMax } from './history.ts';
import { languageOf } from './language.ts';
import { wordsOf } from './text.ts';

/** The requested one, else the question's; if that is unclear, that of the earlier turns, then the site's default. */
export function visitorLanguage(
  ask: Ask,
  business: Business,
  pleasantry: Pleasantry | undefined,
): Language {
  if (ask.language) return ask.language;
  const sure = pleasantry ? pleasantry.language : sureLanguage(ask.question);
  if (sure) return sure;
  const turns = ask.history.filter(({ role }) => role === 'user').slice(-turnsMax);
  const earlier = turns.map(({ content }) => sureLanguage(content.slice(0, turnCharsMax)));
  const last = earlier.findLast((language) => language !== undefined);
  if (last) return last;
  if (wordsOf(ask.question).length > 0 && !pleasantry) {
    const { language, confidence } = languageOf(ask.question);
    if (confidence >= leastConfidence) return language;
  }
  return business.languages[0] ?? 'sw';
}

const turnsMax = 3;
// Below it the guess is as good as chance; from `sureConfidence` on, earlier turns are not considered.
const leastConfidence = 0.6;
const sureConfidence = 0.8;

// `Nitumie location`: a Swahili verb shows the language, even if the noun is English.
const swahiliCommand = longPattern('iu')`^\s*(?:naomba|ni(?:tumie|pe|patie|ambie|onyeshe|pigie
  |eleze|elekeze|saidie)(?:ni)?|mni(?:tumie|pe|patie)|nataka|nahitaji|mna|mnauza
  |kuna)\s+\p{L}+(?:\s+\p{L}+)?[\s?.!]*$`;

function sureLanguage(text: string): Language | undefined {
  if (swahiliCommand.test(text)) return 'sw';
  const { language, confidence } = languageOf(text);
  return confidence >= sureConfidence ? language : undefined;
}
