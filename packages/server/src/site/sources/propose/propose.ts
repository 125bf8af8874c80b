/** Makes proposals for a profile from texts. */

import type { Guess } from '../../knowledge/text-language.ts';
import { type Block, cleanLine, type LeftOut, type ReadText } from '../formats/blocks.ts';
import type { Hours } from './hours-text.ts';
import { currencyIn } from './price-text.ts';
import { type Proposal, type Proposed, summarised } from './proposal.ts';
import { proseProposals } from './prose.ts';
import { type Part, type Sorted, sortBlocks } from './sections.ts';
import type { FoundFaq, FoundPrice, Text } from './tables.ts';

interface Context {
  readonly guess: Guess;
  /** The title of texts that have none. */
  readonly name: string;
  /** The currency of the site's prices; '' where it has none. */
  readonly currency: string;
}

const shortCharactersMax = 200;
const sentenceCharactersMax = 2_000;
const repeatedCharacters = 30;

export function proposeFrom(
  texts: readonly ReadText[],
  { guess, name, currency: ownCurrency }: Context,
): Proposed {
  const sorted = texts.map((text) => ({ text, ...sortBlocks(text) }));
  const hours = openingHoursOf(sorted);
  const leftOut = [...texts.flatMap((text) => text.leftOut), ...hours.leftOut];
  const proposals: Proposal[] = hours.hours.map(({ from, ...entry }) => ({
    list: 'hours',
    entry,
    from,
  }));
  // A text that several pages repeat is proposed once.
  const seen = new Set<string>();
  for (const { text, ...parts } of sorted) {
    const currency = text.currency ?? (commonCurrency(text, parts) || ownCurrency);
    for (const price of parts.prices) proposals.push(priceProposal(price, currency));
    for (const faq of parts.faqs) proposals.push(faqProposal(faq, text.url, guess));
    for (const section of parts.sections) {
      const left = section.parts.filter((part) => !hours.used.has(part) && isNew(part, seen));
      const prose = { guess, title: text.title || name, url: text.url };
      proposals.push(...proseProposals(section, left, prose));
    }
    leftOut.push(...unreadRows(parts.unread));
  }
  return { proposals, leftOut };
}

function isNew({ text }: Part, seen: Set<string>): boolean {
  if (text.length < repeatedCharacters) return true;
  const isRepeated = seen.has(text);
  seen.add(text);
  return !isRepeated;
}

/** The only currency in a text; '' where there are several. */
function commonCurrency({ blocks }: ReadText, { prices }: Sorted): string {
  const ofPrices = new Set(prices.map(({ currency }) => currency));
  ofPrices.delete('');
  const named = ofPrices.size > 0 ? ofPrices : new Set(blocks.map(currencyOf));
  named.delete('');
  return named.size === 1 ? ([...named][0] ?? '') : '';
}

function currencyOf(block: Block): string {
  if ('text' in block) return currencyIn(block.text);
  return block.kind === 'table' ? currencyIn(block.rows.flat().join(' ')) : '';
}

function priceProposal(found: FoundPrice, usual: string): Proposal {
  const { item, price, unit, note, from } = found;
  const entry = {
    item: short(item),
    price: typeof price === 'string' ? price.slice(0, 100) : price,
    currency: currencyIn(found.currency) || found.currency.trim().slice(0, 12) || usual,
    ...(unit === '' ? {} : { unit: short(unit) }),
    ...(note === '' ? {} : { note: sentence(note) }),
  };
  return { list: 'prices', entry, from };
}

function short(text: string): string {
  return cleanLine(text).slice(0, shortCharactersMax).toWellFormed().trim();
}

function sentence(text: string): string {
  return cleanLine(text).slice(0, sentenceCharactersMax).toWellFormed();
}

function faqProposal(
  { question, answer, from }: FoundFaq,
  url: string | undefined,
  guess: Guess,
): Proposal {
  const isPair = typeof question !== 'string' || typeof answer !== 'string';
  const language = isPair ? undefined : guess(`${question}\n${answer}`);
  return {
    list: 'faqs',
    entry: {
      question: eachText(question, sentence),
      answer,
      ...(url === undefined ? {} : { url }),
      ...(language === undefined ? {} : { language }),
    },
    from,
  };
}

function eachText(text: Text, change: (text: string) => string): Text {
  return typeof text === 'string' ? change(text) : { sw: change(text.sw), en: change(text.en) };
}

function unreadRows(places: readonly string[]): readonly LeftOut[] {
  const why = 'This row has no item and price, or no question and answer.';
  return summarised(
    places.map((from) => ({ from, why })),
    (more) => `${more} more rows are left out for the same reason.`,
  );
}

interface OpeningHours {
  readonly hours: readonly (Hours & { readonly from: string })[];
  /** Parts that are proposed as hours, and no longer as text. */
  readonly used: ReadonlySet<Part>;
  readonly leftOut: readonly LeftOut[];
}

interface Group {
  readonly hours: readonly (Hours & { readonly from: string })[];
  readonly parts: readonly Part[];
  readonly from: string;
  readonly isUnclear: boolean;
}

/** The opening hours of all texts, where they agree; where they differ, the owner must enter them. */
function openingHoursOf(texts: readonly Sorted[]): OpeningHours {
  const groups = texts.flatMap(groupsIn);
  const clear = groups.filter(({ isUnclear, hours }) => !isUnclear && hours.length > 0);
  const leftOut = groups
    .filter(({ isUnclear }) => isUnclear)
    .map(({ from }) => ({
      from,
      why: 'The opening hours here could not be read with certainty; enter them yourself.',
    }));
  const [first, second] = clear;
  if (first !== undefined && clear.every((group) => keyOf(group) === keyOf(first)))
    return { hours: first.hours, used: new Set(clear.flatMap(({ parts }) => parts)), leftOut };
  if (second !== undefined)
    leftOut.push({
      from: second.from,
      why: 'There are several opening hours that differ; enter them yourself.',
    });
  return { hours: [], used: new Set(), leftOut };
}

function groupsIn({ sections }: Sorted): readonly Group[] {
  return sections.flatMap(({ parts }) => {
    const lines = parts.filter(({ hours }) => hours !== undefined);
    const [first] = lines;
    if (first === undefined) return [];
    const hours = lines.flatMap(({ hours: given, from }) =>
      given === undefined || given === 'unclear' ? [] : given.map((entry) => ({ ...entry, from })),
    );
    const isUnclear = lines.some((line) => line.hours === 'unclear') || overlaps(hours);
    return [{ hours, parts: lines, from: first.from, isUnclear }];
  });
}

/** Whether two openings of a day overlap. */
function overlaps(hours: readonly Hours[]): boolean {
  const isOverlap = (one: Hours, other: Hours) =>
    one.days.some((day) => other.days.includes(day)) &&
    one.open < endOf(other) &&
    other.open < endOf(one);
  return hours.some((one, index) => hours.slice(index + 1).some((other) => isOverlap(one, other)));
}

// Hours past midnight count up to the end of the day.
function endOf({ open, close }: Hours): string {
  return close <= open ? '24:00' : close;
}

function keyOf({ hours }: Group): string {
  const rows = hours.flatMap(({ days, open, close }) =>
    days.map((day) => `${day} ${open} ${close}`),
  );
  return [...new Set(rows)].toSorted().join('\n');
}
