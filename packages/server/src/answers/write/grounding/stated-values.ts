/**
 * Checks whether approved texts allow the values of a sentence: the same value, a range for a list or a part of a
 * range, a count from the question, or a correct sum or product.
 */
import { weekdays } from '@baraza/contract/plain';
import { allowsValue, type Value, valuesOf } from './values.ts';

export function createValueCheck(
  texts: readonly string[],
  asked: string,
): (sentence: string, values: readonly Value[]) => boolean {
  const approved = texts.flatMap((text) =>
    valuesOf(text).values.map((value) => ({ ...value, unit: unitOf(text, value) })),
  );
  const counts = valuesOf(asked).values.filter(isCount);
  const spans = new Set([...spannedIn(approved, 'day'), ...spannedIn(approved, 'month')]);
  return (sentence, values) => {
    const isStated = (value: Value): boolean => {
      const unit = unitOf(sentence, value);
      // If one of them has no unit, the reader judges what is counted.
      return approved.some(
        (one) =>
          allowsValue(one, withoutEdge(value)) &&
          (one.unit === unit || one.unit === '' || unit === ''),
      );
    };
    // A range of days or months passes only if each of them is stated.
    const spanned = [...spannedIn(values, 'day'), ...spannedIn(values, 'month')];
    if (!spanned.every((place) => spans.has(place))) return false;
    return values.every(
      (value) =>
        isCommonOne(value, sentence) ||
        isStated(value) ||
        counts.some(({ key }) => isCount(value) && key === value.key) ||
        spans.has(calendarKey(value)) ||
        isComputed(value, approved, [...counts, ...values]),
    );
  };
}

/** Only times and dates keep their edge (from, until): `up to four books` equals `four books`. */
function withoutEdge(value: Value): Value {
  const isPlain = value.kind === 'number' || value.kind === 'day' || value.kind === 'month';
  return isPlain ? { ...value, edge: '' } : value;
}

/** The unit of time after or before a number: `60 days`, `siku sitini`. */
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

/** A one in words needs no source: `one year` is `a year`, `lita moja` is `lita`. */
function isCommonOne({ key, kind, currency, start }: Value, text: string): boolean {
  return kind === 'number' && key === '1' && currency === '' && !/\d/.test(text.charAt(start));
}

function calendarKey({ kind, key }: Value): string {
  return `${kind} ${key}`;
}

const order: { readonly [kind: string]: readonly string[] } = {
  day: weekdays,
  month: Array.from({ length: 12 }, (_, at) => String(at + 1)),
};

/** Every day or month that is named, and those within a range. */
function spannedIn(values: readonly Value[], kind: 'day' | 'month'): readonly string[] {
  const own = values.filter((value) => value.kind === kind);
  const all = order[kind] ?? [];
  return own.flatMap((value, at) => {
    const before = own[at - 1];
    const [from, to] = [all.indexOf(before?.key ?? ''), all.indexOf(value.key)];
    if (value.edge !== 'end' || from < 0 || to < 0) return [calendarKey(value)];
    const steps = (to - from + all.length) % all.length;
    return Array.from(
      { length: steps + 1 },
      (_, step) => `${kind} ${all[(from + step) % all.length]}`,
    );
  });
}

/** Whether the value is a sum of approved amounts, or a product of an amount or count and a named count. */
function isComputed(value: Value, approved: readonly Value[], counts: readonly Value[]): boolean {
  if (value.kind !== 'number') return false;
  const wanted = Number(value.key);
  const numbers = approved.filter(({ kind, currency }) => kind === 'number' && currency !== '%');
  // Only amounts of the same currency are added.
  const hasSameCurrency = (one: Value) =>
    one.currency !== '' &&
    allowsValue({ ...one, key: value.key, edge: '' }, { ...value, edge: '' });
  const amounts = [...new Set(numbers.filter(hasSameCurrency).map(({ key }) => Number(key)))];
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

/** Whether two or more of the amounts add up to `wanted`. */
function isSumOf(wanted: number, amounts: readonly number[], from = 0, taken = 0): boolean {
  for (let at = from; at < amounts.length; at += 1) {
    const left = wanted - (amounts[at] ?? 0);
    if (left === 0 && taken > 0) return true;
    if (left > 0 && taken < partsMax - 1 && isSumOf(left, amounts, at + 1, taken + 1)) return true;
  }
  return false;
}

const partsMax = 4;
