/**
 * Sort keys: texts whose order by code point is the order of JSON values. Both databases compare them as bytes
 * of UTF-8, JavaScript with `compareCodePoints`, and all three agree.
 */

/** First character of a key, in the order of the kinds. */
export const kindOf = {
  missing: '0',
  null: '1',
  false: '2',
  true: '3',
  number: '4',
  time: '5',
  text: '6',
  compound: '7',
} as const;

/** Greater than every key of the kind. */
export function endOfKind(kind: string): string {
  return String(Number(kind) + 1);
}

/** Texts are ordered by their first characters only: an index entry of PostgreSQL has at most 2,704 bytes. */
const keyTextCharacters = 256;

/** All lists and objects have the same key, after everything else. */
export function sortKey(value: unknown): string {
  if (value === undefined) return kindOf.missing;
  if (value === null) return kindOf.null;
  switch (typeof value) {
    case 'boolean':
      return value ? kindOf.true : kindOf.false;
    case 'number':
      return numberKey(value);
    case 'string':
      return timeKey(value) ?? textKey(value);
    default:
      return kindOf.compound;
  }
}

/** The bits of the double, turned so that they sort: negative numbers inverted, others with the sign set. */
export function numberKey(value: number): string {
  // -0 is 0.
  bits.setFloat64(0, value + 0);
  const high = bits.getUint32(0);
  const low = bits.getUint32(4);
  const isNegative = high >= 0x80000000;
  return kindOf.number + (isNegative ? hex(~high) + hex(~low) : hex(high | 0x80000000) + hex(low));
}

/**
 * The key of two values: by the first, then by the second. What ends the first is less than all that can follow in a
 * longer one.
 */
export function pairKey(first: string, second: string): string {
  return `${pairBound(first)}\u0001\u0001${second}`;
}

/** A bound of the first key as a bound of pairs. */
export function pairBound(bound: string): string {
  return bound.replaceAll('\u0001', '\u0001\u0002');
}

export function numberOfKey(key: string): number {
  const [high, low] = [Number.parseInt(key.slice(1, 9), 16), Number.parseInt(key.slice(9), 16)];
  const isNegative = high < 0x80000000;
  bits.setUint32(0, isNegative ? ~high : high & 0x7fffffff);
  bits.setUint32(4, isNegative ? ~low : low);
  return bits.getFloat64(0);
}

export function textKey(text: string): string {
  return kindOf.text + firstCharacters(text);
}

/** Whether longer texts may have the same key. */
export function isCut(text: string): boolean {
  return text.length >= keyTextCharacters && [...firstCharacters(text)].length >= keyTextCharacters;
}

const timeForm =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?([Zz]|[+-]\d\d:\d\d)?)?$/;
// The seconds from year 0 to 1970: with them no time is negative.
const epochSeconds = 62_167_219_200;

/**
 * The instant of an ISO 8601 date, or date and time; without an offset it is UTC. Undefined for any other text,
 * also for a day that no calendar has.
 */
export function timeKey(text: string): string | undefined {
  const [whole, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] =
    timeForm.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  const atMs = Date.parse(`${date}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(atMs) || hour === '24') return undefined;
  if (new Date(atMs).toISOString().slice(0, 10) !== date) return undefined;
  const offset = offsetSeconds(zone ?? 'Z');
  if (offset === undefined) return undefined;
  const seconds = atMs / 1000 - offset + epochSeconds + daySeconds;
  return kindOf.time + String(seconds).padStart(12, '0') + fraction.replace(/0+$/, '');
}

const bits = new DataView(new ArrayBuffer(8));
// With its offset, a time may be before year 0.
const daySeconds = 86_400;

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

function offsetSeconds(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3_600 + minutes * 60);
}

function firstCharacters(text: string): string {
  if (text.length <= keyTextCharacters) return text;
  let units = 0;
  let characters = 0;
  for (const character of text) {
    if (characters === keyTextCharacters) break;
    units += character.length;
    characters += 1;
  }
  return text.slice(0, units);
}
