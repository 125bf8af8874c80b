/** Terms and their runs of letters as numbers: no strings are kept in an index. */

import { hashOf } from '../text/hash.ts';

// Longer ones are no words that a hand misspelt.
export const gramCharsMax = 200;

/** The runs of letters of a term, with its ends marked: what a word shares with its other forms. */
export function gramsOf(term: string): Set<number> {
  const grams = new Set<number>();
  let before = 0;
  let last = termEnd;
  for (let index = 0; index <= term.length; index += 1) {
    const code = index < term.length ? term.charCodeAt(index) : termEnd;
    if (index > 0)
      grams.add((Math.imul(before, 0x9e3779b1) ^ Math.imul(last, 0x85ebca6b) ^ code) >>> 0);
    before = last;
    last = code;
  }
  return grams;
}

const termEnd = 1;

/** A term by its consonants alone, as hurried typing leaves it: `nyumbn` is nyumbani. */
export function skeletonOf(term: string): number | undefined {
  const consonants = term.replace(/(?<=.)[aeiou]/g, '');
  return consonants.length < 3 ? undefined : hashOf(`#${consonants}`);
}
