/** Generates words that are as slow to process as possible. */
import type { Random } from '../../packages/server/test/fixtures/random.ts';

export const wordings = ['all different', 'all alike', 'one letter apart'] as const;
export type Wording = (typeof wordings)[number];

/** Returns a generator function of words. */
export function createWords(random: Random, wording: Wording): () => string {
  const letters = 'abcdefghijklmnoprstuvwyz';
  const letter = () => letters[random.below(letters.length)] ?? 'a';
  const word = (length: number) => Array.from({ length }, letter).join('');
  const base = word(9);
  let count = 0;
  return () => {
    count += 1;
    if (wording === 'all alike') return base;
    if (wording === 'all different') return word(5 + random.below(4)) + count.toString(36);
    const at = count % base.length;
    return base.slice(0, at) + letter() + base.slice(at + 1);
  };
}

export function sentence(next: () => string, words: number): string {
  return Array.from({ length: words }, next).join(' ');
}

/** Words up to a number of characters. */
export function text(next: () => string, characters: number): string {
  const words: string[] = [];
  for (let length = 0; length < characters; ) {
    const one = next();
    words.push(words.length % 15 === 14 ? `${one}.\n` : one);
    length += one.length + 1;
  }
  return words.join(' ').slice(0, characters);
}
