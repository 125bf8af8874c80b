/** Dates, weekdays and ranges of times as people say them. */
import type { Language } from '@baraza/contract';
import {
  isDate,
  monthNames,
  monthsByName,
  shortWeekdays,
  weekdayNames,
} from '../../kernel/language/calendar.ts';
import { clockSpoken } from '../../kernel/language/clock-words.ts';
import { numberInWords, ordinalInWords, yearInWords } from '../../kernel/language/number-words.ts';
import { type Rule, to } from './rule.ts';

const month = `(${[...monthsByName.keys()]
  .map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  .sort((one, other) => other.length - one.length)
  .join('|')})(?!\\p{L})(?:\\.(?=[\\s,]))?`;
const year = '((?:19|20)\\d\\d)(?!\\d)';
const nth = '(?:st|nd|rd|th)?';

const shortDay = [...shortWeekdays.keys()]
  .sort((one, other) => other.length - one.length)
  .join('|');
const longDay = Object.values(weekdayNames).flatMap(Object.values).join('|');
// `Sun` and `J2` are also other words: they are days if a day, a time or a list is next to them.
const besideDay = `(?=\\.?\\s?(?:[-–—,:/&]|(?:to|and|hadi|na)\\s(?:${longDay}|${shortDay})|\\d|$|[.;)]))`;

export const dateRules: readonly Rule[] = [
  [
    /(?<!\d)(20\d\d)-(\d\d)-(\d\d)(?!\d)/g,
    ([found = '', inYear, inMonth, date], language) =>
      dateSaid(date, Number(inMonth), inYear, language) ?? found,
  ],
  [
    new RegExp(
      `(?:\\b(tarehe|the)\\s)?(?<![\\d/.-])(\\d{1,2})([/.-])(\\d{1,2})\\3${year}(?![/-])`,
      'giu',
    ),
    ([found = '', before, date, , inMonth, inYear], language) =>
      dateSaid(date, Number(inMonth), inYear, language, before) ?? found,
  ],
  [
    /\b(tarehe|on|by|until|before)\s(\d{1,2})\/(\d{1,2})(?![\d/])/gi,
    ([found = '', before = '', date, inMonth], language) => {
      const isTarehe = before.toLowerCase() === 'tarehe';
      const said = dateSaid(date, Number(inMonth), undefined, language, isTarehe ? before : '');
      return said === undefined || isTarehe ? (said ?? found) : `${before} ${said}`;
    },
  ],
  [
    new RegExp(
      `(?:\\b(tarehe|the)\\s)?(?<![\\p{L}\\d.,:/])(\\d{1,2})${nth}(?:\\s?[-–]\\s?(\\d{1,2})${nth})?` +
        `\\s(?:of\\s)?${month}(?:,?\\s${year})?`,
      'gu',
    ),
    ([found = '', before, first, last, name = '', inYear], language) =>
      dateSaid(first, monthsByName.get(name.toLowerCase()), inYear, language, before, last) ??
      found,
  ],
  [
    new RegExp(
      `(?<!\\p{L})${month}\\s(\\d{1,2})${nth}(?:,?\\s${year})?(?=\\s*(?:[.,;:!?)]|$))`,
      'gu',
    ),
    ([found = '', name = '', date = '', inYear], language) => {
      const number = monthsByName.get(name.toLowerCase());
      if (number === undefined || !isDate(2024, number, Number(date))) return found;
      if (language === 'sw') return dateSaid(date, number, inYear, language) ?? found;
      const end = inYear === undefined ? '' : `, ${yearInWords(Number(inYear), language)}`;
      return `${monthNames.en[number - 1]} ${ordinalInWords(Number(date))}${end}`;
    },
  ],
  [
    new RegExp(
      `(?<![\\p{L}\\d]|Galaxy |Samsung )(${shortDay})(?![\\p{L}\\d])${besideDay}(?:\\.(?=[\\s,–-]))?`,
      'gu',
    ),
    ([found = '', name = ''], language) =>
      weekdayNames[language][shortWeekdays.get(name) ?? 'mon'] ?? found,
  ],
  // The last of a list of days.
  [
    new RegExp(
      `(?<=(?:${longDay})(?:, | and | na | to | hadi |[-–/&]| [-–&] ))(${shortDay})(?![\\p{L}\\d])`,
      'gu',
    ),
    ([found = '', name = ''], language) =>
      weekdayNames[language][shortWeekdays.get(name) ?? 'mon'] ?? found,
  ],
  [
    new RegExp(`(${longDay})\\s?[-–—]\\s?(?=${longDay})`, 'gu'),
    ([, first = ''], language) => `${first} ${to[language]} `,
  ],
  // Ranges of times.
  [
    /\bsaa (\d{1,2}(?:[:.]\d{2})?)\s?[-–—]\s?(?:saa )?(?=\d{1,2}(?![\d,]))/gi,
    ([, first = '']) => `saa ${first} hadi saa `,
  ],
  [
    /(?<![\d.,:])(\d{1,2})(?:[:.]([0-5]\d))?\s?[-–—]\s?(\d{1,2})(?:[:.]([0-5]\d))?\s?([ap])(?:\.m\.|m\b)/gi,
    ([found = '', ...parts], language) => rangeOfHours(parts, language) ?? found,
  ],
  [
    /(?<=\d[ap]m|\d\s[ap]m|[ap]\.m\.|:[0-5]\d)\s?[-–—]\s?(?=\d{1,2}(?:[:.]\d{2}|\s?[ap]\.?m))/gi,
    (_, language) => ` ${to[language]} `,
  ],
  [
    /(?<![\d.,:])([01]\d|2[0-3])([0-5]\d)\s?hrs?\b/gi,
    ([, hour = '', minute = ''], language) =>
      clockSpoken(Number(hour) * 60 + Number(minute), language),
  ],
];

/** `tarehe tano Januari`, `the fifth of January`; undefined if it is not a date. */
function dateSaid(
  written: string | undefined,
  inMonth: number | undefined,
  writtenYear: string | undefined,
  language: Language,
  before?: string,
  last?: string,
): string | undefined {
  const name = inMonth === undefined ? undefined : monthNames[language][inMonth - 1];
  const days = [written, last].flatMap((day) => (day === undefined ? [] : Number(day)));
  // A leap year has every date.
  if (name === undefined || !days.every((day) => isDate(2024, inMonth ?? 0, day))) return undefined;
  const end = writtenYear === undefined ? '' : ` ${yearInWords(Number(writtenYear), language)}`;
  if (language === 'sw') {
    const said = days.map((day) => numberInWords(day, 'sw')).join(` ${to.sw} `);
    return `${before || 'tarehe'} ${said} ${name}${end}`;
  }
  const said = days.map((day) => `the ${ordinalInWords(day)}`).join(` ${to.en} `);
  const isCapital = before?.startsWith('T') === true;
  return `${isCapital ? said.replace('the', 'The') : said} of ${name}${end}`;
}

// `9-5pm` begins in the morning: the first hour is in the same half of the day only if it is the smaller one.
function rangeOfHours(parts: readonly string[], language: Language): string | undefined {
  const [first = '', firstMinute, last = '', lastMinute, half = ''] = parts;
  const [from, until] = [Number(first) % 12, Number(last) % 12];
  if (Number(first) > 12 || Number(last) > 12 || first === '0' || last === '0') return undefined;
  const isAfternoon = half.toLowerCase() === 'p';
  const startsAfternoon = from < until ? isAfternoon : !isAfternoon;
  const [start, end] = [
    clockSpoken((from + (startsAfternoon ? 12 : 0)) * 60 + Number(firstMinute ?? 0), language),
    clockSpoken((until + (isAfternoon ? 12 : 0)) * 60 + Number(lastMinute ?? 0), language),
  ];
  return `${start} ${to[language]} ${end}`;
}
