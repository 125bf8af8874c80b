/** Proposals for a profile from what was read, in the form in which the profile takes them. */
import type { Guess } from '../../knowledge/text-language.ts';
import { cleanLine, type LeftOut, type ReadText } from '../formats/blocks.ts';
import { openingHoursOf } from './opening-hours.ts';
import { currencyIn } from './price-text.ts';
import type { PriceEntry, Proposal } from './proposal.ts';
import { proseProposals } from './prose.ts';
import { type Part, type Sorted, sortBlocks } from './sections.ts';
import type { Pair, TableFaq, TablePrice } from './tables.ts';

export interface Proposed {
  readonly proposals: readonly Proposal[];
  readonly leftOut: readonly LeftOut[];
}

interface Circumstances {
  readonly guess: Guess;
  /** What a text without a title is called. */
  readonly name: string;
  /** What the site's prices are in; '' where it has none. */
  readonly currency: string;
}

const shortCharactersMax = 200;
const questionCharactersMax = 2_000;
const repeatedCharacters = 30;

export function proposeFrom(texts: readonly ReadText[], given: Circumstances): Proposed {
  const sorted = texts.map((text) => ({ text, ...sortBlocks(text) }));
  const hours = openingHoursOf(sorted);
  const leftOut = [...texts.flatMap((text) => text.leftOut), ...hours.leftOut];
  const proposals: Proposal[] = hours.hours.map(({ from, ...entry }) => ({
    list: 'hours',
    entry,
    from,
  }));
  // What stands on several pages is said once.
  const said = new Set<string>();
  for (const { text, ...parts } of sorted) {
    const currency = text.currency ?? (commonCurrency(text, parts) || given.currency);
    for (const price of parts.prices) proposals.push(priceProposal(price, currency));
    for (const faq of parts.faqs) proposals.push(faqProposal(faq, text.url, given.guess));
    for (const section of parts.sections) {
      const left = section.parts.filter((part) => !hours.used.has(part) && isNew(part, said));
      const prose = { guess: given.guess, title: text.title || given.name, url: text.url };
      proposals.push(...proseProposals(section, left, prose));
    }
    leftOut.push(...unreadRows(parts.unread));
  }
  return { proposals, leftOut };
}

function isNew({ text }: Part, said: Set<string>): boolean {
  if (text.length < repeatedCharacters) return true;
  const isRepeated = said.has(text);
  said.add(text);
  return !isRepeated;
}

/** The one currency that a text names; of several, none is meant by a bare number. */
function commonCurrency({ blocks }: ReadText, { prices }: Sorted): string {
  const named = new Set(
    prices.map(({ currency }) => currency).filter((currency) => currency !== ''),
  );
  if (named.size === 0)
    for (const block of blocks) {
      const text =
        'text' in block ? block.text : block.kind === 'table' ? block.rows.flat().join(' ') : '';
      const currency = currencyIn(text);
      if (currency !== '') named.add(currency);
    }
  return named.size === 1 ? ([...named][0] ?? '') : '';
}

function priceProposal(found: TablePrice, usual: string): Proposal {
  const { item, price, unit, note, from } = found;
  const entry: PriceEntry = {
    item: short(item),
    price: typeof price === 'string' ? price.slice(0, 100) : price,
    currency: normalCurrency(found.currency) || usual,
    ...(unit === '' ? {} : { unit: short(unit) }),
    ...(note === ''
      ? {}
      : { note: cleanLine(note).slice(0, questionCharactersMax).toWellFormed() }),
  };
  return { list: 'prices', entry, from };
}

function normalCurrency(text: string): string {
  return currencyIn(text) || text.trim().slice(0, 12);
}

function short(text: string): string {
  return cleanLine(text).slice(0, shortCharactersMax).toWellFormed().trim();
}

function faqProposal(
  { question, answer, from }: TableFaq,
  url: string | undefined,
  guess: Guess,
): Proposal {
  const isPair = typeof question !== 'string' || typeof answer !== 'string';
  const language = isPair ? undefined : guess(`${question}\n${answer}`);
  return {
    list: 'faqs',
    entry: {
      question: eachText(question, (text) =>
        cleanLine(text).slice(0, questionCharactersMax).toWellFormed(),
      ),
      answer,
      ...(url === undefined ? {} : { url }),
      ...(language === undefined ? {} : { language }),
    },
    from,
  };
}

function eachText(text: string | Pair, change: (text: string) => string): string | Pair {
  return typeof text === 'string' ? change(text) : { sw: change(text.sw), en: change(text.en) };
}

const rowsNamedMax = 20;

function unreadRows(places: readonly string[]): readonly LeftOut[] {
  const told = places.slice(0, rowsNamedMax).map((from) => ({
    from,
    why: 'This row has no item and price, or no question and answer.',
  }));
  const more = places.length - told.length;
  return more <= 0
    ? told
    : [
        ...told,
        { from: places[rowsNamedMax] ?? '', why: `${more} more rows are left out likewise.` },
      ];
}
