/** Maps words to numbers; an inflected form may share the number of its base form. */

export interface Vocabulary {
  /** The words by their numbers; number 0 is the empty word. */
  readonly words: readonly string[];
  readonly seen: ReadonlyMap<string, number>;
  numberOf(word: string): number | undefined;
  /** The numbers of a text's words, the empty word first. */
  numbersOf(text: readonly string[]): Uint32Array;
}

export function createVocabulary(
  texts: readonly (readonly string[])[],
  baseOf: (word: string) => string,
): Vocabulary {
  const words = [''];
  const seen = new Map<string, number>();
  const numbers = new Map<string, number>();
  for (const text of texts)
    for (const form of text) {
      const word = baseOf(form);
      seen.set(word, (seen.get(word) ?? 0) + 1);
      if (numbers.has(word)) continue;
      numbers.set(word, words.length);
      words.push(word);
    }
  return {
    words,
    seen,
    numberOf: (word) => numbers.get(word),
    numbersOf: (text) =>
      Uint32Array.from([0, ...text.map((form) => numbers.get(baseOf(form)) ?? 0)]),
  };
}

/**
 * Finds inflected forms: guessed by rules and confirmed by translations.
 * `wakati` (time) looks like a form of `kati` (middle), but they translate differently.
 */
export function confirmBases(
  vocabulary: Vocabulary,
  guessesOf: (word: string) => readonly string[],
  given: Uint32Array,
  other: Uint32Array,
  chance: Float64Array,
): Map<string, string> {
  const rows = rowsOf(vocabulary.words.length, given);
  const bases = new Map<string, string>();
  vocabulary.words.forEach((word, number) => {
    const mine = new Map<number, number>();
    for (const link of rows(number)) mine.set(other[link] ?? 0, chance[link] ?? 0);
    const seen = vocabulary.seen.get(word) ?? 0;
    let best = { base: '', agreement: seen < rareMax ? agreementMinRare : agreementMin };
    for (const base of guessesOf(word)) {
      const baseNumber = vocabulary.numberOf(base);
      const baseSeen = vocabulary.seen.get(base) ?? 0;
      if (baseNumber === undefined || baseSeen < Math.max(baseSeenMin, seen / 8)) continue;
      let agreement = 0;
      for (const link of rows(baseNumber))
        agreement += Math.min(chance[link] ?? 0, mine.get(other[link] ?? 0) ?? 0);
      if (agreement > best.agreement) best = { base, agreement };
    }
    if (best.base !== '') bases.set(word, best.base);
  });
  return bases;
}

// A rare word has few translations to compare, and benefits most from a family.
const rareMax = 10;
const agreementMinRare = 0.15;
const agreementMin = 0.3;
const baseSeenMin = 3;

/** Follows base forms to the end; in a cycle, the alphabetically first word is used. */
export function lastBase(bases: ReadonlyMap<string, string>, word: string): string {
  const path = new Set([word]);
  for (let base = bases.get(word); base !== undefined; base = bases.get(base)) {
    if (path.has(base)) return [...path].slice([...path].indexOf(base)).toSorted()[0] ?? base;
    path.add(base);
  }
  return [...path].at(-1) ?? word;
}

function rowsOf(size: number, given: Uint32Array): (word: number) => Uint32Array {
  const starts = new Uint32Array(size + 1);
  for (const word of given) starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  for (let word = 0; word < size; word++)
    starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const next = starts.slice();
  const links = new Uint32Array(given.length);
  given.forEach((word, link) => {
    const place = next[word] ?? 0;
    links[place] = link;
    next[word] = place + 1;
  });
  return (word) => links.subarray(starts[word], starts[word + 1]);
}
