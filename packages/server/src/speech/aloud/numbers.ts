/** Numbers of every kind in words: telephone numbers, codes, times, prices, measures and counts. */
import type { Language } from '@baraza/contract';
import { clockSpoken, minutesOf, swahiliMinute } from '../../kernel/language/clock-words.ts';
import { currencyOf, currencyPattern, readNumber } from '../../kernel/language/money.ts';
import {
  digitsInWords,
  numberInWords,
  ordinalInWords,
  yearInWords,
} from '../../kernel/language/number-words.ts';
import { longPattern } from '../../kernel/long-pattern.ts';

import { countRules } from './counts.ts';
import { dateRules } from './dates.ts';
import { fractionRules, quantityInWords } from './fractions.ts';
import { measureRules } from './measures.ts';
import { amountPattern as amount, applyRules, type Rule, to } from './rule.ts';

/** Replaces numbers of every kind by words. */
export function numbersSpoken(text: string, language: Language): string {
  return applyRules(text, rules, language).replace(/[ \t]{2,}/g, ' ');
}

const rules: readonly Rule[] = [
  ...dateRules,
  // Telephone numbers, and codes that begin with a zero.
  [
    /(?<![\p{L}\p{N}])\+?\d(?:[\s-]?\d){8,14}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.,:])0\d{2,}(?![\p{L}\p{N}:])/gu,
    ([found = ''], language) => telephoneInWords(found, language),
  ],
  // Codes that look like numbers are read digit by digit.
  [
    longPattern(
      'gi',
    )`\b(paybill|pay bill|till|box|sanduku la posta|account|akaunti|code|msimbo|extension|ext
      |call|dial|piga|pigia)((?:\s+(?:number|no\.?|namba|nambari|ya|ni|is|simu|:))*[\s:]+)(\d{3,})
      (?:\s?[-–]\s?(\d{5}))?(?![\d%:]|[.,]\d)`,
    ([, name = '', between = '', digits = '', town], language) =>
      name + between + digitsInWords(town === undefined ? digits : `${digits} ${town}`, language),
  ],
  [
    longPattern('giu')`\b((?:lipa )?namba|nambari|number|no\.|till|paybill|account|akaunti
      |buy goods|reference|kumbukumbu)((?:[\s:#]+(?!(?:bei|gharama|ada|fee|price|of|kes|ksh|kshs|tzs|tsh|tshs|ugx
      |usd|sh|shs|shilingi)\b)[\p{L}-]+){0,4}[\s:#]+)(\d{5,})(?![\d/]|[.,]\d)`,
    ([, name = '', between = '', digits = ''], language) =>
      name + between + digitsInWords(digits, language),
  ],
  // `saa 2:30` is already on the Swahili clock: only its numbers change.
  [
    /\bsaa (\d{1,2})(?:[:.](\d{2}))?(?!\d)/gi,
    ([found = '', hour = '', minute]) => {
      const past = Number(minute ?? 0);
      const named = past === 45 && Number(hour) <= 12 ? (Number(hour) % 12) + 1 : Number(hour);
      return `${found.slice(0, 3)} ${numberInWords(named, 'sw')}${swahiliMinute(past)}`;
    },
  ],
  [
    /(?<![\d.,])(\d{1,2})(?:[:.](\d{2}))?\s?([ap])(?:\.m\.|m\b)/gi,
    ([, hour = '', minute, half = ''], language) => {
      const inDay = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
      return clockSpoken(inDay * 60 + Number(minute ?? 0), language);
    },
  ],
  [
    /(?<![\d.,:])([01]?\d|2[0-4]):([0-5]\d)(?:\s?(?:hrs|h)\b)?(?![\d:])/g,
    ([, hour = '', minute = ''], language) =>
      clockSpoken(minutesOf(`${hour}:${minute}`) ?? 0, language),
  ],
  // `120/kg`, `2,000/= / day`.
  [
    /(?<=\d|\/[=-])\s?\/\s?(?=\p{L}{1,12}(?![\p{L}/]))/gu,
    (_, language) => (language === 'sw' ? ' kwa ' : ' per '),
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}])(${currencyPattern})\\s?${amount}(?:\\s?[-–]\\s?${amount})?(?:\\s?\\/[=-])?` +
        `(?!\\d)(?:([km])(?!\\p{L})|(?=(\\p{L}))|)`,
      'giu',
    ),
    ([, sign = '', first = '', last, scale, glued], language) =>
      money({ sign, first, last, scale }, language) + (glued ? ' ' : ''),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}])${amount}(?:\\s?[-–]\\s?${amount})?(?:\\s?\\/=|\\s?\\/-)`, 'gu'),
    ([, first = '', last], language) => money({ sign: 'SH', first, last }, language),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}.,])${amount}(?:\\s?[-–]\\s?${amount})?\\s?%`, 'gu'),
    ([, first = '', last], language) => {
      const numbers = range(first, last, language);
      return language === 'sw' ? `asilimia ${numbers}` : `${numbers} percent`;
    },
  ],
  // `20k` is twenty thousand, but a `4K` screen is not.
  [
    /(?<![\p{L}\p{N}.,])(\d{1,4}(?:\.\d{1,2})?k|\d{2,4}K|\d{1,4}\.\d{1,2}M)(?![\p{L}\p{N}])/gu,
    ([, written = ''], language) =>
      scaledInWords(written.slice(0, -1), written.slice(-1), language),
  ],
  ...fractionRules,
  ...measureRules,
  [
    /(?<![\p{L}\p{N}])(\d{1,3})(st|nd|rd|th)\b/gu,
    ([, value = ''], language) =>
      language === 'sw' ? numberInWords(Number(value), 'sw') : ordinalInWords(Number(value)),
  ],
  ...countRules,
  [
    /(?<![\p{L}\p{N}.,])(1[89]\d\d|20\d\d)(?![\p{L}\p{N}%]|[.,]\d)/gu,
    ([, year = ''], language) => yearInWords(Number(year), language),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}])${amount}\\s?[-–]\\s?${amount}(?![\\p{L}\\p{N}])`, 'gu'),
    ([, first = '', last = ''], language) => range(first, last, language),
  ],
  [
    /(?<![\p{L}\p{N}])v\.?\s?(?=\d+\.\d)/giu,
    (_, language) => (language === 'sw' ? 'toleo ' : 'version '),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}])${amount}(?![\\p{N}])(\\p{L})?`, 'gu'),
    ([, value = '', letter], language) =>
      quantityInWords(value, language) + (letter ? ` ${letter}` : ''),
  ],
  // The remaining numbers are parts of names such as A4 or B12.
  [
    /(?<=\p{L})-?(\d{1,4})(?!\d)/gu,
    ([, value = ''], language) => ` ${numberInWords(Number(value), language)}`,
  ],
  [/\d+/g, ([digits = ''], language) => digitsInWords(digits, language)],
  [/\s+[–—]\s+/g, () => ', '],
];

/** In groups, as people say them: an unbroken number has a code of three or four digits, then threes. */
function telephoneInWords(written: string, language: Language): string {
  const plus = written.startsWith('+') ? (language === 'sw' ? 'jumlisha ' : 'plus ') : '';
  const isGrouped = /\d\D+\d/.test(written);
  const digits = written.replace(/^\+/, '');
  if (isGrouped || digits.length < 9) return plus + digitsInWords(digits, language);
  const codeLength = plus !== '' || digits.length % 3 === 0 ? 3 : 3 + (digits.length % 3);
  const rest = digits.slice(codeLength).match(/\d{1,3}/g) ?? [];
  return plus + digitsInWords([digits.slice(0, codeLength), ...rest].join(' '), language);
}

interface Money {
  readonly sign: string;
  readonly first: string;
  readonly last?: string | undefined;
  readonly scale?: string | undefined;
}

function money({ sign, first, last, scale }: Money, language: Language): string {
  if (last === undefined && scale === undefined)
    return amountInWords(numberOf(first), sign, language);
  // The name of the currency is the first word in Swahili and the last in English.
  const many = amountInWords(2, sign, language).split(' ');
  const name = (language === 'sw' ? many[0] : many.at(-1)) ?? sign;
  const said = (value: string) => scaledInWords(value, scale, language);
  const numbers = last === undefined ? said(first) : `${said(first)} ${to[language]} ${said(last)}`;
  return language === 'sw' ? `${name} ${numbers}` : `${numbers} ${name}`;
}

/** `shilingi elfu moja mia tano`, `one thousand five hundred shillings`. */
function amountInWords(amount: number, currency: string, language: Language): string {
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

// `20k` of a currency is twenty thousand, `2m` two million. Swahili names the parts of a million.
function scaledInWords(value: string, scale: string | undefined, language: Language): string {
  if (scale === undefined) return numberInWords(numberOf(value), language);
  const isThousand = scale.toLowerCase() === 'k';
  if (language === 'en')
    return `${numberInWords(numberOf(value), 'en')} ${isThousand ? 'thousand' : 'million'}`;
  return numberInWords(Math.round(numberOf(value) * (isThousand ? 1_000 : 1_000_000)), 'sw');
}

function range(first: string, last: string | undefined, language: Language): string {
  const start = numberInWords(numberOf(first), language);
  return last === undefined
    ? start
    : `${start} ${to[language]} ${numberInWords(numberOf(last), language)}`;
}

function numberOf(value: string): number {
  return readNumber(value) ?? Number.NaN;
}
