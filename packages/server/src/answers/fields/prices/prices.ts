/** Answers on prices from the owner's list: an item must explain every significant word of the question. */

import type { Language } from '@baraza/contract';
import { pick } from '../../../kernel/language/bilingual.ts';
import { digitsForWords } from '../../../kernel/language/number-words.ts';
import { longPattern } from '../../../kernel/long-pattern.ts';
import { words } from '../../words.ts';
import type { FieldAnswer, FieldQuestion } from '../question.ts';
import { conceptSet, type QuestionWords, readingOf } from '../vocabulary.ts';
import { catalogueOf, matching } from './catalogue.ts';
import { totalOf } from './counts.ts';
import { isAmount, isMeasure } from './item-words.ts';
import { amountOf, amountText, type Price, priceText } from './money.ts';

export function priceAnswer(question: FieldQuestion): FieldAnswer | undefined {
  const { business, plain, before } = question;
  if (business.prices.length === 0) return undefined;
  const own = asking(question, plain);
  const earlier = before === undefined ? undefined : asking(question, before);
  if (!asksPrice(own))
    return elliptic(plain) && earlier && asksPrice(earlier)
      ? carriedOn(question, own, earlier)
      : undefined;
  const extreme = extremeOf(question, own);
  if (extreme) return sayPrices(question, [extreme]);
  if (own.left.length > 0) return sayPrices(question, matchingEach(question, plain, own.left));
  const meant = earlier && sayPrices(question, matching(question, earlier.left));
  // `How much?` alone asks about something that was named before; `your prices` asks for all of them.
  const asksAll = before === undefined || own.concepts.has('list') || all.test(plain);
  return meant ?? (asksAll ? sayPrices(question, business.prices) : undefined);
}

/** `Rice and sugar` are two items, if no single one has both words. */
function matchingEach(
  question: FieldQuestion,
  plain: string,
  left: readonly string[],
): readonly Price[] {
  const together = matching(question, left);
  if (together.length > 0) return together;
  const parts = plain
    .split(/ (?:na|and|or|au|ama|pia|plus) /)
    .map((part) => asking(question, part).left)
    .filter((words) => words.length > 0);
  const found = parts.map((words) => matching(question, words));
  return parts.length > 1 && found.every((prices) => prices.length > 0)
    ? [...new Set(found.flat())]
    : [];
}

/** An item that was only asked for: `do you have rice?` is answered by what it costs. */
export function availabilityAnswer(question: FieldQuestion): FieldAnswer | undefined {
  const { business, plain, before } = question;
  if (business.prices.length === 0) return undefined;
  const { left, concepts } = asking(question, plain);
  if (!concepts.isDisjointFrom(foreign)) return undefined;
  // The name of a thing and nothing else asks for it, if nothing was asked before.
  const isBare = before === undefined && concepts.size === 0 && plain.split(' ').length <= bareMax;
  if ((!isBare && !asksForItem.test(plain)) || asksCount.test(plain)) return undefined;
  return sayPrices(question, matching(question, left, 'head'));
}

const bareMax = 3;

/** `How many rooms do you have?` is answered by no price. */
const asksCount = /\b(?:how many|wangapi|vingapi|mangapi|mingapi)\b/;

/** Names of the listed sizes of a thing whose price was asked in a size that is not listed. */
export function listedVariants(question: FieldQuestion): readonly string[] {
  const { business, plain, language } = question;
  if (business.prices.length === 0) return [];
  const own = asking(question, plain);
  if (!asksPrice(own) && !asksForItem.test(plain)) return [];
  const thing = own.left.filter((word) => !isAmount(word) && !isMeasure(word));
  const sized = own.left.some((word, index) => isAmount(word) && isSize(own.left, index));
  if (!sized || thing.length === 0) return [];
  return matching(question, thing, 'head')
    .slice(0, voiceItemsMax)
    .map(({ item }) => pick(item, language));
}

function isSize(left: readonly string[], index: number): boolean {
  return isMeasure(left[index - 1]) || isMeasure(left[index + 1]);
}

const asksForItem = longPattern()`\b(?:have|hire|rent|kukodi|mnakodisha|sell|selling|stock|offer|provide|get|buy
  |want|need|looking for|mna|una|mnayo|mnazo|mnacho|mnavyo|mnauza|unauza|kuna|mnatoa|kununua|ninunue|nunua|nauliza
  |naomba|nipatie|purchase|napata|kupata|nataka|nahitaji|natafuta|ninataka|ninahitaji|zipo|ipo|vipo|iko|ziko|pata)\b`;

/** What a question on a price is about: its words without those that ask, count or measure. */
export function thingsAsked(plain: string): readonly string[] {
  return readingOf(digitsForWords(plain), new Set()).left.filter(
    (word) => !priceFillers.has(word) && !isAmount(word) && !isMeasure(word),
  );
}

/** `The cheapest thing`: no item by itself answers that. */
export function asksExtreme(plain: string): boolean {
  return !readingOf(digitsForWords(plain), new Set()).concepts.isDisjointFrom(extremes);
}

const extremes = conceptSet('cheapest dearest');

type Asking = Pick<QuestionWords, 'concepts' | 'left'>;

function asking({ business, known }: FieldQuestion, plain: string): Asking {
  const { significant } = catalogueOf(business);
  const { concepts, left } = readingOf(digitsForWords(plain), known, significant);
  const isSignificant = (word: string, at: number) =>
    significant.has(word) || !priceFillers.has(word) || (isAmount(word) && isSize(left, at));
  return { concepts, left: left.filter(isSignificant) };
}

/** `And the 1,000 litre one?` asks the price of the same thing in another size, `and sugar?` that of another thing. */
function carriedOn(question: FieldQuestion, own: Asking, earlier: Asking): FieldAnswer | undefined {
  if (own.left.length === 0 || !own.concepts.isDisjointFrom(foreign)) return undefined;
  const kept = own.left.some(isAmount)
    ? earlier.left.filter((word) => !isAmount(word))
    : earlier.left;
  const same = sayPrices(question, matching(question, [...new Set([...kept, ...own.left])]));
  if (same || own.left.every(isAmount)) return same;
  return sayPrices(question, matching(question, own.left));
}

function elliptic(plain: string): boolean {
  const begins = /^(?:na|and|what about|how about|vipi kuhusu|je|au|or)\b/;
  return begins.test(plain) || plain.split(' ').length <= 4;
}

function asksPrice({ concepts }: Asking): boolean {
  return concepts.isDisjointFrom(foreign) && !concepts.isDisjointFrom(ofPrices);
}

const ofPrices = conceptSet('price list cheapest dearest');

const foreign = conceptSet('where phone whatsapp email open close when days until');

const all = longPattern()`\b(?:bei|gharama|ada)\b.*\b(?:zenu|yenu|zako|za)\b
  |\bbei (?:zenu|zikoje|ni gani|gani)\b|\b(?:prices|rates|fees|charges|pricing)\b
  |\b(?:your|the) (?:price|cost|fee)\b`;

function extremeOf(question: FieldQuestion, { concepts, left }: Asking): Price | undefined {
  if (concepts.isDisjointFrom(extremes)) return undefined;
  const among = left.length > 0 ? matching(question, left) : question.business.prices;
  const priced = among.flatMap((price) => {
    const amount = amountOf(price);
    return amount === undefined ? [] : [{ price, amount }];
  });
  const [first] = priced;
  // Amounts of two currencies, or one that is words, cannot be compared.
  if (!first || priced.length < among.length) return undefined;
  if (priced.some(({ price }) => price.currency !== first.price.currency)) return undefined;
  priced.sort((a, b) => a.amount - b.amount);
  return (concepts.has('cheapest') ? priced[0] : priced.at(-1))?.price;
}

/** What the given items cost; a count in the question is multiplied. Undefined without items. */
export function sayPrices(
  question: FieldQuestion,
  found: readonly Price[],
): FieldAnswer | undefined {
  if (found.length === 0) return undefined;
  const { language, ask } = question;
  const { prices, pricesTitle } = words[language];
  const all = found === question.business.prices ? listItemsMax : itemsMax;
  const most = ask.mode === 'voice' ? voiceItemsMax : all;
  const different = differentLines(found, language, most + 1);
  const shown = different.slice(0, most);
  const lines = shown.map(({ item, price }) => `${item}: ${price}`);
  const [only, second] = different;
  const text =
    only && !second ? singleText(question, only) : prices(lines, different.length > most, ask.mode);
  const parts = shown.flatMap(({ of, item }, at) =>
    of.id === undefined ? [] : [{ id: of.id, title: item, quote: lines[at] ?? '' }],
  );
  const answer = { text, title: pricesTitle, quote: lines.join('; ') };
  return parts.length === shown.length ? { ...answer, parts } : answer;
}

interface PriceLine {
  readonly of: Price;
  readonly item: string;
  readonly price: string;
}

/** Each line once, even if a price was imported from two sources. */
function differentLines(
  found: readonly Price[],
  language: Language,
  max: number,
): readonly PriceLine[] {
  const lines = new Map<string, PriceLine>();
  for (const of of found) {
    if (lines.size === max) break;
    const line = { of, item: pick(of.item, language), price: priceText(of, language) };
    const key = `${line.item}: ${line.price}`.toLowerCase();
    if (!lines.has(key)) lines.set(key, line);
  }
  return [...lines.values()];
}

function singleText({ plain, language, ask }: FieldQuestion, line: PriceLine): string {
  const { free, price, total } = words[language];
  if (line.of.price === undefined) return `${line.item}: ${line.price}.`;
  if (amountOf(line.of) === 0) return free(line.item, line.price);
  const text = price(line.item, line.price);
  const sum = totalOf(line.of, plain);
  if (sum === undefined) return text;
  const written = `${sum.count} × ${amountText(line.of)} = ${sum.text}.`;
  return `${text} ${ask.mode === 'voice' ? total(sum.count, sum.text) : written}`;
}

// For a question about an item; a question for the whole list gets more.
const itemsMax = 5;
const listItemsMax = 10;
const voiceItemsMax = 3;

const priceFillers = new Set(
  `sell selling stock stocks offer provide looking pata kupata napata mnayo mnazo mnatoa vipo nahitaji natafuta
    vitu kitu thing things goods stuff buy buying purchase mnafanya mnauza mnatoza mnachaji mnalipisha kufanya
    kufanyiwa nitatoa natoa make making pay paying order see kununua kuona kumuona kuorder kuagiza kubuy naorder
    unauza nunua kulipa nalipa nitalipa tunalipa hire hiring rent renting rental lease book booking kukodi kukodisha
    mnakodisha nakodi kodi mnakodi lipa moja kimoja mmoja item items product products list show vyote nauliza
    nipatie bidhaa total altogether jumla currently nowadays amount money pesa hela shilingi shillings ksh kes tsh
    sh bob`.split(/\s+/),
);
