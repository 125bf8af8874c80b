/** Finds the existing price that a pasted, imported or typed price is about. */
import type { Bilingual, ProfilePrice } from '@baraza/contract';

type Named = Pick<ProfilePrice, 'item' | 'unit'>;

/**
 * The existing price with the same unit and the same words in any order. If there is none, the only price with that
 * unit whose name contains all words of the new name, or consists of the words of the new name that are not units.
 */
export function meantPrice<Price extends Named>(
  prices: readonly Price[],
  wanted: Named,
): Price | undefined {
  const same = prices.find((price) => isSameItem(price, wanted));
  if (same !== undefined) return same;
  const wordsWanted = namesOf(wanted.item).map(wordsOf);
  const wider = prices.filter(
    (price) =>
      hasSameUnit(price, wanted) &&
      namesOf(price.item).some((name) => {
        const words = wordsOf(name);
        return wordsWanted.some(
          (some) => isWithin(some, words) || isEqual(words, withoutUnits(some)),
        );
      }),
  );
  return wider.length === 1 ? wider[0] : undefined;
}

/** An existing price with the values of a new one for the same item. */
export function changedPrice<Price extends ProfilePrice>(
  before: Price,
  { item, ...fields }: Omit<ProfilePrice, 'id'>,
): Price {
  return { ...before, ...fields, ...(typeof item === 'object' ? { item } : {}) };
}

export function isSameItem(one: Named, other: Named): boolean {
  const keyOf = (name: string) => wordsOf(name).toSorted().join(' ');
  const names = namesOf(other.item).map(keyOf);
  const isNamed = namesOf(one.item).some((name) => names.includes(keyOf(name)));
  return isNamed && hasSameUnit(one, other);
}

/** An existing price that visitors could confuse with the new one: all words of the shorter name are in the longer. */
export function similarPrice<Price extends Named>(
  prices: readonly Price[],
  wanted: Named,
): Price | undefined {
  const names = namesOf(wanted.item).map(wordsOf);
  return prices.find((price) =>
    namesOf(price.item)
      .map(wordsOf)
      .some((words) => names.some((some) => isWithin(some, words) || isWithin(words, some))),
  );
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.length > 0 && some.every((word) => all.includes(word));
}

function isEqual(some: readonly string[], all: readonly string[]): boolean {
  return isWithin(some, all) && isWithin(all, some);
}

const unitWords = new Set(
  (
    'kila kwa per each a moja mfuko mifuko bag bags gunia kilo kg g gramu lita litre l ml pc pcs piece pieces ' +
    'kipande pakiti packet dazani dozen katoni carton sanduku box mita metre m debe chupa bottle'
  ).split(' '),
);

/** In "Simenti kwa mfuko" the last two words are a unit and are removed; in "Nondo 12mm" the size stays. */
function withoutUnits(words: readonly string[]): readonly string[] {
  return words.every((word) => unitWords.has(word))
    ? words
    : words.filter((word) => !unitWords.has(word));
}

/** A missing unit matches any unit. */
function hasSameUnit(one: Named, other: Named): boolean {
  const [unit, known] = [namesOf(other.unit)[0], namesOf(one.unit)[0]];
  return unit === undefined || known === undefined || unit === known;
}

function namesOf(text: Bilingual = ''): readonly string[] {
  return (typeof text === 'string' ? [text] : [text.sw ?? '', text.en ?? ''])
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}

const joining = new Set(['ya', 'wa', 'la', 'za', 'cha', 'vya', 'na', 'of', 'the', 'and']);

/** The words of a name in lower case, without those that only join others. */
export function wordsOf(name: string): readonly string[] {
  // "12 mm" and "12mm" are the same size.
  return name
    .replaceAll(/(\d)\s+(mm|cm|m|kg|g|l|ml|lita|litre|inch)\b/gu, '$1$2')
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => word !== '' && !joining.has(word));
}
