import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { invalid, Problem } from '../../kernel/problem.ts';
import { intakeOf } from './body-budget.ts';
import { readBody } from './read-body.ts';

interface NdjsonLimits {
  readonly bytesMax: number;
  readonly lineBytesMax: number;
  /** Deadline for the whole body. */
  readonly ms: number;
}

export interface NdjsonLine {
  readonly bytes: Buffer;
  /** Counted from 1. */
  readonly number: number;
}

/**
 * Passes the lines of a body to `take` in batches as they arrive, without line ends and a leading byte
 * order mark; empty ones are counted and left out.
 * Backpressure: nothing is read while `take` runs; what it throws ends the reading and is rethrown.
 */
export async function readNdjson(
  request: IncomingMessage,
  limits: NdjsonLimits,
  take: (lines: readonly NdjsonLine[]) => Promise<void>,
  onChunk: (chunk: Buffer) => void = () => {},
): Promise<void> {
  const startedMs = performance.now();
  const intake = intakeOf(request);
  const split = createSplitter(limits.lineBytesMax);
  for await (const chunk of readBody(request, limits.bytesMax)) {
    if (performance.now() - startedMs > limits.ms)
      throw invalid(`The body must arrive within ${limits.ms / 1000} seconds.`);
    // Reserved for the whole body: the consumer keeps most of the text until the last line.
    intake.admit(chunk.length);
    onChunk(chunk);
    await take(split.push(chunk));
    // Chunks that are there already would follow each other in one turn of the event loop.
    await setImmediate();
  }
  await take(split.end());
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from('\ufeff');

function createSplitter(bytesMax: number) {
  let parts: Buffer[] = [];
  let partBytes = 0;
  let number = 0;
  const add = (piece: Buffer) => {
    partBytes += piece.length;
    if (partBytes > bytesMax)
      throw new Problem('too_large', `Line ${number + 1} has more than ${bytesMax} bytes.`);
    parts.push(piece);
  };
  const finish = (): NdjsonLine => {
    const [first = Buffer.alloc(0)] = parts;
    let line = parts.length > 1 ? Buffer.concat(parts) : first;
    parts = [];
    partBytes = 0;
    number += 1;
    if (number === 1 && line.subarray(0, 3).equals(byteOrderMark)) line = line.subarray(3);
    return { bytes: line.at(-1) === carriageReturn ? line.subarray(0, -1) : line, number };
  };
  return {
    push: (chunk: Buffer): readonly NdjsonLine[] => {
      const lines: NdjsonLine[] = [];
      let from = 0;
      while (from < chunk.length) {
        // Empty lines take neither a search nor an allocation: a body may consist of nothing else.
        const emptyBytes = partBytes === 0 ? emptyLineBytes(chunk, from) : 0;
        if (emptyBytes > 0) {
          number += 1;
          from += emptyBytes;
          continue;
        }
        const to = chunk.indexOf(lineFeed, from);
        add(chunk.subarray(from, to === -1 ? chunk.length : to));
        if (to === -1) break;
        const line = finish();
        if (line.bytes.length > 0) lines.push(line);
        from = to + 1;
      }
      return lines;
    },
    end: (): readonly NdjsonLine[] => (partBytes > 0 ? [finish()] : []),
  };
}

/** The length of an empty line at this position, with its line end; 0 when it is not empty. */
function emptyLineBytes(chunk: Buffer, from: number): number {
  if (chunk[from] === lineFeed) return 1;
  return chunk[from] === carriageReturn && chunk[from + 1] === lineFeed ? 2 : 0;
}
