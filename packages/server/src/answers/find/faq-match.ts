/** Finds the FAQ with the same question in nearly the same words, before anything is searched. */
import { longPattern } from '../../kernel/long-pattern.ts';
import type { Entry, Passage } from '../knowledge.ts';
import { byWord } from '../text/memo.ts';
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

/** The FAQs whose question has exactly the content words of this one. */
export function faqsAsked(table: FaqTable, question: string): readonly Passage[] {
  return table.get(keyOf(question)) ?? [];
}

/** Whether a FAQ's question, or another wording of it, shares most of its content words with this one. */
function isNearlyAsked({ entry }: Passage, question: string): boolean {
  const asked = contentStems(question);
  const kind = kindOf(question);
  return [entry.title, ...entry.alternatives].some((wording) => {
    if (kindOf(wording) !== kind) return false;
    const other = contentStems(wording);
    const common = asked.intersection(other).size;
    return common > 0 && common / (asked.size + other.size - common) >= nearShare;
  });
}

/** Whether the question is nearly that of a FAQ, and asks nothing beyond it. */
export function isSameQuestion(passage: Passage, question: string): boolean {
  if (!isNearlyAsked(passage, question)) return false;
  const asked = contentStems(question);
  const { title, alternatives } = passage.entry;
  return [title, ...alternatives].some((wording) => asked.isSubsetOf(contentStems(wording)));
}

/** Whether the question is a wording of the FAQ itself, so that its yes or no is the answer. */
export function isOwnersQuestion({ title, alternatives }: Entry, question: string): boolean {
  const asked = verdictKeyOf(question);
  return asked !== '' && [title, ...alternatives].some((one) => verdictKeyOf(one) === asked);
}

/** Also differs by words of grammar that turn a yes into a no: `before` and `after`, `inside` and `outside`. */
function verdictKeyOf(question: string): string {
  const key = keyOf(question);
  if (key === '') return '';
  const words = wordsOf(question);
  const turns = words.filter((word) => turning.has(word) || deniedVerb.test(word)).sort();
  // `Is A cheaper than B?` has the words of `Is B cheaper than A?`.
  const order = words.some((word) => comparing.has(word))
    ? contentWords(question).map(bothStems)
    : [];
  return [key, ...turns, ...order].join(' ');
}

const turning = new Set(
  `no none nothing hakuna hamna not dont doesnt didnt isnt arent wasnt werent cant cannot couldnt wont wouldnt
    shouldnt never only before after until under over out outside from with without more less all every si sio siyo
    bila tu kabla baada hadi mpaka kila yote wote zote nje juu chini kutoka`.split(/\s+/),
);
const deniedVerb = /^(?:ha(?:tu|wa|m|i|u|zi|ya|ki|vi|li|ku)|si)[a-z]{3,}i$/;
const comparing = new Set(['than', 'kuliko', 'between', 'versus', 'vs']);

const nearShare = 0.65;

function contentStems(question: string): Set<string> {
  return new Set(contentWords(question).map(bothStems));
}

const bothStems = byWord((word) => stemOf(stemOf(word, 'sw'), 'en'));

/** The kind of question and its content words: `when do you deliver` and `where do you deliver` differ. */
function keyOf(question: string): string {
  const stems = contentStems(question);
  const words = stems.size > 0 ? stems : new Set(wordsOf(question));
  return words.size === 0 ? '' : `${kindOf(question)} ${[...words].sort().join(' ')}`;
}

type QuestionKind = 'who' | 'when' | 'where' | 'number' | 'yes-no' | 'reason' | 'other';

/** The kind of answer that is asked for. */
export function kindOf(question: string): QuestionKind {
  // `Je` only introduces a question and does not change it.
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
