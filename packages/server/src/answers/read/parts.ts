/** Splits a message into two questions if each part is a question on its own. */
import { contentWords, wordsOf } from '../text/text.ts';

/** Undefined if it is one question or too long. */
export function partsOf(question: string): readonly [string, string] | undefined {
  if (question.length > partedCharsMax) return undefined;
  for (const cut of question.matchAll(cuts)) {
    const first = question.slice(0, cut.index).trim();
    const second = question.slice(cut.index + cut[0].length).trim();
    if (isAsking(first) && isAsking(second, cut.groups?.english !== undefined))
      return [first, second];
  }
  return undefined;
}

/** Whether a part asks only for the price of what the other part names, such as `how much is it`. */
export function asksOnlyPrice(part: string): boolean {
  return contentWords(part).every((word) => priceWords.has(word));
}

const partedCharsMax = 300;
const partWordsMin = 2;

const cuts =
  /\?\s+(?=\S)|[,;]?\s(?:(?<english>and|plus|also)|na|pia|halafu|kisha)\s(?:(?:also|then|pia|je)\s)?/gi;

/** English question words come first, so `two hundred and fifty` is not cut; Swahili ones are anywhere. */
function isAsking(part: string, isFirst = false): boolean {
  const words = wordsOf(part);
  if (words.length < partWordsMin) return false;
  const [first = ''] = words;
  if (opening.has(first)) return true;
  if (isFirst) return words.slice(0, firstWords).some((word) => asking.has(word));
  return words.some((word) => asking.has(word) || priceWords.has(word));
}

// `At what hour`, `in how many days`.
const firstWords = 3;

const asking = new Set(
  `how what whats when where which who why ngapi ngp gani lini wapi nini nani vipi ipi upi zipi yapi
    mangapi wangapi mingapi`.split(/\s+/),
);
const priceWords = new Set(['price', 'cost', 'bei', 'gharama', 'kiasi']);
const opening = new Set(
  `do does did is are can could must will would may je naweza tunaweza inawezekana mna mko mnaweza mnauza kuna
    mnapokea`.split(/\s+/),
);
