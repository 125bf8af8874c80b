/** What kind of thing a question asks for: `when` and `where do you deliver` are two questions. */
import { longPattern } from '../../kernel/long-pattern.ts';
import { wordsOf } from '../text/text.ts';

export type QuestionKind = 'who' | 'when' | 'where' | 'number' | 'yes-no' | 'reason' | 'other';

/** Found from the words themselves, so that a mixed question is understood like any other. */
export function questionKindOf(question: string): QuestionKind {
  const text = ` ${wordsOf(question).join(' ')} `;
  for (const [kind, pattern] of patterns) if (pattern.test(text)) return kind;
  return 'other';
}

const patterns: readonly (readonly [QuestionKind, RegExp])[] = [
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
