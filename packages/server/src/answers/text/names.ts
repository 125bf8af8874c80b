/** Other names of a thing, in both languages, told by hand: what the learnt lexicon has met too seldom. */
import { readFileSync } from 'node:fs';

let opened: ReadonlyMap<string, readonly string[]> | undefined;

/** Every name of what a word names, itself among them; none for a word that the table does not have. */
export function namesOf(word: string): readonly string[] {
  opened ??= readNames();
  return opened.get(keyOf(word)) ?? [];
}

/** Lines of words that name the same. */
function readNames(): ReadonlyMap<string, readonly string[]> {
  const file = new URL(import.meta.resolve('@baraza/answer-model/names.txt'));
  const names = new Map<string, readonly string[]>();
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const same = line.split(' ');
    for (const key of same.map(keyOf)) names.set(key, [...(names.get(key) ?? []), ...same]);
  }
  return names;
}

// Only what makes several of one in English goes: more, and care is a car.
function keyOf(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|x|ch|sh)es$/, '')
    .replace(/s$/, '');
}
