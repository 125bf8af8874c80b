/** Whether a word is another one with a slip: one letter wrong, missing, added, or two swapped. */
export function near(word: string, other: string): boolean {
  return isWithin(word, other, 1);
}

/** The same, with two slips in a long word: for names of things, which have no near neighbours. */
export function nearName(word: string, other: string): boolean {
  return isWithin(word, other, Math.min(word.length, other.length) >= longWord ? 2 : 1);
}

/** By how many letters a word may be longer or shorter than one that is near to it as a name. */
export const nearNameLengths = 2;

const longWord = 8;
// Nobody types such a word, and comparing two of them would take its time.
const comparedCharsMax = 64;

function isWithin(word: string, other: string, most: number): boolean {
  if (word === other) return true;
  // People rarely get the first letter wrong, and most words that differ in it are other words.
  if (word[0] !== other[0] || Math.abs(word.length - other.length) > most) return false;
  if (word.length > comparedCharsMax || other.length > comparedCharsMax) return false;
  return slipsAtMost(word, other, most);
}

/**
 * Insertions, deletions, exchanges and swaps of neighbours between two words. Only the diagonal and
 * `most` places beside it can lead to so few, and a row without any of those ends it.
 */
function slipsAtMost(word: string, other: string, most: number): boolean {
  const far = most + 1;
  let older: number[] = [];
  let old: number[] = [];
  for (let column = 0; column <= other.length; column += 1) old[column] = Math.min(column, far);
  for (let row = 1; row <= word.length; row += 1) {
    const line: number[] = new Array<number>(other.length + 1).fill(far);
    if (row <= most) line[0] = row;
    let least = line[0] ?? far;
    const last = Math.min(other.length, row + most);
    for (let column = Math.max(1, row - most); column <= last; column += 1) {
      const same = word[row - 1] === other[column - 1];
      const swapped =
        row > 1 &&
        column > 1 &&
        word[row - 1] === other[column - 2] &&
        word[row - 2] === other[column - 1];
      const value = Math.min(
        (old[column] ?? far) + 1,
        (line[column - 1] ?? far) + 1,
        (old[column - 1] ?? far) + (same ? 0 : 1),
        swapped ? (older[column - 2] ?? far) + 1 : far,
        far,
      );
      line[column] = value;
      if (value < least) least = value;
    }
    if (least > most) return false;
    older = old;
    old = line;
  }
  return (old[other.length] ?? far) <= most;
}
