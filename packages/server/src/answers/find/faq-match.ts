/** Approved questions asked again in nearly the same words: found at once, before anything is searched. */
import { longPattern } from '../../kernel/long-pattern.ts';
import type { Passage } from '../knowledge.ts';
import { contentWords, stemOf, wordsOf } from '../text/text.ts';

export type FaqTable = ReadonlyMap<string, readonly Passage[]>;

export function faqTableOf(passages: readonly Passage[]): FaqTable {
  const table = new Map<string, Passage[]>();
  const seen = new Set<Passage['entry']>();
  for (const passage of passages) {
    const { entry } = passage;
    if (entry.kind !== 'faq' || seen.has(entry)) continue;
    seen.add(entry);
    const keys = new Set([entry.title, ...entry.alternatives].map(keyOf));
    for (const key of keys) {
      const known = table.get(key);
      if (known !== undefined) known.push(passage);
      else if (key !== '') table.set(key, [passage]);
    }
  }
  return table;
}

/** The FAQs whose question has the telling words of this one, no more and no fewer. */
export function faqsAsked(table: FaqTable, question: string): readonly Passage[] {
  return table.get(keyOf(question)) ?? [];
}

/** Whether a FAQ's question, or another wording of it, has most of the telling words of this one and few others. */
function isNearlyAsked({ entry }: Passage, question: string): boolean {
  const asked = tellingStems(question);
  const kind = kindOf(question);
  return [entry.title, ...entry.alternatives].some((wording) => {
    if (kindOf(wording) !== kind) return false;
    const other = tellingStems(wording);
    const common = asked.intersection(other).size;
    return common > 0 && common / (asked.size + other.size - common) >= nearShare;
  });
}

/**
 * Whether a FAQ's own yes or no answers this: nearly the same question, with nothing in it that the
 * FAQ does not ask.
 */
export function isSameQuestion(passage: Passage, question: string): boolean {
  if (!isNearlyAsked(passage, question)) return false;
  const asked = tellingStems(question);
  const { title, alternatives } = passage.entry;
  return [title, ...alternatives].some((wording) => asked.isSubsetOf(tellingStems(wording)));
}

/**
 * Whether it is a FAQ's question with more of what its own yes speaks of: `in Nairobi?`, where that
 * says `Yes, within Nairobi`.
 */
export function isWithinYes({ entry, text }: Passage, question: string): boolean {
  if (!saysYes.test(text) || holdsBack.test(text)) return false;
  const asked = tellingStems(question);
  const told = tellingStems(text);
  const kind = kindOf(question);
  return [entry.title, ...entry.alternatives].some((wording) => {
    const words = tellingStems(wording);
    return (
      words.size > 0 &&
      kindOf(wording) === kind &&
      words.isSubsetOf(asked) &&
      asked.difference(words).isSubsetOf(told)
    );
  });
}

const saysYes = /^\s*(?:yes|ndiyo|ndio|naam)\b/i;
// A word of such an answer may be just what is not meant.
const holdsBack = longPattern('iu')`\b(?:no|not|none|never|but|only|except|unless|without|outside
  |cannot|however|though|si|sio|siyo|hapana|lakini|ila|tu|bila|isipokuwa|kasoro|nje|hakuna|hamna|hatu\p{L}+
  |hai\p{L}+|hawa\p{L}+)\b|n['’]t\b`;

const nearShare = 0.65;

function tellingStems(question: string): Set<string> {
  return new Set(contentWords(question).map((word) => stemOf(stemOf(word, 'sw'), 'en')));
}

/** What is asked for and about what, whatever stands around it: `when` and `where` do you deliver differ. */
function keyOf(question: string): string {
  const stems = tellingStems(question);
  const words = stems.size > 0 ? stems : new Set(wordsOf(question));
  return words.size === 0 ? '' : `${kindOf(question)} ${[...words].sort().join(' ')}`;
}

type QuestionKind = 'who' | 'when' | 'where' | 'number' | 'yes-no' | 'reason' | 'other';

/** What kind of thing is asked for: `when` and `where do you deliver` are two questions. */
export function kindOf(question: string): QuestionKind {
  // `Je` only announces a question: with and without it, it is the same one.
  const text = ` ${wordsOf(question.replace(/^\s*je\b[\s,]*/i, '')).join(' ')} `;
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
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
