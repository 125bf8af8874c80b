/** Reads prices in texts: an amount, its currency, and its unit. */
import { amountFromWords, namesAmount } from '@baraza/contract/plain';
import { currencyCodes, readNumber } from '../../../kernel/language/money.ts';
import { longPattern } from '../../../kernel/long-pattern.ts';

export interface Amount {
  /** A number, or the text of a range, of a lowest price or of a free item; none if it is told on request. */
  readonly price?: number | string;
  /** '' if the text has none. */
  readonly currency: string;
  readonly unit: string;
  /** What is beside the amount: `4 for 100`, `on request`. */
  readonly note?: string;
}

const names = [...currencyCodes.keys()]
  .toSorted((one, other) => other.length - one.length)
  .map((name) => name.replaceAll(/[.$]/g, '\\$&'))
  .join('|');
const currencyPattern = new RegExp(`(?<![\\p{L}])(?:${names})(?![\\p{L}])`, 'iu');
// Shillings without a country.
const shillings = /\/[=-]|(?<!\p{L})(?:sh|shs|shilingi|shillings|bob)\.?(?!\p{L})/iu;

/** The ISO code of the first currency in a text; '' for none. */
export function currencyIn(text: string): string {
  const name = currencyPattern.exec(text)?.[0].toLowerCase();
  return currencyCodes.get(name ?? '') ?? '';
}

const number = [
  "\\d{1,3}(?:[,\\u00a0 '](?:\\d{3}))+(?:\\.\\d{1,2})?",
  '\\d{1,3}(?:\\.\\d{3})+(?:,\\d{1,2})?',
  '\\d+(?:[.,]\\d{1,2})?(?!\\d)',
  '\\d{1,9}',
].join('|');
const marks = `${names}|shs?|bob|shilingi|shillings`;
const money = `(?:(?:${marks})\\.?\\s*)?(?:${number})\\s*(?:/[=-]|(?:${marks})\\b\\.?)?`;
const isMoney = new RegExp(`^${money}$`, 'iu');
const isRange = new RegExp(`^${money}\\s*(?:-|–|—|to|hadi|mpaka)\\s*${money}$`, 'iu');
const isFrom = new RegExp(
  `^(?:from|starting(?: at| from)?|kuanzia|kutoka|up to|hadi)\\s+(${money})$`,
  'iu',
);
const free = /^(?:free|bure|free of charge|no charge|bila malipo)$/i;
const each = /(?<=\d|[=-]|bob)\s*(each|kila moja)$/i;
const request = longPattern('i')`
    ^(?:(?:please )?(?:ask|inquire|enquire|call|contact us)(?: us| for (?:a )?(?:price|quote))?
    |(?:price |quote )?(?:on|upon|by) (?:request|order|enquiry|inquiry|quotation)|poa|uliza(?: bei)?
    |(?:bei )?kwa maelewano|maelewano|negotiable|ulizia)\.?$`;
const unitAfter =
  /\s*(?:\/\s*(?=\p{L})|(?<!\p{L})(?:per|each|a|kwa|kila)\s+)(\p{L}[\p{L}\d .-]{0,40})$/iu;

/** The amount in a cell or at the end of a line; undefined for any other text. */
export function readAmount(cell: string): Amount | undefined {
  const text = cell.trim();
  if (text === '' || text.length > 90) return undefined;
  if (free.test(text)) return { price: text, currency: '', unit: '' };
  if (request.test(text)) return { currency: '', unit: '', note: text };
  return readOne(text.replace(/^@\s*/, '')) ?? readWithNote(text);
}

/** `30 each, 4 for 100`: the first amount, and the rest as a note. */
function readWithNote(text: string): Amount | undefined {
  const end = text.search(/[,;]\s/);
  const note = text.slice(end + 1).trim();
  const amount = end > 0 && /\p{L}/u.test(note) ? readOne(text.slice(0, end).trim()) : undefined;
  return amount === undefined ? undefined : { ...amount, note };
}

function readOne(text: string): Amount | undefined {
  const unit = (each.exec(text) ?? unitAfter.exec(text))?.[1]?.trim() ?? '';
  const bare = text.replace(each, '').replace(unitAfter, '').trim();
  const currency = currencyIn(bare);
  if (isMoney.test(bare)) {
    const value = numberOf(bare);
    return value === undefined ? undefined : { price: value, currency, unit };
  }
  const said = namesAmount(bare) ? amountFromWords(bare) : undefined;
  if (said !== undefined) return { price: said, currency, unit };
  if (!isRange.test(bare) && !isFrom.test(bare)) return undefined;
  const words = withoutCurrencies(bare).replaceAll(/\/[=-]|\s+/g, ' ');
  return { price: words.trim(), currency, unit };
}

export function namesMoney(text: string): boolean {
  return currencyPattern.test(text) || shillings.test(text);
}

// Also reads `1.500,50`, with points between thousands and a decimal comma.
function numberOf(text: string): number | undefined {
  const digits = /\d[\d,.'\u00a0 ]*/.exec(text)?.[0].replaceAll(/[\u00a0 ']/g, '') ?? '';
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits))
    return readNumber(digits.replaceAll('.', '').replace(',', '.'));
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits);
  return readNumber((isGrouped ? digits : digits.replace(',', '.')).replace(/\.$/, ''));
}

export function withoutCurrencies(text: string): string {
  return text.replace(new RegExp(currencyPattern, 'giu'), '');
}

export interface PricedLine extends Amount {
  readonly item: string;
}

const sentenceEnd = /(?<!\b(?:[DMS]rs?|Ms|Prof|St|No|Approx))[.!?]\s+\p{Lu}\p{Ll}{2}/u;
const leader = /^(.{2,150}?)\s*(?:\.{3,}|…+|_{3,}|·{3,})\s*(.+)$/u;
const dashed = /^(.{2,150}?)\s*(?:\s[-–—:=@]\s|:\s)\s*(.+)$/u;
const named = `(?:${marks})\\.?`;
const shown = `${named}\\s*(?:${number})(?:\\s*/[=-])?|(?:${number})\\s*(?:/[=-]|(?:${marks})\\b\\.?)`;
const trailing = new RegExp(`^(.{2,150}?)\\s+(${shown})(\\s*(?:/|per|each|kwa|kila).*)?$`, 'iu');
// Without a currency, only below a heading about prices.
const listed = new RegExp(
  `^(.{2,150}?)\\s+((?:@\\s*|from\\s+|kuanzia\\s+)${money}|(?:${number})\\s+(?:each|kila moja))(,.*)?$`,
  'iu',
);

/**
 * A line of a price list: `Chapati ..... 20`, `Tea – KSh 50`, `Beef stew 350/=`. Without leader dots the amount
 * must name a currency, unless the heading says that it is a price list.
 */
export function readPricedLine(line: string, isPriceList = false): PricedLine | undefined {
  const text = line.trim();
  if (text.length > 240) return undefined;
  const led = leader.exec(text);
  const found = priced(led, true) ?? priced(dashed.exec(text), isPriceList);
  if (found !== undefined) return found;
  const end = trailing.exec(text) ?? (isPriceList ? listed.exec(text) : null);
  if (end === null) return undefined;
  return priced([end[0], end[1] ?? '', `${end[2] ?? ''}${end[3] ?? ''}`], true);
}

function priced(match: readonly string[] | null, isSurelyMoney: boolean): PricedLine | undefined {
  const item = (match?.[1] ?? '').replace(/[\s.:=–—-]+$/u, '').trim();
  const text = match?.[2] ?? '';
  const amount = readAmount(text);
  if (amount === undefined || !/\p{L}{2}/u.test(item) || /[?!]$/.test(item)) return undefined;
  if (!isSurelyMoney && !namesMoney(text)) return undefined;
  // A longer line is a sentence that ends with a price, and so is one after another sentence.
  if (item.split(/\s+/).length > 12 || sentenceEnd.test(item)) return undefined;
  return { item, ...amount };
}
