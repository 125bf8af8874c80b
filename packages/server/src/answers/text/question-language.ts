/** In which language a visitor is answered. */

import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';
import type { Ask, Business } from '../knowledge.ts';
import type { Pleasantry } from '../talk/small-talk.ts';
import { languageOf } from './language.ts';
import { wordsOf } from './text.ts';

/**
 * The demanded one; else the question's; where its words do not tell, that of the turns before,
 * then the site's own.
 */
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
const turnCharsMax = 400;
// Below it a question is as good as a coin; above `sureConfidence` it is not asked what was said before.
const leastConfidence = 0.6;
const sureConfidence = 0.8;

// `Nitumie location`: a command in Swahili, whatever it asks for is called.
const swahiliCommand = longPattern('iu')`^\s*(?:naomba|ni(?:tumie|pe|patie|ambie|onyeshe|pigie
  |eleze|elekeze|saidie)(?:ni)?|mni(?:tumie|pe|patie)|nataka|nahitaji|mna|mnauza
  |kuna)\s+\p{L}+(?:\s+\p{L}+)?[\s?.!]*$`;

function sureLanguage(text: string): Language | undefined {
  if (swahiliCommand.test(text)) return 'sw';
  const { language, confidence } = languageOf(text);
  return confidence >= sureConfidence ? language : undefined;
}
