/** Prices as written by people: "1800/=", "KSh 1,800", "from 8,000". */
import type { ProfilePrice } from '@baraza/contract';
import { amountFromWords } from '@baraza/contract/plain';
import { count } from '../../../words/figures.ts';

const startingPrice = { sw: 'bei ya kuanzia', en: 'starting price' } as const;
const currency = 'kshs?|kes|tshs?|tzs|ushs?|ugx|rwf|usd|sh|\\$';
const before = new RegExp(`^(?:${currency})[.:]?`, 'i');
const after = new RegExp(`(?:/[-=]?|=|bob|${currency})$`, 'i');

/** The number, if the text is one, in digits or in words. */
export function priceOf(text: string): number | undefined {
  const digits = text.replaceAll(/[,\s]/g, '').replace(before, '').replace(after, '');
  return /^\d+(?:\.\d{1,2})?$/.test(digits) ? Number(digits) : amountFromWords(text);
}

/** A price that was typed: "from 8,000" becomes a number with a note, and other words stay as they are. */
export function withReadPrice(entry: ProfilePrice): ProfilePrice {
  if (typeof entry.price !== 'string') return entry;
  const written = entry.price.trim();
  const rest = written
    .replace(/^(?:from|kuanzia na|kuanzia|starting at)\s/i, '')
    .replace(/\+$/, '');
  const price = priceOf(rest);
  if (rest === written && price !== undefined) return { ...entry, price };
  // A note of the owner stays, and so do the words of the price, which it does not say.
  if (price === undefined || entry.note !== undefined) return { ...entry, price: written };
  return { ...entry, price, note: startingPrice };
}

export function currencyIn(price: string): string | undefined {
  if (/^ksh|^kes/i.test(price)) return 'KES';
  if (/^tsh|^tzs/i.test(price)) return 'TZS';
  if (/^ush|^ugx/i.test(price)) return 'UGX';
  return /^(usd|\$)/i.test(price) ? 'USD' : undefined;
}

const currencies: Readonly<Record<string, string>> = {
  'Africa/Dar_es_Salaam': 'TZS',
  'Africa/Kampala': 'UGX',
  'Africa/Kigali': 'RWF',
};

/** The currency of a new price. */
export function usualCurrency(profile: {
  readonly prices: readonly ProfilePrice[];
  readonly timezone: string;
}): string {
  return profile.prices.at(-1)?.currency ?? currencies[profile.timezone] ?? 'KES';
}

export function amountOf({ price, currency }: Pick<ProfilePrice, 'price' | 'currency'>): string {
  if (price === undefined) return '';
  return `${currency} ${typeof price === 'number' ? count(price) : price}`.trim();
}
