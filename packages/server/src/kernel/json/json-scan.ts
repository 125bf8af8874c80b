/** Scans JSON without building values: checks depth and count of values, and finds where large parts end. */
import { limits } from '@baraza/contract';
import { Problem } from '../problem.ts';

interface ScanLimits {
  /** Levels of lists and objects. */
  readonly depthMax: number;
  /** Items and members of all lists and objects, over all levels. */
  readonly valuesMax: number;
}

/** Offset of an opening bracket → offset behind its closing one; only for parts larger than `partBytes`. */
export type LargeParts = ReadonlyMap<number, number>;

/** How much is read between two yields. */
export const partBytes = 32 * 1024;

export const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
export const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

export function notJson(): Problem {
  return new Problem('json', 'The body must be JSON.');
}

export function tooDeep(): Problem {
  return new Problem('invalid', `JSON may nest at most ${limits.jsonDepthMax} levels deep.`);
}

function tooLongRun(): Problem {
  return new Problem(
    'invalid',
    `JSON may have at most ${partBytes} bytes of white space or of a number in a row.`,
  );
}

/** Refuses JSON that is too deep, has too many values or is not closed, before any value is allocated. */
export function* scanning(
  bytes: Uint8Array,
  { depthMax, valuesMax }: ScanLimits,
): Generator<undefined, LargeParts> {
  const large = new Map<number, number>();
  const starts: number[] = [];
  let values = 1;
  let nextStep = partBytes;
  let token = -1;
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= nextStep) {
      nextStep = at + partBytes;
      yield;
    }
    const byte = bytes[at];
    if (byte === quote) {
      at = yield* stringEnd(bytes, at);
      token = at;
    } else if (byte === comma) {
      values += 1;
      token = at;
    } else if (byte === openList || byte === openObject) {
      values += 1;
      token = at;
      starts.push(at);
      if (starts.length > depthMax) throw tooDeep();
    } else if (byte === closeList || byte === closeObject) {
      const start = starts.pop();
      if (start === undefined || closes(bytes[start]) !== byte) throw notJson();
      if (at + 1 - start > partBytes) large.set(start, at + 1);
      token = at;
    } else if (byte === colon) token = at;
    // Whoever skips white space or a number behind the scan does so in one step.
    else if (at - token > partBytes) throw tooLongRun();
    if (values > valuesMax)
      throw new Problem('too_large', `JSON may hold at most ${valuesMax} values.`);
  }
  if (starts.length > 0) throw notJson();
  return large;
}

/** The offset of a string's closing quote. */
export function* stringEnd(bytes: Uint8Array, start: number): Generator<undefined, number> {
  let nextStep = start + partBytes;
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) return at;
    if (byte === backslash) at += 1;
    if (at >= nextStep) {
      nextStep = at + partBytes;
      yield;
    }
  }
  throw notJson();
}

function closes(open: number | undefined): number {
  return open === openList ? closeList : closeObject;
}

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
