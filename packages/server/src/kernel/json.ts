/** The only parser of JSON from outside; it works in steps, so that a large body does not block the event loop. */
import { limits } from '@baraza/contract';
import {
  backslash,
  closeList,
  closeObject,
  colon,
  comma,
  isSpace,
  type LargeParts,
  notJson,
  openList,
  openObject,
  partBytes,
  quote,
  scanning,
  stringEnd,
  tooDeep,
} from './json/json-scan.ts';
import { Problem } from './problem.ts';
import { atOnce } from './steps.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * What it accepts can be stored by both engines and reads back equal: no NUL, no lone
 * surrogate, no number that is not a finite double, no nesting that would overflow a stack.
 */
export function parseJson(bytes: Uint8Array, depthMax: number): unknown {
  return atOnce(parsingJson(bytes, depthMax));
}

/** The same in small steps. Depth and number of values are checked before any value is built. */
export function* parsingJson(
  given: Uint8Array,
  depthMax: number,
  valuesMax: number = limits.jsonValuesMax,
): Generator<undefined, unknown> {
  const bytes = withoutByteOrderMark(given);
  const scan = { depthMax, valuesMax };
  const large: LargeParts = bytes.length <= partBytes ? new Map() : yield* scanning(bytes, scan);
  const span = trimmed(bytes, 0, bytes.length);
  return yield* reading({ bytes, large }, span, 1, depthMax);
}

/** For JSON from our own store, which was checked when it arrived. */
export function* parsingKept(text: string): Generator<undefined, unknown> {
  return yield* parsingJson(Buffer.from(text), keptDepthMax, Number.POSITIVE_INFINITY);
}

const keptDepthMax = 1_000;

/** An object whose fields are parsed lazily, one by one. */
export interface JsonFields {
  /** The span of a field, or undefined; with duplicate names, the last one. */
  readonly field: (name: string) => Span | undefined;
  /** Parses the value of a field or an item, with the usual limits. */
  readonly reading: (span: Span) => Generator<undefined, unknown>;
  /** The spans of the items of a list; undefined when it is not a list. */
  readonly items: (span: Span) => Generator<Span | undefined, void> | undefined;
}

/** Indexes the fields of a body that is too large to parse as a whole, in small steps. */
export function* readingFields(
  given: Uint8Array,
  depthMax: number,
): Generator<undefined, JsonFields> {
  const bytes = withoutByteOrderMark(given);
  const large = yield* scanning(bytes, { depthMax, valuesMax: Number.POSITIVE_INFINITY });
  const { from, to } = trimmed(bytes, 0, bytes.length);
  if (bytes[from] !== openObject || (large.get(from) ?? endOfSmallPart(bytes, from)) !== to)
    throw notJson();
  const fields = new Map<string, Span>();
  for (const part of itemSpans({ bytes, large }, from + 1, to - 1)) {
    yield;
    if (part === undefined) continue;
    const { name, value } = yield* readingMember(bytes, part);
    if (fields.has(name) || fields.size < fieldsMax) fields.set(name, value);
  }
  return {
    field: (name) => fields.get(name),
    reading: (span) => parsingJson(bytes.subarray(span.from, span.to), depthMax),
    items: ({ from: start, to: end }) => {
      if (bytes[start] !== openList) return undefined;
      if ((large.get(start) ?? endOfSmallPart(bytes, start)) !== end) throw notJson();
      return itemSpans({ bytes, large }, start + 1, end - 1);
    },
  };
}

const fieldsMax = 1_000;

// A byte order mark is dropped, as TextDecoder does.
function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}

interface Reader {
  readonly bytes: Uint8Array;
  readonly large: LargeParts;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function* reading(
  reader: Reader,
  { from, to }: Span,
  depth: number,
  depthMax: number,
): Generator<undefined, unknown> {
  const { bytes, large } = reader;
  if (to - from <= partBytes) {
    const value = parseText(textOf(bytes, from, to));
    assertStorable(value, depth, depthMax);
    return value;
  }
  if (bytes[from] === quote) return yield* readingText(bytes, from, to);
  // Only a string, a list or an object can be this long.
  if (large.get(from) !== to) throw notJson();
  return bytes[from] === openList
    ? yield* readingList(reader, from, to, depth, depthMax)
    : yield* readingObject(reader, from, to, depth, depthMax);
}

function* readingList(
  reader: Reader,
  from: number,
  to: number,
  depth: number,
  depthMax: number,
): Generator<undefined, unknown[]> {
  const list: unknown[] = [];
  for (const part of groupedSpans(reader, from + 1, to - 1)) {
    yield;
    if (part === undefined) continue;
    if (part.isSingle) {
      const span = trimmed(reader.bytes, part.from, part.to);
      list.push(yield* reading(reader, span, depth + 1, depthMax));
    } else {
      const items = parseText(`[${textOf(reader.bytes, part.from, part.to)}]`) as unknown[];
      assertStorable(items, depth, depthMax);
      for (const item of items) list.push(item);
    }
  }
  return list;
}

function* readingObject(
  reader: Reader,
  from: number,
  to: number,
  depth: number,
  depthMax: number,
): Generator<undefined, object> {
  const object = {};
  for (const part of groupedSpans(reader, from + 1, to - 1)) {
    yield;
    if (part === undefined) continue;
    if (part.isSingle) {
      const { name, value } = yield* readingMember(reader.bytes, part);
      defineField(object, name, yield* reading(reader, value, depth + 1, depthMax));
    } else {
      const members = parseText(`{${textOf(reader.bytes, part.from, part.to)}}`) as object;
      assertStorable(members, depth, depthMax);
      for (const [name, value] of Object.entries(members)) defineField(object, name, value);
    }
  }
  return object;
}

function* readingMember(
  bytes: Uint8Array,
  part: Span,
): Generator<undefined, { readonly name: string; readonly value: Span }> {
  const { from } = trimmed(bytes, part.from, part.to);
  if (bytes[from] !== quote) throw notJson();
  const end = (yield* stringEnd(bytes, from)) + 1;
  if (end - from > partBytes)
    throw new Problem('invalid', `A name in JSON may have at most ${partBytes} bytes.`);
  const name = parseText(textOf(bytes, from, end)) as string;
  assertText(name);
  const { from: mark } = trimmed(bytes, end, part.to);
  if (bytes[mark] !== colon) throw notJson();
  return { name, value: trimmed(bytes, mark + 1, part.to) };
}

// An assignment to `__proto__` would set the prototype; JSON means a field like any other.
function defineField(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

interface Part extends Span {
  /** One value, or several with commas between them. */
  readonly isSingle: boolean;
}

/** The items between two brackets: small neighbours grouped up to the size of a part, larger ones alone. */
function* groupedSpans(
  reader: Reader,
  from: number,
  to: number,
): Generator<Part | undefined, void> {
  let start = from;
  let end = from;
  for (const one of itemSpans(reader, from, to)) {
    if (one === undefined) {
      yield;
      continue;
    }
    if (one.to - start > partBytes && end > start) {
      yield { from: start, to: end, isSingle: false };
      start = one.from;
    }
    end = one.to;
    if (end - start <= partBytes) continue;
    yield { from: start, to: end, isSingle: true };
    start = end + 1;
  }
  if (end > start) yield { from: start, to: end, isSingle: false };
}

/** The spans of the values between two brackets, one by one; yields undefined for a step without one. */
function* itemSpans(
  { bytes, large }: Reader,
  from: number,
  to: number,
): Generator<Span | undefined, void> {
  let start = from;
  let nextStep = from + partBytes;
  for (let at = from; at <= to; at += 1) {
    // What is no list may have no comma for megabytes.
    if (at >= nextStep) {
      nextStep = at + partBytes;
      yield;
    }
    const byte = at === to ? comma : bytes[at];
    if (byte === quote) at = yield* stringEnd(bytes, at);
    else if (byte === openList || byte === openObject)
      at = (large.get(at) ?? endOfSmallPart(bytes, at)) - 1;
    else if (byte === comma) {
      if (isBlank(bytes, { from: start, to: at })) {
        // Empty brackets are an empty list; an empty item beside a comma is an error.
        if (at === to && start === from) return;
        throw notJson();
      }
      yield { from: start, to: at };
      start = at + 1;
    }
  }
}

/** The offset behind a small part that begins here. */
function endOfSmallPart(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = atOnce(stringEnd(bytes, at));
    else if (byte === openList || byte === openObject) depth += 1;
    else if (byte === closeList || byte === closeObject) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  throw notJson();
}

/** Decodes a large string piece by piece, never cutting inside an escape or a character. */
function* readingText(bytes: Uint8Array, from: number, to: number): Generator<undefined, string> {
  if ((yield* stringEnd(bytes, from)) !== to - 1) throw notJson();
  let text = '';
  let start = from + 1;
  for (let at = start; at < to - 1; at += 1) {
    if (at - start >= partBytes && ((bytes[at] ?? 0) & 0xc0) !== 0x80) {
      text += parseText(`"${textOf(bytes, start, at)}"`) as string;
      start = at;
      yield;
    }
    if (bytes[at] === backslash) at += bytes[at + 1] === 0x75 ? 5 : 1;
  }
  text += parseText(`"${textOf(bytes, start, to - 1)}"`) as string;
  assertText(text);
  return text;
}

/** In one step: the scan let no longer run of white space through than that of a part. */
function trimmed(bytes: Uint8Array, from: number, to: number): Span {
  let [start, end] = [from, to];
  while (start < end && isSpace(bytes[start])) start += 1;
  while (end > start && isSpace(bytes[end - 1])) end -= 1;
  return { from: start, to: end };
}

function isBlank(bytes: Uint8Array, { from, to }: Span): boolean {
  const span = trimmed(bytes, from, to);
  return span.from === span.to;
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
  try {
    return decoder.decode(bytes.subarray(from, to));
  } catch (cause) {
    throw new Problem('json', 'The body must be JSON in UTF-8.', { cause });
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem('json', 'The body must be JSON.', { cause });
  }
}

// An explicit stack instead of recursion: the client chooses the depth of the value.
function assertStorable(root: unknown, rootDepth: number, depthMax: number): void {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [
    { value: root, depth: rootDepth },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') assertText(value);
    else if (typeof value === 'number') assertNumber(value);
    else if (typeof value === 'object' && value !== null) {
      if (depth > depthMax) throw tooDeep();
      if (Array.isArray(value)) for (const item of value) push(waiting, item, depth + 1);
      else
        for (const [key, item] of Object.entries(value)) {
          assertText(key);
          push(waiting, item, depth + 1);
        }
    }
  }
}
type Waiting = { readonly value: unknown; readonly depth: number }[];

function push(waiting: Waiting, value: unknown, depth: number): void {
  if (typeof value === 'string') assertText(value);
  else if (typeof value === 'number') assertNumber(value);
  else if (typeof value === 'object' && value !== null) waiting.push({ value, depth });
}

function assertText(text: string): void {
  if (!text.isWellFormed() || text.includes('\0'))
    throw new Problem('invalid', 'Text in JSON must be Unicode without NUL and lone surrogates.');
}

function assertNumber(value: number): void {
  if (!Number.isFinite(value))
    throw new Problem('invalid', 'A number in JSON must fit into a double.');
}
