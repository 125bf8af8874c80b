/** Finds the parts of a JSON text without building values: for one that is too large to be parsed as a whole. */
import {
  closeList,
  closeObject,
  colon,
  comma,
  isSpace,
  notJson,
  openList,
  openObject,
  quote,
  stringEnd,
  tooDeep,
  withoutByteOrderMark,
} from './json.ts';

/**
 * The values of the wanted fields of an object; of fields with the same name, the last. Throws if brackets do not
 * match or nest deeper than `depthMax`. The values may still not be JSON: the caller has to parse them.
 */
export function findFields(
  given: Uint8Array,
  wanted: readonly string[],
  depthMax: number,
): ReadonlyMap<string, Uint8Array> {
  const bytes = withoutByteOrderMark(given);
  const found = new Map<string, Uint8Array>();
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== openObject) throw notJson();
  const parts = partsOf(bytes, start, depthMax);
  let part = parts.next();
  for (; !part.done; part = parts.next()) {
    const { name, value } = memberIn(part.value);
    if (wanted.includes(name)) found.set(name, value);
  }
  if (skipSpace(bytes, part.value) < bytes.length) throw notJson();
  return found;
}

export function isList(value: Uint8Array): boolean {
  return value[0] === openList;
}

export function* itemsOf(list: Uint8Array): Generator<Uint8Array, void> {
  yield* partsOf(list, 0, Number.POSITIVE_INFINITY);
}

/** The parts between commas inside the bracket at `start`; returns the offset after the closing one. */
function* partsOf(
  bytes: Uint8Array,
  start: number,
  depthMax: number,
): Generator<Uint8Array, number> {
  const closings = [closingOf(bytes[start])];
  let from = start + 1;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = stringEnd(bytes, at);
    else if (byte === openList || byte === openObject) {
      closings.push(closingOf(byte));
      if (closings.length > depthMax) throw tooDeep();
    } else if (byte === comma && closings.length === 1) {
      yield trimmed(bytes, from, at);
      from = at + 1;
    } else if (byte === closeList || byte === closeObject) {
      if (closings.pop() !== byte) throw notJson();
      if (closings.length > 0) continue;
      // Empty brackets hold nothing; an empty part beside a comma is an error.
      if (from > start + 1 || skipSpace(bytes, from) < at) yield trimmed(bytes, from, at);
      return at + 1;
    }
  }
  throw notJson();
}

function memberIn(part: Uint8Array): { readonly name: string; readonly value: Uint8Array } {
  if (part[0] !== quote) throw notJson();
  const end = stringEnd(part, 0) + 1;
  const mark = skipSpace(part, end);
  const from = skipSpace(part, mark + 1);
  if (part[mark] !== colon || from >= part.length) throw notJson();
  return { name: nameIn(part.subarray(0, end)), value: part.subarray(from) };
}

// Longer names are never searched for.
const nameBytesMax = 100;

function nameIn(bytes: Uint8Array): string {
  if (bytes.length > nameBytesMax) return '';
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch (cause) {
    throw notJson(cause);
  }
}

function trimmed(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const start = skipSpace(bytes, from);
  let end = to;
  while (end > start && isSpace(bytes[end - 1])) end -= 1;
  if (start >= to) throw notJson();
  return bytes.subarray(start, end);
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

function closingOf(opening: number | undefined): number {
  return opening === openList ? closeList : closeObject;
}
