/** Finds what a record costs: a field that is called a price, with its currency and unit. */
import type { JsonObject } from '@baraza/contract';
import { currencyCodes } from '../../../answers/fields/prices/money.ts';
import type { Bilingual, Business } from '../../../answers/knowledge.ts';
import { bilingualOf, isObject } from './field-values.ts';
import { outOfStock, wordsOfName } from './field-words.ts';
import { unitOf } from './unit.ts';

type Price = Business['prices'][number];

interface PriceFound {
  readonly price: Omit<Price, 'item'>;
  /** The fields that it covers, which are not repeated in the text. */
  readonly fields: ReadonlySet<string>;
}

export function priceOf(record: JsonObject): PriceFound | undefined {
  const found = priceField(record);
  if (found === undefined) return undefined;
  const currencyField = Object.keys(record).find((field) => isCalled(field, currencyNames));
  const currency =
    found.currency || textOf(record, currencyField) || currencySigns.get(found.code) || found.code;
  const unitField = Object.keys(record).find((field) => isCalled(field, unitNames));
  const unit = found.unit ?? unitIn(unitField === undefined ? undefined : record[unitField]);
  const stockField = Object.keys(record).find((field) => isCalled(field, stockNames));
  const stock = stockField === undefined ? undefined : record[stockField];
  const note = stock === 0 || stock === false ? outOfStock : undefined;
  // Customers learn that nothing is left, but not how many are.
  const isCounted = typeof stock === 'number' || typeof stock === 'boolean';
  return {
    price: {
      price: found.amount,
      currency,
      ...(unit === undefined ? {} : { unit }),
      ...(note === undefined ? {} : { note }),
    },
    fields: new Set([
      found.field,
      ...(currencyField === undefined ? [] : [currencyField]),
      ...(stockField === undefined || !isCounted ? [] : [stockField]),
      ...(unitField === undefined || (unit === undefined && found.unit === undefined)
        ? []
        : [unitField]),
    ]),
  };
}

interface PriceField {
  readonly field: string;
  readonly amount: number | string;
  readonly currency: string;
  /** The word for a currency in its name: `kes` of `priceKes`. */
  readonly code: string;
  readonly unit: Bilingual | undefined;
}

/** `costPrice` or `oldPrice` is not the price of the thing: every word of the name must be known. */
function priceField(record: JsonObject): PriceField | undefined {
  let best: PriceField | undefined;
  let bestRank = Number.POSITIVE_INFINITY;
  for (const [field, value] of Object.entries(record)) {
    const words = wordsOfName(field.slice(0, nameCharactersMax));
    const per = words.findIndex((word, at) => at > 0 && (word === 'per' || word === 'kwa'));
    const head = per < 0 ? words : words.slice(0, per);
    const ranks = head.map((word) => priceNames.indexOf(word)).filter((at) => at >= 0);
    const [rank] = ranks;
    // `costPrice` has two: it is what the owner pays.
    if (rank === undefined || ranks.length > 1 || rank >= bestRank) continue;
    const others = head.filter((word) => !priceNames.includes(word) && !besidePrice.has(word));
    const codes = others.filter((word) => currencySigns.has(word));
    if (others.length > codes.length) continue;
    const given = amountIn(value);
    if (given === undefined) continue;
    const unit = per < 0 ? undefined : unitOf(words.slice(per + 1).join(' '));
    best = { field, ...given, code: codes[0] ?? '', unit };
    bestRank = rank;
  }
  return best;
}

const nameCharactersMax = 60;
const priceCharactersMax = 80;
const priceNames = 'price bei rate fee fees fare nauli karo ada charge tariff cost gharama'.split(
  ' ',
);
const besidePrice = new Set('unit selling sale sales retail ya kuuza kuuzia each'.split(' '));
const currencyNames = new Set(['currency', 'sarafu', 'currency code']);
const unitNames = new Set(['unit', 'kipimo', 'measure', 'units', 'per', 'packaging', 'pack']);
const stockNames = new Set([
  'in stock',
  'stock',
  'quantity',
  'qty',
  'available',
  'idadi',
  'zilizopo',
  'stock level',
]);
const currencySigns: ReadonlyMap<string, string> = new Map([
  ...currencyCodes,
  ['ksh', 'KSh'],
  ['kshs', 'KSh'],
  ['tsh', 'TSh'],
  ['ush', 'USh'],
  ['shilingi', 'KES'],
]);

function amountIn(value: unknown): Pick<PriceField, 'amount' | 'currency'> | undefined {
  if (typeof value === 'number')
    return value >= 0 && Number.isFinite(value) ? { amount: value, currency: '' } : undefined;
  if (typeof value === 'string') {
    const text = value.trim();
    const isPrice = /\d/.test(text) || /^(?:free|bure)$/i.test(text);
    return isPrice && text.length <= priceCharactersMax
      ? { amount: text, currency: '' }
      : undefined;
  }
  if (!isObject(value)) return undefined;
  const { amount, value: plain, currency } = value;
  const given = amount ?? plain;
  if (typeof given !== 'number' && typeof given !== 'string') return undefined;
  const found = amountIn(given);
  return found && { ...found, currency: typeof currency === 'string' ? currency.trim() : '' };
}

function unitIn(value: unknown): Bilingual | undefined {
  const unit = bilingualOf(value);
  return typeof unit === 'string' ? unitOf(unit) : unit;
}

function isCalled(field: string, names: ReadonlySet<string>): boolean {
  return names.has(wordsOfName(field.slice(0, nameCharactersMax)).join(' '));
}

function textOf(record: JsonObject, field: string | undefined): string {
  const value = field === undefined ? undefined : record[field];
  return typeof value === 'string' ? value.trim() : '';
}
