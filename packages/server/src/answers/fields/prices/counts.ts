/** How many of a listed item a question asks for, and what they cost together. */

import { wordings } from '../../../kernel/language/bilingual.ts';
import { digitsForWords, numberFromWords } from '../../../kernel/language/number-words.ts';
import { measureNamed } from '../../../kernel/language/units.ts';
import { longPattern } from '../../../kernel/long-pattern.ts';
import { wordsOf } from '../../text/text.ts';
import { isMeasure, isSameWord, itemWord, wantedOf } from './item-words.ts';
import { amountOf, amountText, type Price } from './money.ts';

/** Undefined if the question has not exactly one count, or if the price may not be that of one piece. */
export function totalOf(price: Price, plain: string) {
  const amount = amountOf(price);
  const counted = countedIn(plain, price);
  if (amount === undefined || counted === undefined || counted.count < 2) return undefined;
  if (!counted.isByUnit && !isPriceOfOne(price) && !isPacked(price, counted.beside))
    return undefined;
  return {
    count: counted.count,
    text: amountText({ ...price, price: amount * counted.count }),
  };
}

/**
 * A number beside a measure is the size of an item, unless the item is sold by that measure (`isByUnit`). `beside` are
 * the words before and after the number.
 */
function countedIn(plain: string, { unit }: Price) {
  const words = digitsForWords(plain).split(' ');
  const measure = wordings(unit ?? '').flatMap(
    (text) => measureNamed(text.trim().replace(perUnit, '').toLowerCase()) ?? [],
  )[0];
  const all = words.flatMap((word, at) => {
    const count = /^\d{1,4}$/.test(word) ? Number(word) : numberFromWords([word])?.value;
    const beside = [words[at - 1] ?? '', words[at + 1] ?? ''];
    const isByUnit = beside.some((one) => measure?.names.includes(one));
    if (count === undefined || (!isByUnit && beside.some(isMeasure))) return [];
    return [{ count, isByUnit, beside }];
  });
  return all.length === 1 ? all[0] : undefined;
}

const perUnit = /^(?:per|a|kwa|kila|for) /i;

/** Whether the price is for one piece: by its unit; without a unit, if its name has no amount, length or condition. */
function isPriceOfOne({ item, unit }: Price): boolean {
  if (unit === undefined) return wordings(item).every((name) => !detailed.test(name));
  return wordings(unit).some((text) => piece.test(text.trim().replace(perUnit, '')));
}

const detailed = /\d|[,;:/(–-]|\b(?:per|kwa|kila|for|hire|deposit|amana|ada|fee)\b/i;

const piece = longPattern(
  'i',
)`^(?:piece|pc|pcs|unit|each|one|item|person|head|adult|child|student|guest|kipande
  |kimoja|moja|mmoja|mtu|mtoto|mwanafunzi|mgeni)$`;

/** `4 bags of cement` counts `Cement bag 50 kg`. */
function isPacked({ item, unit }: Price, beside: readonly string[]): boolean {
  if (unit !== undefined) return false;
  const packs = wordings(item)
    .flatMap(wordsOf)
    .filter((word) => pack.test(word))
    .map(itemWord);
  return beside.some((word) => packs.some((name) => isSameWord(wantedOf(word), name, false)));
}

const pack = longPattern()`^(?:packet|pack|bag|sack|box|bottle|tin|can|carton|crate|roll|jar|sachet|tray|bundle|pakiti
  |mfuko|gunia|boksi|chupa|kopo|katoni|kreti|trei|roli)s?$`;
