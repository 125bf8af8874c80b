/** Like `near`, but allows two typos in a long word: for names of items, few of which resemble each other. */
export function nearName(word: string, other: string): boolean {
  return near(word, other, Math.min(word.length, other.length) >= longWord ? 2 : 1);
}

const longWord = 8;
// Longer ones are not typed words, and comparing them takes quadratic time.
const comparedCharsMax = 64;

/** Whether two words differ by at most `most` typos: a letter wrong, missing or added, or two swapped. */
export function near(word: string, other: string, most = 1): boolean {
  if (word === other) return true;
  // The first letter is rarely wrong, and most words that differ in it are different words.
  if (word[0] !== other[0] || Math.abs(word.length - other.length) > most) return false;
  if (word.length > comparedCharsMax || other.length > comparedCharsMax) return false;
  return typosBetween(word, other) <= most;
}

/** Edit distance: insertions, deletions, substitutions and swaps of neighbours. */
function typosBetween(word: string, other: string): number {
  let older: number[] = [];
  let old = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= word.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = word[row - 1] === other[column - 1];
      const isSwapped = word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1];
      line[column] = Math.min(
        (old[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (old[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (older[column - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    older = old;
    old = line;
  }
  return old[other.length] ?? 0;
}
