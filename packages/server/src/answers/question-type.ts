/** What kind of thing a question asks for, and whether a text holds such a thing. */
import { longPattern } from '../kernel/long-pattern.ts';
import { wordsOf } from './text.ts';

export type QuestionType = 'who' | 'when' | 'where' | 'number' | 'yes-no' | 'reason' | 'other';

/** Found from the words themselves, so that a mixed question is understood like any other. */
export function questionTypeOf(question: string): QuestionType {
  const text = ` ${wordsOf(question).join(' ')} `;
  for (const [type, pattern] of patterns) if (pattern.test(text)) return type;
  return 'other';
}

const patterns: readonly (readonly [QuestionType, RegExp])[] = [
  [
    'number',
    longPattern()` (?:how (?:much|many|long|far|old|tall|big|large|high|deep|wide|often|fast
      |heavy)|what (?:percentage|percent|number|age|price|cost)|number of|(?:nga|manga|winga|minga|vinga|wanga)pi
      |wangapi|mangapi|mingapi|vingapi|kiasi gani|bei gani|shilingi ngapi|asilimia|idadi|umri|urefu|upana) `,
  ],
  [
    'when',
    longPattern()` (?:when|what (?:year|date|day|month|century|decade|time)
      |which (?:year|day|month|century)|lini|mwaka (?:gani|upi)|tarehe (?:gani|ngapi)|siku gani|saa ngapi
      |mwezi gani|karne gani) `,
  ],
  ['who', / (?:who|whom|whose|which person|nani|akina nani|yupi) /],
  [
    'where',
    longPattern()` (?:where|what (?:city|country|place|location|address)
      |which (?:city|country|place)|wapi|mahali gani|nchi gani|mji gani|sehemu gani) `,
  ],
  ['reason', / (?:why|how come|kwa nini|mbona|kwanini|sababu gani) /],
  [
    'yes-no',
    longPattern()`^ (?:(?:so|and|ok|okay|great|je|uh|um) )*(?:is|are|was|were|do|does|did|can
      |could|will|would|should|has|have|had|may|am|je|kuna|mna|mnatoa|mnauza|mnafanya|naweza|ninaweza
      |inawezekana) `,
  ],
];

const months = longPattern('i')`\b(?:january|february|march|april|may|june|july|august|september
  |october|november|december|januari|februari|machi|aprili|mei|juni|julai|agosti|septemba|oktoba|novemba|desemba
  |monday|tuesday|wednesday|thursday|friday|saturday|sunday|jumatatu|jumanne|jumatano|alhamisi|ijumaa|jumamosi
  |jumapili|century|karne|mwaka|daily|saa|noon|midnight|mchana|asubuhi|usiku|jioni)\b`;
const digits = /\p{N}/u;
const year = /\b(?:1[0-9]|20)\d\d\b|\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\.?)\b|\d{1,2}:\d\d/i;
const numberWords = longPattern('i')`\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven
  |twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|half|dozen|free|moja|mbili|tatu|nne|tano|sita
  |saba|nane|tisa|kumi|ishirini|thelathini|mia|elfu|milioni|bilioni|bure)\b`;
const capital = /(?<=[\p{Ll}\p{N},;)'"’] )\p{Lu}[\p{L}'’]+/u;

/** Whether a text holds the kind of thing asked for; undefined where the kind leaves no trace in words. */
export function holdsAnswerTo(type: QuestionType, text: string): boolean | undefined {
  switch (type) {
    case 'number':
      return digits.test(text) || numberWords.test(text);
    case 'when':
      return year.test(text) || months.test(text);
    case 'who':
    case 'where':
      return capital.test(text);
    default:
      return undefined;
  }
}
