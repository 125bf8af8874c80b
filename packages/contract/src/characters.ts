/** Counts and cuts by code point: a surrogate pair is one character and is never split. */

export function hasAtMost(text: string, max: number): boolean {
  // The length in UTF-16 units is cheap to check.
  return text.length <= max || (text.length <= 2 * max && countOf(text) <= max);
}

export function hasAtLeast(text: string, min: number): boolean {
  return text.length >= 2 * min || (text.length >= min && countOf(text) >= min);
}

export function cutCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

function countOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
