/**
 * Whether approved texts allow the values of a sentence: as they stand, as a range for its list and a part for its
 * range, as a count that the visitor named, and as a sum or product that is right.
 */
import { weekdays } from '../../fields/hours/calendar.ts';
import { allowsValue, type Value, valuesOf } from './values.ts';

export function createToldValues(
  texts: readonly string[],
  asked: string,
): (sentence: string, values: readonly Value[]) => boolean {
  const told = texts.flatMap((text) =>
    valuesOf(text).values.map((value) => ({ ...value, unit: unitOf(text, value) })),
  );
  const counts = valuesOf(asked).values.filter(isCount);
  const spans = new Set([...spannedIn(told, 'day'), ...spannedIn(told, 'month')]);
  return (sentence, values) => {
    const isTold = (value: Value): boolean => {
      const unit = unitOf(sentence, value);
      // Where one of them has no unit, the reader sees what is counted.
      return told.some(
        (one) =>
          allowsValue(one, withoutEdge(value)) &&
          (one.unit === unit || one.unit === '' || unit === ''),
      );
    };
    // All days from the first to the last, where all of them are told.
    const spanned = [...spannedIn(values, 'day'), ...spannedIn(values, 'month')];
    if (!spanned.every((place) => spans.has(place))) return false;
    return values.every(
      (value) =>
        isCommonOne(value, sentence) ||
        isTold(value) ||
        counts.some(({ key }) => isCount(value) && key === value.key) ||
        spans.has(placeOf(value)) ||
        isComputed(value, told, [...counts, ...values]),
    );
  };
}

/** `Up to four books` and `four books`: only times and dates tell whether something begins or ends with them. */
function withoutEdge(value: Value): Value {
  const isPlain = value.kind === 'number' || value.kind === 'day' || value.kind === 'month';
  return isPlain ? { ...value, edge: '' } : value;
}

/** `60 days`, `siku sitini`: a length of time is a number with its unit. */
function unitOf(text: string, { kind, currency, start, end }: Value): string {
  if (kind !== 'number' || currency !== '') return '';
  const after = unitAfter.exec(text.slice(end, end + 24))?.[1];
  const before = unitBefore.exec(text.slice(Math.max(0, start - 24), start))?.[1];
  const named = (after ?? before ?? '').toLowerCase();
  return units.find((names) => names.split(' ').includes(named)) ?? '';
}

const unitAfter =
  /^[\s-]{1,2}(?:(?:working|business|full|calendar) )?(minute|hour|day|night|week|month|year)s?\b/i;
const unitBefore =
  /\b(dakika|masaa|saa|siku|usiku|wiki|juma|mwezi|miezi|mwaka|miaka)(?: [zyw]a (?:kazi|kawaida))?\s$/i;
const units = [
  'minute dakika',
  'hour masaa saa',
  'day siku',
  'night usiku',
  'week wiki juma',
  'month mwezi miezi',
  'year mwaka miaka',
];

function isCount({ kind, currency, key }: Value): boolean {
  return kind === 'number' && currency === '' && /^\d{1,4}$/.test(key);
}

/** `One year` is `a year`, and `lita moja` is `lita`. */
function isCommonOne({ key, kind, currency, start }: Value, text: string): boolean {
  return kind === 'number' && key === '1' && currency === '' && !/\d/.test(text.charAt(start));
}

function placeOf({ kind, key }: Value): string {
  return `${kind} ${key}`;
}

const order: { readonly [kind: string]: readonly string[] } = {
  day: weekdays,
  month: Array.from({ length: 12 }, (_, at) => String(at + 1)),
};

/** Every day or month that is named, and those between the ends of a range. */
function spannedIn(values: readonly Value[], kind: 'day' | 'month'): readonly string[] {
  const own = values.filter((value) => value.kind === kind);
  const all = order[kind] ?? [];
  return own.flatMap((value, at) => {
    const before = own[at - 1];
    const [from, to] = [all.indexOf(before?.key ?? ''), all.indexOf(value.key)];
    if (value.edge !== 'end' || from < 0 || to < 0) return [placeOf(value)];
    const steps = (to - from + all.length) % all.length;
    return Array.from(
      { length: steps + 1 },
      (_, step) => `${kind} ${all[(from + step) % all.length]}`,
    );
  });
}

/** A sum of some of the amounts, or an amount or count times a count that is named. */
function isComputed(value: Value, told: readonly Value[], counts: readonly Value[]): boolean {
  if (value.kind !== 'number') return false;
  const wanted = Number(value.key);
  const numbers = told.filter(({ kind, currency }) => kind === 'number' && currency !== '%');
  // Shillings and dollars do not add up.
  const isOfItsCurrency = (one: Value) =>
    one.currency !== '' &&
    allowsValue({ ...one, key: value.key, edge: '' }, { ...value, edge: '' });
  const amounts = [...new Set(numbers.filter(isOfItsCurrency).map(({ key }) => Number(key)))];
  if (value.currency !== '' && isSumOf(wanted, amounts.slice(0, amountsMax))) return true;
  const isAmount = value.currency !== '';
  const bases = isAmount ? amounts : numbers.map(({ key }) => Number(key));
  return counts.some((count) => {
    const factor = Number(count.key);
    if (!isCount(count) || count === value || factor <= 1) return false;
    return bases.some(
      (base) => base > 0 && (factor * base === wanted || (!isAmount && factor / base === wanted)),
    );
  });
}

const amountsMax = 8;

/** Of two or more of them. */
function isSumOf(wanted: number, amounts: readonly number[], from = 0, taken = 0): boolean {
  for (let at = from; at < amounts.length; at += 1) {
    const left = wanted - (amounts[at] ?? 0);
    if (left === 0 && taken > 0) return true;
    if (left > 0 && taken < partsMax - 1 && isSumOf(left, amounts, at + 1, taken + 1)) return true;
  }
  return false;
}

const partsMax = 4;
