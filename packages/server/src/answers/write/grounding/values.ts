/**
 * What a text states to the letter: times, amounts, numbers, days, months and addresses, in one
 * form for both languages and every notation.
 */

import { weekdays } from '@baraza/contract/plain';
import { monthNames, weekdayNames } from '../../../kernel/language/calendar.ts';
import { currencyOf, currencyPattern } from '../../../kernel/language/money.ts';
import { englishHours, spelledNumber } from '../../../kernel/language/number-words.ts';
import { longPattern } from '../../../kernel/long-pattern.ts';
import { namedTime } from '../../fields/hours/named-time.ts';
import { tokensOf } from '../../text/text.ts';

export interface Value {
  readonly kind: 'time' | 'number' | 'day' | 'month' | 'address';
  /** Equal for equal values, however they were written. */
  readonly key: string;
  /** The minutes of the day that a time can mean: two if am or pm is missing. */
  readonly minutes: readonly number[];
  /** For an amount `kes`, or `shilling` without a country; for a share `%`. */
  readonly currency: string;
  /** Whether something begins or ends with it: `from 8`, `until 8`. */
  readonly edge: 'start' | 'end' | '';
  readonly start: number;
  readonly end: number;
}

/** The values of a text, in their order, and the text with blanks instead of them. */
export function valuesOf(text: string) {
  const values: Value[] = [];
  let rest = text.toLowerCase();
  for (const [pattern, read] of readers)
    rest = rest.replace(pattern, (...found) => {
      const [whole] = found as [string];
      const start = found.findLast((one) => typeof one === 'number') as number;
      const value = read(found as readonly string[]);
      if (value === undefined) return whole;
      values.push(valueAt(value, text, start, start + whole.length));
      return ' '.repeat(whole.length);
    });
  rest = spelledOut(rest, text, values);
  rest = currencyMarks(rest, values);
  values.sort((one, other) => one.start - other.start);
  shareCurrencies(text, values);
  return { values, rest };
}

/** Whether approved information with one value allows a text with the other. The text may be less precise. */
export function allowsValue(approved: Value, claimed: Value): boolean {
  if (approved.kind !== claimed.kind) return false;
  if (claimed.edge === 'end' && approved.edge === 'start') return false;
  if (claimed.edge === 'start' && approved.edge === 'end') return false;
  // `Tuesday to Friday` is not `Tuesdays and Fridays`; for the end of a time there are too many words to list.
  if (claimed.edge === 'end' && approved.edge === '' && approved.kind !== 'time') return false;
  if (approved.kind === 'time')
    return approved.minutes.every((minute) => claimed.minutes.includes(minute));
  return approved.key === claimed.key && allowsCurrency(approved.currency, claimed.currency);
}

function allowsCurrency(approved: string, claimed: string): boolean {
  if (claimed === '' || claimed === approved) return true;
  return claimed === 'shilling' && shillings.has(approved);
}

const shillings = new Set(['kes', 'tzs', 'ugx']);

const days: ReadonlyMap<string, string> = new Map(
  weekdays.flatMap((day) =>
    [weekdayNames.sw, weekdayNames.en].map((names) => [names[day].toLowerCase(), day] as const),
  ),
);
const months: ReadonlyMap<string, string> = new Map(
  [...monthNames.sw, ...monthNames.en].map((name, at) => [
    name.toLowerCase(),
    String((at % 12) + 1),
  ]),
);

type Found = Pick<Value, 'kind' | 'key'> & Partial<Value>;
type Reader = readonly [RegExp, (found: readonly string[]) => Found | undefined];

const clock = '\\d{1,2}(?:[:.]\\d{2})?';
const half = '(?:a\\.?m\\b\\.?|p\\.?m\\b\\.?)';
const hourWords = englishHours.join('|');
const saaWords = 'kumi na (?:moja|mbili)|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi';
const partOfDay = '(?:in the (?:morning|afternoon|evening)|at night)';

const readers: readonly Reader[] = [
  [
    longPattern('gu')`(?:[\p{L}][\p{L}\p{N}+.-]{0,30}:\/\/|www\.|(?:data|javascript|vbscript|tel
      |mailto|sms|file|blob|intent|whatsapp):(?=\S))\S+|[^\s@()<>,;:"“”]{1,64}@[^\s@()<>,;"“”]+
      |[\p{L}\p{N}][\p{L}\p{N}-]{0,62}(?:\.[\p{L}\p{N}-]{1,63}){0,9}\.\p{L}{2,}(?:\/\S*)?`,
    ([whole = '']) => ({ kind: 'address', key: whole.replace(/[.,;:!?)\]}'"”’]+$/u, '') }),
  ],
  [
    new RegExp(
      `\\bsaa\\s+(?:${clock}|(?:${saaWords}))(?!\\p{L})(?:\\s+(?:na nusu|na robo|kaso(?:ro )?robo|na dakika ` +
        '[a-z]+))?(?:\\s+(?:ya\\s+|za\\s+)?(?:alfajiri|asubuhi|mchana|alasiri|jioni|usiku)\\b)?',
      'gu',
    ),
    ([whole = '']) => timeOf(whole),
  ],
  [/\b(?:12\s+)?(?:noon|midday|midnight)\b/g, ([whole = '']) => timeOf(whole)],
  [
    new RegExp(
      `(?<![\\d.,:])(${clock})(?=\\s*(?:-|–|to|and|hadi)\\s*(${clock})\\s?(${half}))`,
      'g',
    ),
    ([, first = '', last = '', side = '']) => {
      const until = minutesIn(`${last} ${side}`);
      const same = minutesIn(`${first} ${side}`);
      if (until === undefined || same === undefined) return undefined;
      return time([same <= until ? same : (same + 720) % 1440]);
    },
  ],
  [
    new RegExp(`\\b(?:half|quarter) (past|to) (${hourWords})(?: (${partOfDay}))?`, 'g'),
    ([whole = '', side, hour = '', part]) => {
      const minutes = namedTime(`at ${hour} ${part ?? ''}`.trim())?.minutes;
      const shift = whole.startsWith('half') ? 30 : side === 'to' ? -15 : 15;
      return minutes && time(minutes.map((minute) => minute + shift));
    },
  ],
  [
    new RegExp(
      `(?<![\\d.,:])(?:${clock}\\s?${half}|(?:${clock}|\\b(?:${hourWords})) ${partOfDay})`,
      'g',
    ),
    ([whole = '']) => timeOf(whole),
  ],
  [
    /(?<![\d.,:])([01]?\d|2[0-4]):([0-5]\d)(?![\d:])/g,
    ([, hour, minute]) => time([Number(hour) * 60 + Number(minute)]),
  ],
  [
    /(?<![\p{L}\p{N}])\+?\d(?:[\s-]?\d){8,14}(?![\p{L}\p{N}])/gu,
    ([whole = '']) => ({ kind: 'number', key: whole.replace(/\D/g, '') }),
  ],
  [
    /(?<![\p{L}\p{N}])\d{1,3}(?:st|nd|rd|th)\b/gu,
    ([whole = '']) => ({ kind: 'number', key: whole }),
  ],
  [
    /\d+(?:[.,]\d+)*(?:(?<=\d)([km])(?!\p{L}))?/gu,
    ([whole = '', scale]) => ({ kind: 'number', key: numberKey(whole, scale) }),
  ],
  [
    named([...days.keys()]),
    ([whole = '']) => ({ kind: 'day', key: days.get(whole.replace(/s$/, '')) ?? whole }),
  ],
  [
    // `may` is mostly not a month.
    named([...months.keys()].filter((name) => name !== 'may')),
    ([whole = '']) => ({ kind: 'month', key: months.get(whole) ?? whole }),
  ],
];

function timeOf(text: string): Found | undefined {
  const minutes = namedTime(text.replace(/^12 (?=noon|midday|midnight)/, ''))?.minutes;
  return minutes && time(minutes);
}

function time(minutes: readonly number[]): Found {
  const inDay = minutes.map((minute) => ((minute % 1440) + 1440) % 1440);
  return { kind: 'time', key: inDay.join(' '), minutes: inDay };
}

function minutesIn(text: string): number | undefined {
  return namedTime(text)?.minutes[0];
}

function numberKey(written: string, scale: string | undefined): string {
  const digits = written.replace(/[km]$/, '');
  // `1,500` is one thousand five hundred; what has more than one point is a code or a date.
  const plain = digits.replace(/,(?=\d{3}(?:\D|$))/g, '');
  const value = Number(plain);
  // A leading zero belongs to a code.
  if (Number.isNaN(value) || /^0\d/.test(plain)) return plain;
  return String(scale === undefined ? value : value * (scale === 'k' ? 1_000 : 1_000_000));
}

function valueAt(found: Found, text: string, start: number, end: number): Value {
  return { minutes: [], currency: '', ...found, edge: edgeOf(text, start, end), start, end };
}

const endsHere = longPattern('u')`(?:\b(?:to(?! be\b)(?: the)?(?: (?:kshs?|kes|tshs?|tzs|ugx|ush
  |usd|eur|gbp|saa|age|at|till|day|form|pp|no)\.?)?|(?:until|till|hadi|mpaka)(?: \p{L}+\.?)?)|[–-])\s*$`;

function edgeOf(text: string, start: number, end: number): Value['edge'] {
  const before = text.slice(Math.max(0, start - 24), start).toLowerCase();
  if (endsHere.test(before)) return 'end';
  // `By 30 June` is at the latest.
  if (/\bby(?: the)?\s*$/.test(before)) return 'end';
  if (/\b(?:from|since|kuanzia|tangu|kutoka)(?: the)?(?: \p{L}{1,4}\.?)?\s*$/u.test(before))
    return 'start';
  if (new RegExp(`\\b(?:${ending})(?: (?:at|on|saa|tarehe))?\\s*$`).test(before)) return 'end';
  if (/\bbetween [^.;]{1,20} and(?: the)?\s*$/.test(before)) return 'end';
  if (new RegExp(`\\b(?:between|${beginning})(?: (?:at|on|saa|tarehe))?\\s*$`).test(before))
    return 'start';
  return /^\s*(?:[–-]\s*\d|(?:to|hadi|mpaka|until)\s+(?:saa\b|\d|the \d))/.test(
    text.slice(end, end + 16).toLowerCase(),
  )
    ? 'start'
    : '';
}

/** Words with which something begins or ends at a time. */
const beginning =
  'opens?|starts?|begins?|hufunguliwa|inafunguliwa|linafunguliwa|(?:hu|ku|[a-z]{1,2}na|[a-z]{1,2}ta)anz(?:a|ia)';
const ending = 'closes?|ends?|hufungwa|kufungwa|inafungwa|linafungwa|huisha|inaisha|kuisha|huishia';

/** Numbers in words, of either language: `elfu moja mia tano`, `twenty-five`. */
function spelledOut(rest: string, text: string, values: Value[]): string {
  const tokens = tokensOf(rest);
  const words = tokens.map(({ word }) => word);
  let left = rest;
  for (let index = 0; index < tokens.length; ) {
    const number = isIdiom(words, index)
      ? undefined
      : spelledNumber(words.slice(index, index + 12));
    const first = tokens[index];
    const last = tokens[index + (number?.used ?? 1) - 1];
    if (number !== undefined && first !== undefined && last !== undefined) {
      const end = last.start + last.raw.length;
      const found: Found = { kind: 'number', key: String(number.value) };
      values.push(valueAt(found, text, first.start, end));
      left = left.slice(0, first.start) + ' '.repeat(end - first.start) + left.slice(end);
    }
    index += number?.used ?? 1;
  }
  return left;
}

// `moja kwa moja` is `directly`, and `the first one` counts nothing.
function isIdiom(words: readonly string[], index: number): boolean {
  const [before, word, after] = [words[index - 1] ?? '', words[index], words[index + 1] ?? ''];
  if (word === 'moja')
    return (
      (after === 'kwa' && words[index + 2] === 'moja') ||
      (before === 'kwa' && words[index - 2] === 'moja')
    );
  // `the afternoon one`, `an empty one`.
  if (word === 'one' && /^(?:the|an?|another)$/.test(words[index - 2] ?? '')) return true;
  return (
    word === 'one' &&
    (after === 'of' || /^(?:this|that|which|the|each|every|no|any|another|first)$/.test(before))
  );
}

const mark =
  `(?:${currencyPattern}|shillings?|shilingi|bob|dollars?|dola|euros?|yuro|pounds?|pauni|faranga` +
  '|%|per ?cent|asilimia)';
const markBefore = new RegExp(`(?<![\\p{L}\\p{N}])(${mark})\\s*$`, 'iu');
const markAfter = new RegExp(`^\\s*(${mark}|\\/[=-])(?!\\p{L})`, 'iu');

function codeOf(written: string): string {
  if (/^(?:%|per ?cent|asilimia)$/.test(written)) return '%';
  return currencyOf(written)?.code ?? 'shilling';
}

/** Amounts get their currency, whose marks are then not words. */
function currencyMarks(rest: string, values: Value[]): string {
  let left = rest;
  // `children from 6 to 14 KSh 600`: a mark in front of the next amount belongs to that amount.
  const isNextOnes = (end: number) =>
    values.some(
      ({ kind, start }) => kind === 'number' && start > end && /^ +$/.test(left.slice(end, start)),
    );
  values.forEach((value, index) => {
    if (value.kind !== 'number') return;
    const before = markBefore.exec(left.slice(Math.max(0, value.start - 12), value.start));
    const after = before ? null : markAfter.exec(left.slice(value.end, value.end + 14));
    const found = before ?? after;
    if (found === null || (after !== null && isNextOnes(value.end + after[0].length))) return;
    const written = (found[1] ?? '').toLowerCase().replace(/\.$/, '');
    values[index] = { ...value, currency: codeOf(written) };
    const from = before ? value.start - found[0].length : value.end;
    left = left.slice(0, from) + ' '.repeat(found[0].length) + left.slice(from + found[0].length);
  });
  return left;
}

/** `KSh 1,000, 2,500 and 5,000`: all of them are money. */
function shareCurrencies(text: string, values: Value[]): void {
  values.forEach((value, index) => {
    const before = values[index - 1];
    if (value.kind !== 'number' || value.currency !== '' || !before?.currency) return;
    const isJoined = /^(?:,|,? (?:and|or|na|au))\s*$/.test(text.slice(before.end, value.start));
    const isAlone = /^\s*(?:[.,;]|(?:and|or|na|au)\s|$)/.test(text.slice(value.end));
    if (isJoined && isAlone) values[index] = { ...value, currency: before.currency };
  });
}

function named(forms: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${forms.join('|')})s?(?!\\p{L})`, 'gu');
}
