/** Converts an answer for speech: two sentences at most, no lists, no links, numbers in words. */
import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';
import { monthNames } from '../fields/hours/calendar.ts';
import { clockSpoken, minutesOf, swahiliMinute } from '../fields/hours/clock-words.ts';
import { digitsInWords, numberInWords, yearInWords } from '../fields/number-words.ts';
import { amountInWords, currencyPattern, readNumber } from '../fields/prices/money.ts';
import { sentencesOf } from './sentences.ts';
import { measuredInWords, measuredPattern } from './units.ts';

export function spoken(text: string, language: Language): string {
  return sentencesSpoken(text, language).slice(0, sentencesMax).join(' ');
}

const sentencesMax = 2;

/** A whole text for speech; links are replaced by their host name. */
export function readAloud(text: string, language: Language): string {
  return sentencesSpoken(linksNamed(text, language), language).join(' ');
}

function sentencesSpoken(text: string, language: Language): readonly string[] {
  const flat = withoutBrackets(flatten(withoutLinks(text, language)));
  return sentencesOf(flat).map((sentence) => numbersSpoken(sentence, language));
}

function linksNamed(text: string, language: Language): string {
  return text.replace(/\[([^\][]*)\]\([^)]*\)/g, '$1').replace(
    longPattern('giu')`
      \bhttps?:\/\/(?:www\.)?([\p{L}\p{N}.-]*[\p{L}\p{N}])(?::\d+)?(?:[/?#][^\s)]*[^\s).,;:!?])?\/?
      |\bwww\.([\p{L}\p{N}.-]*[\p{L}\p{N}])(?:\/[^\s)]*[^\s).,;:!?])?`,
    (_, host: string | undefined, bare: string | undefined) => {
      const place = host ?? bare ?? '';
      return place === 'wa.me' ? 'WhatsApp' : dotted(place, language);
    },
  );
}

/** Replaces numbers of every kind by words. */
export function numbersSpoken(text: string, language: Language): string {
  return rules
    .reduce((result, [pattern, inWords]) => {
      return result.replace(pattern, (...found) => inWords(found as readonly string[], language));
    }, text)
    .replace(/[ \t]{2,}/g, ' ');
}

function withoutLinks(text: string, language: Language): string {
  return text
    .replace(/\[([^\][]*)\]\([^)]*\)/g, '$1')
    .replace(/\(?\bhttps?:\/\/[^\s)]+\)?|\bwww\.[^\s)]+[^\s).,;]/gi, '')
    .replace(
      /\b([\p{L}\p{N}._%+-]+)@([\p{L}\p{N}.-]+\.\p{L}{2,})\b/gu,
      (_, name: string, host: string) => `${dotted(name, language)} at ${dotted(host, language)}`,
    )
    .replace(/[*_`#]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '')
    .replace(/\s+([.,;:!?])/g, '$1');
}

// Brackets become pauses.
function withoutBrackets(text: string): string {
  return text
    .replace(/\s*\(([^()]+)\)\s*([.,;:!?])?/g, (_, inside: string, mark?: string) =>
      mark ? `, ${inside}${mark} ` : `, ${inside}, `,
    )
    .trim();
}

function dotted(name: string, language: Language): string {
  return name.replace(/\./g, language === 'sw' ? ' nukta ' : ' dot ').trim();
}

function flatten(text: string): string {
  const lines = text
    .split(/\n+/)
    .map((line) => ({ item: listMark.test(line), line: line.replace(listMark, '').trim() }))
    .filter(({ line }) => line !== '');
  let flat = '';
  lines.forEach(({ item, line }, index) => {
    if (index === 0) flat = line;
    else if (item) flat = `${flat.replace(/[;,.]$/, '')}${/:$/.test(flat) ? ' ' : ', '}${line}`;
    else flat = `${/[.!?:;,…”"]$/.test(flat) ? flat : `${flat}.`} ${line}`;
  });
  return flat;
}

const listMark = /^\s*(?:[-*•·–]|\d{1,2}[.)])\s+/;

type Rule = readonly [RegExp, (found: readonly string[], language: Language) => string];

const amount = '(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)';
const clock = '([01]?\\d|2[0-4])[:.]([0-5]\\d)';
const to = { sw: 'hadi', en: 'to' } as const;

const rules: readonly Rule[] = [
  // Telephone numbers, and codes that begin with a zero.
  [
    /(?<![\p{L}\p{N}])\+?\d(?:[\s-]?\d){8,14}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.,:])0\d{2,}(?![\p{L}\p{N}:])/gu,
    ([found = ''], language) => digitsInWords(found.replace(/^\+/, ''), language),
  ],
  // Codes that look like numbers are read digit by digit.
  [
    longPattern('gi')`\b(paybill|pay bill|till|box|s\.?l\.?p\.?|account|akaunti|code|msimbo
      |extension|ext)((?:\s+(?:number|no\.?|namba|nambari|ya|ni|is|:))*[\s:]+)(\d{3,})\b`,
    codeInWords,
  ],
  [
    longPattern('giu')`\b((?:lipa )?namba|nambari|number|no\.|till|paybill|account|akaunti
      |buy goods|reference|kumbukumbu)((?:[\s:#]+(?!(?:bei|gharama|ada|fee|price|of|kes|ksh|kshs|tzs|tsh|tshs|ugx
      |usd|sh|shs|shilingi)\b)[\p{L}-]+){0,4}[\s:#]+)(\d{5,})(?![\d/]|[.,]\d)`,
    codeInWords,
  ],
  [
    /(?<!\d)(20\d\d)-(\d\d)-(\d\d)(?!\d)/g,
    ([, year, month, date], language) => {
      const named = monthNames[language][Number(month) - 1] ?? month;
      return `${numberInWords(Number(date), language)} ${named} ${yearInWords(Number(year), language)}`;
    },
  ],
  // `saa 2:30` is already on the Swahili clock: only its numbers change.
  [
    /\bsaa (\d{1,2})(?:[:.](\d{2}))?(?!\d)/gi,
    ([, hour = '', minute]) => {
      const past = Number(minute ?? 0);
      // `kasorobo` would need the next hour, which the text does not contain.
      const tail = past === 45 ? ' na dakika arobaini na tano' : swahiliMinute(past);
      return `saa ${numberInWords(Number(hour), 'sw')}${tail}`;
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
    new RegExp(`(?<![\\d.,:])${clock.replace('[:.]', ':')}(?:\\s*(?:hrs|h))?(?![\\d:])`, 'g'),
    ([, hour = '', minute = ''], language) =>
      clockSpoken(minutesOf(`${hour}:${minute}`) ?? 0, language),
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}])(${currencyPattern})\\s?${amount}(?:\\s?[-–]\\s?${amount})?(?:\\s?\\/[=-])?` +
        `(?!\\d)(?:([km])(?!\\p{L})|(?=(\\p{L}))|)`,
      'giu',
    ),
    ([, sign = '', first = '', last, scale, glued], language) => {
      const [from, to] = [first, last].map((value) => value && scaled(value, scale));
      return money(sign, from ?? '', to, language) + (glued ? ' ' : '');
    },
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}])${amount}(?:\\s?\\/=|\\s?\\/-)`, 'gu'),
    ([, first = ''], language) => money('SH', first, undefined, language),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}.,])${amount}(?:\\s?[-–]\\s?${amount})?\\s?%`, 'gu'),
    ([, first = '', last], language) => {
      const numbers = range(first, last, language);
      return language === 'sw' ? `asilimia ${numbers}` : `${numbers} percent`;
    },
  ],
  [measuredPattern, measuredInWords],
  [
    /(?<![\p{L}\p{N}])(\d{1,3})(st|nd|rd|th)\b/gu,
    ([, value = ''], language) => ordinal(Number(value), language),
  ],
  [
    /(?<![\p{L}\p{N}.,])(1[89]\d\d|20\d\d)(?![\p{L}\p{N}%]|[.,]\d)/gu,
    ([, year = ''], language) => yearInWords(Number(year), language),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}])${amount}\\s?[-–]\\s?${amount}(?![\\p{L}\\p{N}])`, 'gu'),
    ([, first = '', last = ''], language) => range(first, last, language),
  ],
  [
    new RegExp(`(?<![\\p{L}\\p{N}])${amount}(?![\\p{N}])(\\p{L})?`, 'gu'),
    ([, value = '', letter], language) =>
      numberInWords(numberOf(value), language) + (letter ? ` ${letter}` : ''),
  ],
  // The remaining numbers are parts of names such as A4 or B12.
  [
    /(?<=\p{L})-?(\d{1,4})(?!\d)/gu,
    ([, value = ''], language) => ` ${numberInWords(Number(value), language)}`,
  ],
  [/\d+/g, ([digits = ''], language) => digitsInWords(digits, language)],
  [/\s+[–—]\s+/g, () => ', '],
];

function codeInWords(
  [, name = '', between = '', digits = '']: readonly string[],
  language: Language,
): string {
  return `${name}${between}${digitsInWords(digits, language)}`;
}

function money(sign: string, first: string, last: string | undefined, language: Language): string {
  if (last === undefined) return amountInWords(numberOf(first), sign, language);
  const end = amountInWords(numberOf(last), sign, language);
  const start = numberInWords(numberOf(first), language);
  const [name = ''] = end.split(' ');
  return language === 'sw'
    ? `${name} ${start} ${to.sw} ${end.slice(name.length + 1)}`
    : `${start} ${to.en} ${end}`;
}

// `20k` of a currency is twenty thousand, `2m` two million.
function scaled(value: string, scale: string | undefined): string {
  if (scale === undefined) return value;
  return String(numberOf(value) * (scale.toLowerCase() === 'k' ? 1_000 : 1_000_000));
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

function ordinal(value: number, language: Language): string {
  const cardinal = numberInWords(value, language);
  if (language === 'sw') return cardinal;
  const ending = Object.keys(ordinalEndings).find((each) => cardinal.endsWith(each)) ?? '';
  const stem = cardinal.slice(0, cardinal.length - ending.length);
  return `${stem}${ordinalEndings[ending] ?? 'th'}`;
}

const ordinalEndings: { readonly [ending: string]: string } = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth' },
  ...{ nine: 'ninth', twelve: 'twelfth', y: 'ieth' },
};
