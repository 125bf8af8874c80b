/** Which priced items a visitor means, by their words in either language, their sizes and their ranges. */

import { wordings } from '../bilingual.ts';
import type { Ask, Business } from '../knowledge.ts';
import { lexicon } from '../lexicon.ts';
import { isStopWord, stemOf, wordsOf } from '../text.ts';
import { englishBases, swahiliBases } from '../word-forms.ts';
import type { Price } from './money.ts';
import { numberFromWords } from './number-words.ts';
import { nearName } from './typo.ts';

interface Question {
  readonly business: Business;
  readonly ask: Ask;
}

/**
 * The items that explain every word; an item whose whole name was said stands before one of which it is a part.
 * `whole`: only items whose whole name was said; `head`: or the thing itself, as `tank` is of `water tank`.
 */
export function matching(
  { business, ask }: Question,
  asked: readonly string[],
  named: 'whole' | 'head' | 'part' = 'part',
): readonly Price[] {
  if (asked.length === 0 || asked.every(isAmount)) return [];
  const wanted = asked.map((word, index) =>
    wantedOf(word, isMeasure(asked[index - 1]) || isMeasure(asked[index + 1])),
  );
  const scored = itemsOf(business).flatMap((item) => {
    const heads = named === 'head' ? item.heads : item.names.flat();
    if (!isNamed(heads, wanted) || !wanted.every((word) => explains(item, word))) return [];
    const extras = item.names.map(
      (name) => name.filter((other) => !wanted.some((word) => isSame(word, other))).length,
    );
    return [{ price: item.price, extra: Math.min(...extras) }];
  });
  const least = named === 'whole' ? 0 : Math.min(...scored.map(({ extra }) => extra));
  const kept = scored.filter(({ extra }) => (least === 0 ? extra === 0 : extra <= least + 2));
  return ofCode(
    kept.map(({ price }) => price),
    ask.question,
  );
}

/** Whether a text has a word in any form, or one that means the same. */
export function isToldIn(word: string, text: string): boolean {
  const wanted = wantedOf(word, false);
  const told = [...new Set(wordsOf(text))].map(itemWord);
  if (told.some((other) => isSame(wanted, other))) return true;
  return told.some(({ word: other }) =>
    (['sw', 'en'] as const).some((from) =>
      lexicon()
        .translations(other, from)
        .some(({ word: meant, score }) => score >= sharedLeast && wanted.translated.has(meant)),
    ),
  );
}

const sharedLeast = 0.15;

/** The words of the items' names: in a question they are about things, whatever else they may mean. */
export function tellingWords(business: Business): ReadonlySet<string> {
  return catalogueOf(business).telling;
}

export function isAmount(word: string): boolean {
  return amountSaid(word) !== undefined;
}

function amountSaid(word: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(word)) return Number(word);
  return /^\d/.test(word) ? undefined : numberFromWords([word])?.value;
}

// A letter alone is an article or a code: as a code it picks among the items that carry one.
function ofCode(prices: readonly Price[], question: string): readonly Price[] {
  const code = /\s([A-Z])(?=[\s?.!]|$)/.exec(question)?.[1];
  if (code === undefined || prices.length < 2) return prices;
  const coded = prices.filter(({ item }) =>
    wordings(item).some((name) => name.split(/[\s(),]+/).includes(code)),
  );
  return coded.length > 0 ? coded : prices;
}

interface ItemWord {
  readonly word: string;
  readonly stems: readonly [string, string];
  readonly bases: readonly string[];
  readonly amount: number | undefined;
}

interface Item {
  readonly price: Price;
  /** Its name in each language. */
  readonly names: readonly (readonly ItemWord[])[];
  /** The word for the thing itself: the last of an English name and the first of a Swahili one, sizes aside. */
  readonly heads: readonly ItemWord[];
  /** Whether every number in its name stands beside a measure: `100W`, `lita 500`. */
  readonly isMeasured: boolean;
  /** The words of its names and unit, and the sizes in its note: other words of a note name other things. */
  readonly all: readonly ItemWord[];
  /** `Grade 4 to 6` is the price of grade 5 too. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** A word of the question with everything that an item may call it instead. */
interface Wanted {
  readonly word: string;
  readonly forms: ReadonlySet<string>;
  readonly stems: readonly [string, string];
  readonly translated: ReadonlySet<string>;
  readonly amount: number | undefined;
  /** A number beside a measure: a size, not a count. */
  readonly measured: boolean;
}

/** A size alone is no item: `five kilos` may be of anything that is sold by the kilo. */
function isNamed(names: readonly ItemWord[], wanted: readonly Wanted[]): boolean {
  return names.some((other) =>
    wanted.some((word) => word.amount === undefined && isSame(word, other)),
  );
}

function explains(item: Item, wanted: Wanted): boolean {
  if (item.all.some((other) => isSame(wanted, other))) return true;
  const { amount } = wanted;
  if (amount === undefined) return false;
  if (item.ranges.some(([from, to]) => amount >= from && amount <= to)) return true;
  // `2 panels` counts what is told by its watts; `a 500 W panel` is another panel.
  if (!wanted.measured && item.isMeasured) return true;
  // `2 kilos of sugar` counts what is sold by the kilo; `gauge 26` names another thing than `gauge 30`.
  return !item.all.some((other) => /^\d/.test(other.word) || other.amount !== undefined);
}

function isSame(wanted: Wanted, other: ItemWord): boolean {
  if (wanted.word === other.word) return true;
  if (wanted.amount !== undefined || other.amount !== undefined)
    return wanted.amount === other.amount;
  if (
    wanted.translated.has(other.word) ||
    other.stems.some((stem) => wanted.translated.has(`~${stem}`))
  )
    return true;
  if (wanted.word.length < 4 || other.word.length < 4) return false;
  return (
    wanted.stems[0] === other.stems[0] ||
    wanted.stems[1] === other.stems[1] ||
    wanted.forms.has(other.word) ||
    other.bases.some((base) => wanted.forms.has(base)) ||
    (wanted.word.length + other.word.length > 8 && nearName(wanted.word, other.word))
  );
}

const translationLeast = 0.15;

function wantedOf(word: string, measured: boolean): Wanted {
  const translated = new Set<string>(measures.find((names) => names.includes(word)));
  for (const from of ['sw', 'en'] as const) {
    const to = from === 'sw' ? 'en' : 'sw';
    for (const translation of lexicon().translations(word, from)) {
      if (translation.score < translationLeast) continue;
      translated.add(translation.word);
      // Stems are kept apart from words: a stem may be another word.
      translated.add(`~${stemOf(translation.word, to)}`);
    }
  }
  return {
    word,
    forms: new Set([word, ...swahiliBases(word), ...englishBases(word)]),
    stems: [stemOf(word, 'sw'), stemOf(word, 'en')],
    translated,
    amount: amountSaid(word),
    measured,
  };
}

/** Whether a word is the name of a measure, in either language. */
export function isMeasure(word: string | undefined): boolean {
  return word !== undefined && measures.some((names) => names.includes(word));
}

const measures: readonly (readonly string[])[] = [
  ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilogramu'],
  ['l', 'ltr', 'lt', 'lita', 'litre', 'liter', 'litres', 'liters'],
  ['m', 'mita', 'metre', 'meter', 'metres', 'meters'],
  ['w', 'watt', 'watts', 'wati', 'wp'],
  ['kw', 'kilowatt', 'kilowatts', 'kilowati'],
  ['v', 'volt', 'volts', 'volti'],
  ['ah', 'amp', 'amps', 'ampere'],
  ['kva', 'va'],
  ['g', 'gm', 'gram', 'grams', 'gramu'],
  ['ml', 'millilitre', 'mililita'],
  ['cm', 'sentimita'],
  ['mm', 'milimita'],
  ['ft', 'feet', 'foot', 'futi'],
  ['inch', 'inches', 'inchi'],
  ['gb', 'mb', 'tb'],
  ['hp'],
  ['pc', 'pcs', 'piece', 'pieces', 'kipande', 'vipande'],
];

interface Catalogue {
  readonly items: readonly Item[];
  readonly telling: ReadonlySet<string>;
}

// A site's list is read once, not for every question; it goes when the site's knowledge goes.
const catalogues = new WeakMap<Business, Catalogue>();

function itemsOf(business: Business): readonly Item[] {
  return catalogueOf(business).items;
}

function catalogueOf(business: Business): Catalogue {
  const known = catalogues.get(business);
  if (known) return known;
  const items = business.prices.map(itemOf);
  const telling = new Set(items.flatMap(({ names }) => names.flat().map(({ word }) => word)));
  const made = { items, telling };
  catalogues.set(business, made);
  return made;
}

function itemOf(price: Price): Item {
  const { item, unit, note } = price;
  const names = wordings(item).map(nameWords);
  const rest = wordings(unit ?? '')
    .flatMap(wordsOf)
    .map(itemWord);
  const sizes = wordings(note ?? '')
    .flatMap(wordsOf)
    .map(itemWord)
    .filter(({ word, amount }) => amount !== undefined || isMeasure(word));
  const ranges = wordings(item).flatMap((name) =>
    [...name.matchAll(/(\d+)\s*(?:-|–|to|hadi|mpaka)\s*(\d+)/gi)].map(
      (found) => [Number(found[1]), Number(found[2])] as const,
    ),
  );
  const told = [...names, rest, sizes];
  const isMeasured =
    names.flat().some(({ amount }) => amount !== undefined) &&
    told.every((words) =>
      words.every(
        ({ amount }, index) =>
          amount === undefined ||
          isMeasure(words[index - 1]?.word) ||
          isMeasure(words[index + 1]?.word),
      ),
    );
  return {
    price,
    names,
    heads: headsOf(item),
    isMeasured,
    all: [...names.flat(), ...rest, ...sizes],
    ranges,
  };
}

function nameWords(name: string): readonly ItemWord[] {
  return wordsOf(name)
    .filter((word) => !isStopWord(word))
    .map(itemWord);
}

function headsOf(item: Price['item']): readonly ItemWord[] {
  const things = (name: string | undefined) =>
    nameWords(name?.split('(')[0] ?? '').filter(
      ({ word, amount }) => amount === undefined && !isMeasure(word),
    );
  // A name without a language may be of either.
  const [sw, en] = typeof item === 'string' ? [item, item] : [item.sw, item.en];
  return [...things(sw).slice(0, 1), ...things(en).slice(-1)];
}

function itemWord(word: string): ItemWord {
  return {
    word,
    stems: [stemOf(word, 'sw'), stemOf(word, 'en')],
    bases: englishBases(word),
    amount: amountSaid(word),
  };
}
