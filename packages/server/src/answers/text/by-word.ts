import { LRUCache } from 'lru-cache';

const wordsMax = 2_000;
// Longer ones are data, which does not come again.
const wordCharsMax = 40;

/** A function of a word that caches its results: most questions consist of the same few words. */
export function byWord<Result>(compute: (word: string) => Result): (word: string) => Result {
  const known = new LRUCache<string, { readonly result: Result }>({
    max: wordsMax,
    memoMethod: (word) => ({ result: compute(word) }),
  });
  return (word) => (word.length > wordCharsMax ? compute(word) : known.memo(word).result);
}
