/** A site's price list as it is searched: its words are read once. */
import type { Business } from '../../knowledge.ts';
import { wordings } from '../../text/bilingual.ts';
import { contentWords, wordsOf } from '../../text/text.ts';
import {
  type ItemWord,
  isAmount,
  isMeasure,
  isSameWord,
  itemWord,
  type Wanted,
  wantedOf,
} from './item-words.ts';
import type { Price } from './money.ts';

/** Words are places in the catalogue's list of words. */
export interface Item {
  readonly price: Price;
  /** Its name in each language. */
  readonly names: readonly (readonly number[])[];
  /** The different words of its names. */
  readonly named: ReadonlySet<number>;
  /** The word for the thing itself: the last of an English name and the first of a Swahili one, sizes aside. */
  readonly heads: readonly number[];
  /** Whether every number in its name stands beside a measure: `100W`, `lita 500`. */
  readonly isMeasured: boolean;
  /** Whether a number stands anywhere in its names, its unit or the sizes of its note. */
  readonly hasNumber: boolean;
  /** `Grade 4 to 6` is the price of grade 5 too. */
  readonly ranges: readonly (readonly [number, number])[];
}

interface Catalogue {
  readonly items: readonly Item[];
  /** The words of the items' names: in a question they are about things, whatever else they may mean. */
  readonly telling: ReadonlySet<string>;
  readonly explain: (word: string) => Explanation;
}

/** What a word of a question may be on a list. */
export interface Explanation {
  readonly wanted: Wanted;
  /** The words of the list that it stands for. */
  readonly words: ReadonlySet<number>;
  /** The items that have one of those words. */
  readonly items: ReadonlySet<number>;
}

// By the list itself: the same business asked more strictly has the same list. It goes when the site's knowledge goes.
const catalogues = new WeakMap<Business['prices'], Catalogue>();

export function catalogueOf({ prices }: Business): Catalogue {
  const known = catalogues.get(prices);
  if (known) return known;
  const places = new Map<string, number>();
  const words: { readonly item: ItemWord; readonly items: Set<number> }[] = [];
  const place = (word: string): number => {
    const at = places.get(word) ?? words.push({ item: itemWord(word), items: new Set() }) - 1;
    places.set(word, at);
    return at;
  };
  const items = prices.map((price, at) => {
    const { item, all } = itemOf(price, place);
    for (const word of all) words[word]?.items.add(at);
    return item;
  });
  const named = items.flatMap((item) => [...item.named]);
  const telling = new Set(named.map((word) => words[word]?.item.word ?? ''));
  const explained = new Map<string, Explanation>();
  const explain = (word: string): Explanation => {
    const before = explained.get(word);
    if (before) return before;
    const wanted = wantedOf(word);
    const same = words.flatMap(({ item }, at) =>
      isSameWord(wanted, item, at < slipWordsMax) ? [at] : [],
    );
    const explanation = {
      wanted,
      words: new Set(same),
      items: new Set(same.flatMap((at) => [...(words[at]?.items ?? [])])),
    };
    if (explained.size >= explainedMax) explained.clear();
    explained.set(word, explanation);
    return explanation;
  };
  const made = { items, telling, explain };
  catalogues.set(prices, made);
  return made;
}

// The parts of one question ask for the same words again and again.
const explainedMax = 128;
// A list of 2,000 prices has some thousand words; what goes beyond is not looked at for slips of the hand.
const slipWordsMax = 5_000;

// Sizes stand at the beginning of a note; what follows tells of other things.
const noteWordsMax = 60;

function itemOf(price: Price, place: (word: string) => number) {
  const { item, unit, note } = price;
  const names = wordings(item).map(contentWords);
  const rest = wordings(unit ?? '').flatMap(wordsOf);
  // Other words of a note name other things.
  const sizes = wordings(note ?? '')
    .flatMap((text) => wordsOf(text).slice(0, noteWordsMax))
    .filter((word) => isAmount(word) || isMeasure(word));
  const told = [...names, rest, sizes];
  const isMeasured =
    names.flat().some(isAmount) &&
    told.every((words) =>
      words.every(
        (word, at) => !isAmount(word) || isMeasure(words[at - 1]) || isMeasure(words[at + 1]),
      ),
    );
  const all = told.flat();
  const placed = names.map((name) => name.map(place));
  const read: Item = {
    price,
    names: placed,
    named: new Set(placed.flat()),
    heads: headsOf(item).map(place),
    isMeasured,
    hasNumber: all.some((word) => /^\d/.test(word) || isAmount(word)),
    ranges: wordings(item).flatMap(rangesOf),
  };
  return { item: read, all: all.map(place) };
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
