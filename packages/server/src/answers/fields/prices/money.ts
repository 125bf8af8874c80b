/** Reads and writes money: numbers, currencies, and amounts for the eye and for the ear. */

import type { Language } from '@baraza/contract';
import type { Business } from '../../knowledge.ts';
import { pick } from '../../text/bilingual.ts';
import { numberInWords } from '../number-words.ts';

export type Price = Business['prices'][number];

/** `KES 1,500`, `KSh 250.50`; a price in words stays as it is. */
export function amountText({ price, currency }: Price): string {
  const amount = typeof price === 'number' ? grouped(price) : groupedText(price.trim());
  const sign = currency.trim();
  if (sign === '' || amount.toLowerCase().includes(sign.toLowerCase())) return amount;
  if (!/\d/.test(amount)) return amount;
  return /^[$€£]$/.test(sign) ? `${sign}${amount}` : `${sign} ${amount}`;
}

/** With its unit and note: `KES 1,500 per person (tax included)`. */
export function priceText(price: Price, language: Language): string {
  const unit = price.unit === undefined ? '' : pick(price.unit, language);
  const note = price.note === undefined ? '' : pick(price.note, language);
  const amount =
    amountOf(price) === 0 ? free[language] : `${amountText(price)}${unitText(unit, language)}`;
  return `${amount}${note === '' ? '' : ` (${note.replace(/\.$/, '')})`}`;
}

const free = { sw: 'bure', en: 'free' } as const;

/** The number in a price, for comparing; undefined where the price is words or a range. */
export function amountOf({ price }: Price): number | undefined {
  return typeof price === 'number' ? price : readNumber(price);
}

/** `1,500.50`, `1 500`; undefined for anything else. */
export function readNumber(text: string): number | undefined {
  const plain = text.replace(/[,\s]/g, '');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** `shilingi elfu moja mia tano`, `one thousand five hundred shillings`. */
export function amountInWords(amount: number, currency: string, language: Language): string {
  const known = currencyOf(currency);
  const said = numberInWords(amount, language);
  if (known === undefined) return `${currency} ${said}`.trim();
  const { sw, one, many } = known;
  const cents = Math.round((amount % 1) * 100);
  const whole = numberInWords(Math.floor(amount), language);
  if (language === 'sw')
    return cents === 0 ? `${sw} ${said}` : `${sw} ${whole} na senti ${numberInWords(cents, 'sw')}`;
  const name = Math.floor(amount) === 1 ? one : many;
  return cents === 0
    ? `${said} ${name}`
    : `${whole} ${name} and ${numberInWords(cents, 'en')} cents`;
}

export const currencyPattern =
  'KES|KSHS?|KSh\\.?|Kshs?\\.?|Ksh|TZS|TSHS?|TSh\\.?|Tshs?|UGX|USHS?|RWF|USD|EUR|GBP|Shs?\\.?|\\$|€|£';

/** A currency by its mark or name; `shilling` is the code where it is not said whose. */
export function currencyOf(mark: string) {
  const plain = mark.toUpperCase().replace(/[.\s]/g, '');
  return currencies.find(({ marks, sw, one, many }) =>
    [...marks, sw, one, many].some((name) => name.toUpperCase() === plain),
  );
}

// Code, marks, and the name in Swahili, in English for one and for many.
const currencies = [
  'shilling SH,SHS shilingi shilling shillings',
  'kes KES,KSH,KSHS,K.SH,KENYA_SHILLINGS shilingi shilling shillings',
  'tzs TZS,TSH,TSHS,T.SH shilingi shilling shillings',
  'ugx UGX,USH,USHS shilingi shilling shillings',
  'usd USD,$,US$,DOLLARS dola dollar dollars',
  'eur EUR,€,EURO yuro euro euros',
  'gbp GBP,£ pauni pound pounds',
  'rwf RWF faranga franc francs',
].map((line) => {
  const [code = '', marks = '', sw = '', one = '', many = ''] = line.split(' ');
  return { code, marks: marks.replace('_', ' ').split(','), sw, one, many };
});
// Only their codes are known.
const others = 'bif cdf mzn zar ngn ghs inr aed cny'.split(' ');

/** The ISO codes of currencies by their marks in small letters; shillings without a country are not among them. */
export const currencyCodes: ReadonlyMap<string, string> = new Map([
  ...currencies
    .slice(1)
    .flatMap(({ code, marks }) =>
      marks.map((mark) => [mark.toLowerCase(), code.toUpperCase()] as const),
    ),
  ...others.map((code) => [code, code.toUpperCase()] as const),
]);

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
