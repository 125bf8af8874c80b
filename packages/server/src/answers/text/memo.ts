const wordsMax = 4_000;
// Longer words are data, which does not come again.
const wordCharsMax = 40;

/** A function of a word that caches its results: most questions consist of the same few words. */
export function byWord<Result>(compute: (word: string) => Result): (word: string) => Result {
  const known = new Map<string, Result>();
  return (word) => {
    if (word.length > wordCharsMax) return compute(word);
    const result = known.get(word);
    if (result !== undefined || known.has(word)) return result as Result;
    const computed = compute(word);
    // Emptied when full: keeping an order of use would cost more than computing the words again.
    if (known.size >= wordsMax) known.clear();
    known.set(word, computed);
    return computed;
  };
}

/** A function of an object that computes each result once; it is released with the object. */
export function byObject<Key extends object, Result extends object>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const known = new WeakMap<Key, Result>();
  return (key) => {
    const result = known.get(key) ?? compute(key);
    known.set(key, result);
    return result;
  };
}
