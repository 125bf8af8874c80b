/** Which of some known words a misspelt one probably means. */

const lettersOffMax = 2;

/** The nearest word that differs by case, signs, a plural or at most two letters. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const found = known
    .map((one) => ({ one, off: lettersOff(word, one) }))
    .filter(({ off }) => off !== undefined)
    .sort((one, other) => Number(one.off) - Number(other.off));
  return found[0]?.one;
}

/** How many letters a word differs by from a known one; undefined if it is probably another word. */
export function lettersOff(word: string, known: string): number | undefined {
  const off = distance(lettersOf(word), lettersOf(known));
  // Two letters of four would be half of another word.
  return off <= lettersOffMax && off * 2 < known.length ? off : undefined;
}

function lettersOf(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** How many letters are wrong, missing or too many; two that changed places count as one, and so does a plural. */
function distance(one: string, other: string): number {
  if (singular(one) === singular(other)) return one === other ? 0 : 1;
  if (Math.abs(one.length - other.length) > lettersOffMax) return lettersOffMax + 1;
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwap =
        row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      next.push(
        Math.min(
          (last[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (last[at - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}

function singular(letters: string): string {
  return letters.replace(/e?s?$/, '');
}
