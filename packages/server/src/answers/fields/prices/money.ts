/** Prices as visitors read them. */

import type { Language } from '@baraza/contract';
import { pick } from '../../../kernel/language/bilingual.ts';
import { readNumber } from '../../../kernel/language/money.ts';
import type { Business } from '../../knowledge.ts';
import { unitIn } from './unit-words.ts';

export type Price = Business['prices'][number];

/** `KES 1,500`, `KSh 250.50`; a price in words stays as it is. */
export function amountText({ price = '', currency }: Price): string {
  const amount = typeof price === 'number' ? grouped(price) : groupedText(price.trim());
  const sign = currency.trim();
  if (sign === '' || amount.toLowerCase().includes(sign.toLowerCase())) return amount;
  if (!/\d/.test(amount)) return amount;
  return /^[$€£]$/.test(sign) ? `${sign}${amount}` : `${sign} ${amount}`;
}

/** With its unit and note: `KES 1,500 per person (tax included)`. Without an amount, the note says what it costs. */
export function priceText(price: Price, language: Language): string {
  const unit = price.unit === undefined ? '' : unitIn(price.unit, language);
  const note = price.note === undefined ? '' : pick(price.note, language);
  if (price.price === undefined) return note.replace(/\.$/, '');
  const amount =
    amountOf(price) === 0 ? free[language] : `${amountText(price)}${unitText(unit, language)}`;
  return `${amount}${note === '' ? '' : ` (${note.replace(/\.$/, '')})`}`;
}

const free = { sw: 'bure', en: 'free' } as const;

/** The number in a price, for comparing; undefined if the price is words or a range. */
export function amountOf({ price }: Price): number | undefined {
  return typeof price === 'string' ? readNumber(price) : price;
}

function unitText(unit: string, language: Language): string {
  if (unit === '') return '';
  if (/^(?:(?:per|a|an|each|every|for|kwa|kila|ya)\b|\/)/i.test(unit)) return ` ${unit}`;
  return language === 'sw' ? ` kwa ${unit}` : ` per ${unit}`;
}

/** `1234567` as `1,234,567`. */
export function withCommas(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3)
    groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}

function grouped(value: number): string {
  const decimals = Number.isInteger(value) ? 0 : 2;
  const [whole = '', part] = value.toFixed(decimals).split('.');
  return part === undefined ? withCommas(whole) : `${withCommas(whole)}.${part}`;
}

// Owners type 1500 or 1,500 for the same price: visitors see one form.
function groupedText(price: string): string {
  return /^\d{4,}(\.\d{1,2})?$/.test(price) ? grouped(Number(price)) : price;
}
