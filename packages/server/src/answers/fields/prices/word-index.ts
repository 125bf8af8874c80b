/** An index of the words of a price list by what a visitor may say for them: no word is compared with every other. */

import { nearName, nearNameLengths } from '../typo.ts';
import type { ItemWord, Wanted } from './item-words.ts';

export interface WordIndex {
  readonly words: readonly ItemWord[];
  /** The places of the words that the wanted one stands for. */
  readonly sameAs: (wanted: Wanted) => ReadonlySet<number>;
}

// A list of 2,000 prices has some thousand words; what goes beyond is looked at no further for slips of the hand.
const looksMax = 20_000;
const comparisonsMax = 500;
const formCharsMin = 4;
const nearCharsMin = 8;

export function createWordIndex(): WordIndex & {
  /** The place of a word, which is new or was here before. */
  readonly add: (word: string, read: (word: string) => ItemWord) => number;
} {
  const words: ItemWord[] = [];
  const letters: number[] = [];
  const places = new Map<string, number>();
  const byAmount = new Map<number, number[]>();
  const byStem = [new Map<string, number[]>(), new Map<string, number[]>()] as const;
  const byBase = new Map<string, number[]>();
  const byShape = new Map<string, number[]>();

  const add = (word: string, read: (word: string) => ItemWord): number => {
    const known = places.get(word);
    if (known !== undefined) return known;
    const item = read(word);
    const place = words.push(item) - 1;
    places.set(word, place);
    letters.push(lettersOf(word));
    if (item.amount !== undefined) {
      append(byAmount, item.amount, place);
      return place;
    }
    for (const [language, stems] of byStem.entries())
      append(stems, item.stems[language] ?? '', place);
    for (const base of item.bases) append(byBase, base, place);
    append(byShape, shapeOf(word, word.length), place);
    return place;
  };

  const sameAs = (wanted: Wanted): ReadonlySet<number> => {
    const found = new Set<number>();
    const own = places.get(wanted.word);
    if (own !== undefined) found.add(own);
    if (wanted.amount !== undefined) {
      for (const place of byAmount.get(wanted.amount) ?? []) found.add(place);
      return found;
    }
    const say = (all: Iterable<number>, charsMin = 0) => {
      for (const place of all) {
        const { word, amount } = words[place] ?? nothing;
        if (amount === undefined && word.length >= charsMin) found.add(place);
      }
    };
    for (const translated of wanted.translated) {
      if (!translated.startsWith('~')) say(placeOf(translated));
      else for (const stems of byStem) say(stems.get(translated.slice(1)) ?? []);
    }
    if (wanted.word.length < formCharsMin) return found;
    for (const [language, stems] of byStem.entries())
      say(stems.get(wanted.stems[language] ?? '') ?? [], formCharsMin);
    for (const form of wanted.forms) {
      say(placeOf(form), formCharsMin);
      say(byBase.get(form) ?? [], formCharsMin);
    }
    say(nearTo(wanted.word));
    return found;
  };

  const placeOf = (word: string): readonly number[] => {
    const place = places.get(word);
    return place === undefined ? [] : [place];
  };

  const nearTo = (word: string): readonly number[] => {
    const near: number[] = [];
    const mask = lettersOf(word);
    let looks = 0;
    let comparisons = 0;
    for (
      let length = word.length - nearNameLengths;
      length <= word.length + nearNameLengths;
      length += 1
    ) {
      if (length < formCharsMin || word.length + length <= nearCharsMin) continue;
      for (const place of byShape.get(shapeOf(word, length)) ?? []) {
        if (looks >= looksMax || comparisons >= comparisonsMax) return near;
        looks += 1;
        // Each slip brings in at most one letter and takes out another.
        if (bitsOf(mask ^ (letters[place] ?? 0)) > 2 * nearNameLengths) continue;
        comparisons += 1;
        if (nearName(word, words[place]?.word ?? '')) near.push(place);
      }
    }
    return near;
  };

  return { words, add, sameAs };
}

const nothing: Pick<ItemWord, 'word' | 'amount'> = { word: '', amount: undefined };

function append<Key>(lists: Map<Key, number[]>, key: Key, place: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [place]);
  else list.push(place);
}

function shapeOf(word: string, length: number): string {
  return `${word[0]}${length}`;
}

/** Which letters a word has, a bit for each; others share theirs. */
function lettersOf(word: string): number {
  let mask = 0;
  for (let at = 0; at < word.length; at += 1) mask |= 1 << (word.charCodeAt(at) % 32);
  return mask;
}

function bitsOf(mask: number): number {
  let left = mask;
  let bits = 0;
  for (; left !== 0; left &= left - 1) bits += 1;
  return bits;
}
