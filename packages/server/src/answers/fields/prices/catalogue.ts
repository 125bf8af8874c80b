/** A site's price list as it is searched: its words are read once. */
import { LRUCache } from 'lru-cache';
import { wordings } from '../../../kernel/language/bilingual.ts';
import type { Business, Inquiry } from '../../knowledge.ts';
import { byObject } from '../../text/memo.ts';
import { contentWords, wordsOf } from '../../text/text.ts';
import {
  type ItemWord,
  isAmount,
  isMeasure,
  isSameWord,
  itemWord,
  timedAmounts,
  type Wanted,
  wantedOf,
} from './item-words.ts';
import type { Price } from './money.ts';

interface Item {
  readonly price: Price;
  /** Its name in each language. */
  readonly names: readonly (readonly string[])[];
  /** The different words of its names. */
  readonly named: ReadonlySet<string>;
  /** The word for the thing itself: the last of an English name and the first of a Swahili one, sizes aside. */
  readonly heads: ReadonlySet<string>;
  /** Whether every number in its name is beside a measure: `100W`, `lita 500`. */
  readonly isMeasured: boolean;
  /** Whether its names, its unit or the sizes of its note have a number. */
  readonly hasNumber: boolean;
  /** `Grade 4 to 6` is the price of grade 5 too. */
  readonly ranges: readonly (readonly [number, number])[];
  /** `Child of 4 years` is not the price of a child of 4 months. */
  readonly times: ReadonlyMap<number, ReadonlySet<string>>;
}

interface Catalogue {
  readonly items: readonly Item[];
  /** The words of the items' names: in a question they are about things, whatever else they may mean. */
  readonly significant: ReadonlySet<string>;
  readonly explain: (word: string) => Explanation;
}

/** What a word of a question may mean on a list. */
interface Explanation {
  readonly wanted: Wanted;
  /** The words of the list that it may mean. */
  readonly words: ReadonlySet<string>;
  /** The items that have one of those words. */
  readonly items: ReadonlySet<Item>;
}

// By the list itself, which copies of a business share. It is released together with the site's knowledge.
const catalogueOfPrices = byObject(createCatalogue);

export function catalogueOf({ prices }: Business): Catalogue {
  return catalogueOfPrices(prices);
}

function createCatalogue(prices: Business['prices']): Catalogue {
  const words = new Map<string, { readonly item: ItemWord; readonly items: Item[] }>();
  const items = prices.map((price) => {
    const { item, all } = itemOf(price);
    for (const word of new Set(all)) {
      const known = words.get(word) ?? { item: itemWord(word), items: [] };
      words.set(word, known);
      known.items.push(item);
    }
    return item;
  });
  const list = [...words.values()];
  const explained = new LRUCache<string, Explanation>({
    max: explainedMax,
    memoMethod: (word) => {
      const wanted = wantedOf(word);
      const same = list.filter(({ item }, at) => isSameWord(wanted, item, at < slipWordsMax));
      return {
        wanted,
        words: new Set(same.map(({ item }) => item.word)),
        items: new Set(same.flatMap((one) => one.items)),
      };
    },
  });
  return {
    items,
    significant: new Set(items.flatMap(({ named }) => [...named])),
    explain: (word) => explained.memo(word),
  };
}

// The parts of one question ask for the same words again and again.
const explainedMax = 128;
// A list of 2,000 prices has some thousand words; words beyond that are not compared for typos.
const slipWordsMax = 5_000;

// Sizes are at the beginning of a note; the rest is about other things.
const noteWordsMax = 60;

function itemOf(price: Price) {
  const { item, unit, note } = price;
  const names = wordings(item).map(contentWords);
  const units = wordings(unit ?? '').flatMap(wordsOf);
  const sizes = wordings(note ?? '')
    .flatMap((text) => wordsOf(text).slice(0, noteWordsMax))
    .filter((word) => isAmount(word) || isMeasure(word));
  const texts = [...names, units, sizes];
  const all = texts.flat();
  const isMeasured =
    names.flat().some(isAmount) &&
    texts.every((words) =>
      words.every(
        (word, at) => !isAmount(word) || isMeasure(words[at - 1]) || isMeasure(words[at + 1]),
      ),
    );
  const read: Item = {
    price,
    names,
    named: new Set(names.flat()),
    heads: new Set(headsOf(item)),
    isMeasured,
    hasNumber: all.some((word) => /^\d/.test(word) || isAmount(word)),
    ranges: wordings(item).flatMap(rangesOf),
    times: timedAmounts(wordings(item).join(', ')),
  };
  return { item: read, all };
}

function rangesOf(name: string): readonly (readonly [number, number])[] {
  return [...name.matchAll(/(\d{1,9})\s{0,3}(?:-|–|to|hadi|mpaka)\s{0,3}(\d{1,9})/gi)].map(
    (found) => [Number(found[1]), Number(found[2])] as const,
  );
}

function headsOf(item: Price['item']): readonly string[] {
  const things = (name: string | undefined) =>
    contentWords(name?.split('(')[0] ?? '').filter((word) => !isAmount(word) && !isMeasure(word));
  // A name without a language may be of either.
  const [sw, en] = typeof item === 'string' ? [item, item] : [item.sw, item.en];
  return [...things(sw).slice(0, 1), ...things(en).slice(-1)];
}

/**
 * The items that explain every word. If the words are the whole name of an item, longer names are left out. With
 * `head`, only items whose head word was used, such as `tank` for `water tank`.
 */
export function matching(
  { business, ask }: Inquiry,
  asked: readonly string[],
  named: 'head' | 'part' = 'part',
): readonly Price[] {
  if (asked.length === 0 || asked.every(isAmount)) return [];
  const catalogue = catalogueOf(business);
  const wanted = asked.map((word, index) => ({
    ...catalogue.explain(word),
    measured: isMeasure(asked[index - 1]) || isMeasure(asked[index + 1]),
  }));
  const things = wordsMeant(wanted.filter(({ wanted: { amount } }) => amount === undefined));
  const meant = wordsMeant(wanted);
  const times = timedAmounts(ask.question);
  const scored = catalogue.items.flatMap((item) => {
    if (hasOtherTime(item, times)) return [];
    if (!wanted.every((word) => explains(item, word))) return [];
    const heads = named === 'head' ? item.heads : item.named;
    // A size alone is not an item: `five kilos` may be of anything that is sold by the kilo.
    if (heads.isDisjointFrom(things)) return [];
    const extras = item.names.map((name) => name.filter((word) => !meant.has(word)).length);
    return [{ price: item.price, extra: Math.min(...extras) }];
  });
  const least = Math.min(...scored.map(({ extra }) => extra));
  const kept = scored.filter(({ extra }) => (least === 0 ? extra === 0 : extra <= least + 2));
  return ofCode(
    kept.map(({ price }) => price),
    ask.question,
  );
}

function hasOtherTime(item: Item, asked: Item['times']): boolean {
  return [...asked].some(([amount, units]) => item.times.get(amount)?.isDisjointFrom(units));
}

function wordsMeant(wanted: readonly Explanation[]): ReadonlySet<string> {
  return new Set(wanted.flatMap(({ words }) => [...words]));
}

function explains(
  item: Item,
  { items, wanted: { amount }, measured }: Explanation & { readonly measured: boolean },
): boolean {
  if (items.has(item)) return true;
  if (amount === undefined) return false;
  if (item.ranges.some(([from, to]) => amount >= from && amount <= to)) return true;
  // `2 panels` counts what is listed by its watts; `a 500 W panel` is another panel.
  if (!measured && item.isMeasured) return true;
  // `2 kilos of sugar` counts what is sold by the kilo; `gauge 26` is not the same as `gauge 30`.
  return !item.hasNumber;
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
