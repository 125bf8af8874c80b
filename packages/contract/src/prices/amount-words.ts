/** Parses amounts in words: `mia nne` is 400, `elfu mbili mia tano` and `two thousand five hundred` are 2,500. */
import { siteLimits } from '../site-limits.ts';

const units = namesOf(
  'moja mbili tatu nne tano sita saba nane tisa',
  'one two three four five six seven eight nine',
);
const teens = namesOf(
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
);
const tens = namesOf(
  'kumi ishirini thelathini arobaini hamsini sitini sabini themanini tisini',
  '- twenty thirty forty fifty sixty seventy eighty ninety',
);
const scales: ReadonlyMap<string, number> = new Map([
  ['mia', 100],
  ['elfu', 1_000],
  ['laki', 100_000],
  ['milioni', 1_000_000],
]);
const englishScales: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
]);
const ignored = /^(?:kshs?|kes|tshs?|tzs|ushs?|ugx|rwf|shs?|shilingi|shillings?|bob|tu|only|a|an)$/;

function namesOf(...lists: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    lists.flatMap((names) => names.split(' ').map((name, index) => [name, index + 1] as const)),
  );
}

/** Undefined if a word is neither a number nor a currency, or if the order of the words is wrong in both languages. */
export function amountFromWords(text: string): number | undefined {
  const words = wordsIn(text).filter((word) => !ignored.test(word));
  if (words.length === 0 || words.length > 20) return undefined;
  return swahiliAmount(words) ?? englishAmount(words);
}

/** Whether a text without digits is meant as an amount. */
export function namesAmount(text: string): boolean {
  return (
    !/\d/.test(text) && wordsIn(text).some((word) => scales.has(word) || englishScales.has(word))
  );
}

function wordsIn(text: string): readonly string[] {
  return text
    .slice(0, 200)
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** Whether this is what an item can cost: an amount within reason, a word for free, or a text with one of them. */
export function isPrice(price: number | string): boolean {
  if (typeof price === 'number') return price >= 0 && price <= siteLimits.priceMax;
  const text = price.trim();
  if (wrongAmount.test(text)) return false;
  if (/\p{Nd}/u.test(text) || free.test(text)) return true;
  return wordsIn(text).some((word) => !notAlone.has(word) && numberWords.has(word));
}

// Below zero, as a spreadsheet writes a large number, or longer than any price.
const wrongAmount = /^(?:[a-z]{2,4}[.:]?\s*)?(?:[-−–]\s*\d|\d+(?:\.\d+)?e[+-]?\d+$|\d{13})/i;

const free =
  /(?<!\p{L})(?:free|bure|gratis|nil|(?:no|without) (?:charge|fee)|(?:bila|hakuna) (?:malipo|ada))(?!\p{L})/iu;
// As in `one of a kind` and `moja kwa moja`.
const notAlone = new Set(['one', 'moja', '-']);
const numberWords = new Set(
  [units, teens, tens, scales, englishScales].flatMap((names) => [...names.keys()]),
);

/** A scale comes before its number; each scale is smaller than the one before. */
function swahiliAmount(words: readonly string[]): number | undefined {
  let total = 0;
  let before = Number.POSITIVE_INFINITY;
  for (let at = 0; at < words.length; ) {
    if (at > 0 && words[at] === 'na') at += 1;
    const scale = scales.get(words[at] ?? '') ?? 1;
    const from = scale === 1 ? at : at + 1;
    const { value, used } = belowHundred(words.slice(from), scale === 100);
    if (used === 0 && (scale === 1 || from < words.length)) return undefined;
    if (scale >= before) return undefined;
    total += scale * (used === 0 ? 1 : value);
    before = scale;
    at = from + used;
  }
  return total;
}

/** Parses a number such as `ishirini na tano`; with `isUnit`, only a unit. */
function belowHundred(
  words: readonly string[],
  isUnit: boolean,
): { readonly value: number; readonly used: number } {
  const [first = '', link, second = ''] = words;
  const ten = isUnit ? undefined : swahiliTen(first);
  if (ten === undefined) {
    const unit = units.get(first);
    return unit === undefined ? { value: 0, used: 0 } : { value: unit, used: 1 };
  }
  const unit = link === 'na' ? units.get(second) : undefined;
  return unit === undefined ? { value: ten, used: 1 } : { value: ten + unit, used: 3 };
}

function swahiliTen(word: string): number | undefined {
  const ten = tens.get(word === 'arubaini' ? 'arobaini' : word);
  return ten === undefined ? undefined : ten * 10;
}

/** A number comes before its scale. */
function englishAmount(words: readonly string[]): number | undefined {
  let total = 0;
  let group: number | undefined;
  let before = Number.POSITIVE_INFINITY;
  for (const word of words) {
    if (word === 'and') continue;
    const teen = teens.get(word);
    const small = units.get(word) ?? (teen === undefined ? swahiliTen(word) : teen + 9);
    const scale = englishScales.get(word);
    if (small !== undefined) {
      const last = (group ?? 0) % 100;
      if (last !== 0 && !(last >= 20 && last % 10 === 0 && small < 10)) return undefined;
      group = (group ?? 0) + small;
    } else if (scale === 100 && (group ?? 1) < 100) group = (group ?? 1) * 100;
    else if (scale !== undefined && scale > 100 && scale < before) {
      total += (group ?? 1) * scale;
      before = scale;
      group = undefined;
    } else return undefined;
  }
  return total + (group ?? 0);
}
