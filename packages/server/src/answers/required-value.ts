/**
 * Whether a text holds the very thing that some questions ask for: who asks a price is not answered
 * without an amount.
 */
import { longPattern } from '../kernel/long-pattern.ts';
import { isMeasure } from './structured/item-words.ts';
import { isToldIn } from './structured/items.ts';
import { numberFromWords } from './structured/number-words.ts';
import { thingsAsked } from './structured/prices.ts';
import { plainOf } from './structured/vocabulary.ts';
import { wordsOf } from './text.ts';

/** Whether a passage can answer a question of that kind at all, however many of its words it has. */
export function fits(
  question: string,
  { title, text }: { readonly title: string; readonly text: string },
  /** That it is about the thing that was asked for. */
  isSure = false,
): boolean {
  const need = needOf(question);
  if (need === undefined) return true;
  if (!holdsNeed(need, text)) return false;
  if (need !== 'amount') return true;
  const told = `${title} ${text}`;
  return holdsSizes(question, told) && (isSure || holdsThings(question, told));
}

/** Whether a text is about what the price is asked of: beside it, any other price would do. */
function holdsThings(question: string, text: string): boolean {
  const plain = plainOf(question);
  const things = thingsAsked(plain);
  if (things.length > thingsMax) return true;
  const missing = things.filter((word) => !isToldIn(word, text)).length;
  // Many words, or a size that the text has too, leave little doubt.
  return missing <= (things.length > 2 || hasMeasure(plain) ? 1 : 0);
}

function hasMeasure(plain: string): boolean {
  const all = wordsOf(plain);
  return all.some((word, index) => /^\d/.test(word) && isMeasure(all[index + 1]));
}

// A longer question tells a story, of which a text needs not have every word.
const thingsMax = 4;

type Need = 'amount' | 'clock' | 'phone' | 'email' | 'name';

/** What a question cannot be answered without; undefined where its words do not tell. */
export function needOf(question: string): Need | undefined {
  const plain = plainOf(question);
  return needs.find(([, pattern]) => pattern.test(plain))?.[0];
}

export function holdsNeed(need: Need, text: string): boolean {
  return proofs[need].test(text);
}

/**
 * Whether the sizes and grades that a price is asked for are in the text. A number that only counts
 * people, days or pieces may be missing: prices are told for one.
 */
function holdsSizes(question: string, text: string): boolean {
  const plain = plainOf(question);
  const told = numbersIn(plainOf(text));
  const ranges = [...text.matchAll(/(?<!\d)(\d+)\s{0,9}(?:-|–|to|hadi|mpaka)\s{0,9}(\d+)/gi)];
  return [...plain.matchAll(/(?<![\d.:])(\d+(?:\.\d+)?)(?![\d:])/g)].every((found) => {
    const value = Number(found[1]);
    const around = `${plain.slice(0, found.index)}#${plain.slice(found.index + found[0].length)}`;
    if (counting.test(around)) return true;
    return (
      told.has(value) || ranges.some(([, from, to]) => value >= Number(from) && value <= Number(to))
    );
  });
}

const needs: readonly (readonly [Need, RegExp])[] = [
  [
    'amount',
    longPattern()`\bhow much (?:is|are|does|do|for|would|will|to)\b
      |\b(?:what|whats) (?:is|are|does|do)?\b.*\b(?:price|prices|cost|costs|charge|fee|fees)\b
      |\b(?:bei|gharama|pesa|shilingi|hela|dola|ksh|tsh) (?:ni )?(?:gani|ngapi|yake)\b|\bbei ya\b
      |\bkiasi gani\b.*\b(?:lipa|gharimu|toza)|\b(?:ina|una|zina|vina|yana|ku|kina|lina)(?:uzwa
      |gharimu)\b.*\b(?:ngapi|kiasi gani)\b|\b(?:mnatoza|mnachaji|nalipa|tunalipa|nitalipa)\b.*\b(?:ngapi|gani)\b
      |\bni how much\b|\bhow much\b.*\b(?:cost|charge|pay)\b`,
  ],
  [
    'phone',
    /\b(?:phone|telephone|mobile|whatsapp) (?:number|no)\b|\b(?:nambari|namba) (?:yake |yenu )?ya simu\b/,
  ],
  [
    'email',
    /\b(?:e-?mail|barua pepe)\b.*\b(?:address|what|which|gani|ipi)\b|\b(?:what|which)\b.*\be-?mail\b/,
  ],
  ['clock', /\bsaa ngapi\b|\bwhat time\b/],
  [
    'name',
    longPattern()`\bwho (?:is|was) (?:the|your|in charge|responsible)\b
      |\bwho (?:teaches|runs|owns|manages|founded|started|leads|heads)\b|\banaitwa nani\b
      |\bjina la (?!biashara|kampuni)|\b(?:what|whats) (?:is )?the name of\b`,
  ],
];

const proofs: { readonly [need in Need]: RegExp } = {
  amount: longPattern('i')`(?:KES|KSH|KSHS|TZS|TSH|TSHS|UGX|USD|EUR|GBP|RWF|SHS?|[$€£])\.?\s?\d
    |\d\s?(?:\/=|\/-|KES|KSH|TZS|TSH|USD|EUR|bob|shillings?|dollars?|euros?|pounds?)
    |\b(?:shilingi|dola|shillings?|dollars?|pauni|yuro)\b|\b(?:free|bure|no charge|complimentary|included
    |hakuna malipo|hailipiwi|hatutozi|percent|asilimia)\b|\d\s?%
    |\b(?:costs?|price|charge|fee|bei|gharama|ada|karo|malipo)\b.{0,60}\d
    |\d.{0,30}\b(?:costs?|price|charge|fee|bei|gharama|ada|karo|malipo|per|kwa|each|kila)\b`,
  clock: longPattern('i')`\d{1,2}[:.]\d{2}|\d\s?(?:[ap]\.?m\b|hrs|o'?clock)
    |\bsaa (?:\d|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi)
    |\b(?:noon|midnight|midday|morning|afternoon|evening|asubuhi|mchana|jioni|usiku|any ?time|wakati wowote
    |saa yoyote|24 hours|saa 24|around the clock|hours)\b`,
  phone: /(?:\+?\d[\s-]?){7,}/,
  email: /\S@\S/,
  // A capital inside a sentence that is no day, month or abbreviation.
  name: longPattern('u')`(?<=[\p{Ll}\p{N},;)] |\. )(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day
    |Juma|Alhamisi|Ijumaa|January|February|March|April|May|June|July|August|September|October|November|December
    |Januari|Februari|Machi|Aprili|Mei|Juni|Julai|Agosti|Septemba|Oktoba|Novemba|Desemba)\p{Lu}\p{Ll}{2,}`,
};

const counting = longPattern()`# ?(?:people|persons?|guests?|adults?|child|children|kids|watu
  |wageni|days?|nights?|weeks?|months?|siku|usiku|hours?|saa|kgs?|kilos?|pieces?|pcs|bags?|am|pm)\b
  |\b(?:watu|wageni|siku|usiku|kilo|mifuko|vipande|saa|miaka|mwaka|wiki|at) #`;

function numbersIn(plain: string): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const [found] of plain.matchAll(/\d+(?:\.\d+)?/g)) numbers.add(Number(found));
  for (const word of plain.split(' ')) {
    const number = /^\d/.test(word) ? undefined : numberFromWords([word]);
    if (number) numbers.add(number.value);
  }
  return numbers;
}
