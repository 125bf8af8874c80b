/** The only parser of JSON from outside. Bodies of megabytes are parsed in child processes. */
import { limits } from '@baraza/contract';
import { invalid, Problem } from '../problem.ts';
import { parseWithPlainNames } from './plain-names.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * What it accepts can be stored by both databases and reads back equal: no NUL, no lone surrogate, no
 * number that is not a finite double, no name with a quote, a backslash or a control character, no nesting that would
 * overflow a stack. Depth and number of values are checked before any value is built.
 */
export function parseJson(
  given: Uint8Array,
  depthMax: number,
  valuesMax: number = limits.jsonValuesMax,
): unknown {
  const bytes = withoutByteOrderMark(given);
  const mayOverflow = assertJsonBounds(bytes, depthMax, valuesMax);
  const text = decode(bytes);
  const value = parse(text);
  // Only an escape makes a NUL, a lone surrogate, a quote, a backslash or a control character below U+0020.
  if (mayOverflow || text.includes('\\') || laterControl.test(text)) assertStorable(value);
  return value;
}

export function notJson(cause?: unknown): Problem {
  return new Problem('json', 'The body must be JSON.', { cause });
}

export function tooDeep(): Problem {
  return invalid(`JSON may nest at most ${limits.jsonDepthMax} levels deep.`);
}

export const [quote, comma, colon] = [0x22, 0x2c, 0x3a];
const backslash = 0x5c;
export const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The offset of a string's closing quote, or the end of the text. */
export function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return Math.min(at, bytes.length);
}

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

// A byte order mark is dropped, as TextDecoder does.
export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}

const nameBytesMax = 32 * 1024;
// The largest double has 309 digits.
const digitsMax = 300;
const [zero, nine, letterE] = [0x30, 0x39, 0x65];

/** Checks depth, number of values and length of names before values are built. True if a number may overflow. */
export function assertJsonBounds(
  bytes: Uint8Array,
  depthMax: number,
  valuesMax: number = limits.jsonValuesMax,
): boolean {
  let [depth, values, digits, mayOverflow] = [0, 1, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= zero && byte <= nine) {
      digits += 1;
      mayOverflow ||= digits > digitsMax;
      continue;
    }
    // `E` and `e`; those of `true` and `false` follow a letter.
    mayOverflow ||= digits > 0 && (byte | 0x20) === letterE;
    digits = 0;
    if (byte === quote) {
      const end = stringEnd(bytes, at);
      if (end - at > nameBytesMax) assertNoName(bytes, end);
      at = end;
    } else if (byte === comma) values += 1;
    else if (byte === openList || byte === openObject) {
      values += 1;
      depth += 1;
      if (depth > depthMax) throw tooDeep();
    } else if (byte === closeList || byte === closeObject) depth -= 1;
    if (values > valuesMax)
      throw new Problem('too_large', `JSON may hold at most ${valuesMax} values.`);
  }
  return mayOverflow;
}

function assertNoName(bytes: Uint8Array, end: number): void {
  let at = end + 1;
  while (isSpace(bytes[at])) at += 1;
  if (bytes[at] === colon) throw invalid(`A name in JSON may have at most ${nameBytesMax} bytes.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Problem('json', 'The body must be JSON in UTF-8.', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return parseWithPlainNames(text, usableName);
  } catch (cause) {
    throw cause instanceof Problem ? cause : notJson(cause);
  }
}

// An explicit stack instead of recursion: the client chooses the depth of the value.
function assertStorable(root: unknown): void {
  const waiting: object[] = [];
  const check = (value: unknown): void => {
    if (typeof value === 'string') assertText(value);
    else if (typeof value === 'number') assertNumber(value);
    else if (typeof value === 'object' && value !== null) waiting.push(value);
  };
  check(root);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) for (const item of next) check(item);
    else
      for (const name in next) {
        assertName(name);
        check((next as { readonly [name: string]: unknown })[name]);
      }
  }
}

const laterControl = /[\u007f-\u009f]/;
const unusable = /["\\\p{Cc}]/u;

/** For a field of JSON and of a form, which is stored as JSON. */
export function assertName(name: string): void {
  assertText(name);
  if (unusable.test(name))
    throw invalid('A name in JSON must have no quote, no backslash and no control character.');
}

function usableName(name: string): string {
  assertName(name);
  return name;
}

function assertText(text: string): void {
  if (!text.isWellFormed() || text.includes('\0'))
    throw invalid('Text in JSON must be Unicode without NUL and lone surrogates.');
}

function assertNumber(value: number): void {
  if (!Number.isFinite(value)) throw invalid('A number in JSON must fit into a double.');
}
