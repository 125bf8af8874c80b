import type { IncomingMessage } from 'node:http';
import { Problem } from '../../kernel/problem.ts';
import { intakeOf } from './body-budget.ts';
import { watchForBreak } from './broken-body.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from('\ufeff');

export interface NdjsonLimits {
  readonly bytesMax: number;
  readonly lineBytesMax: number;
  /** A body that comes drop by drop is given up after this. */
  readonly ms: number;
}

/**
 * Hands on a body line by line as it arrives, without its line ends and a leading byte order mark;
 * lines count from 1. What `take` throws ends the reading and is thrown on.
 */
export function readNdjson(
  request: IncomingMessage,
  limits: NdjsonLimits,
  take: (line: Buffer, number: number) => void,
  onChunk: (chunk: Buffer) => void = () => {},
): Promise<void> {
  const startedMs = performance.now();
  const intake = intakeOf(request);
  const split = createSplitter(limits.lineBytesMax, take);
  return new Promise((resolve, reject) => {
    let size = 0;
    let stopWatching = () => {};
    const stop = () => {
      request.off('data', onData);
      request.off('end', onEnd);
      stopWatching();
      intake.close();
    };
    const refuse = (refusal: unknown) => {
      stop();
      reject(refusal);
    };
    const attempt = (work: () => void) => {
      try {
        work();
      } catch (error) {
        refuse(error);
      }
    };
    const onData = (chunk: Buffer) =>
      attempt(() => {
        size += chunk.length;
        if (size > limits.bytesMax)
          throw new Problem('too_large', `The body may have at most ${limits.bytesMax} bytes.`);
        if (performance.now() - startedMs > limits.ms)
          throw new Problem('invalid', `The body must arrive within ${limits.ms / 1000} seconds.`);
        // Whoever takes the lines keeps most of what they are made of until the last one.
        intake.admit(chunk.length);
        onChunk(chunk);
        split.push(chunk);
      });
    const onEnd = () =>
      attempt(() => {
        split.end();
        stop();
        resolve();
      });
    request.on('data', onData);
    request.once('end', onEnd);
    intake.onCut(refuse);
    stopWatching = watchForBreak(request, () =>
      refuse(new Problem('invalid', 'The body ended before it was complete.')),
    );
  });
}

function createSplitter(bytesMax: number, take: (line: Buffer, number: number) => void) {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  let number = 0;
  const add = (piece: Buffer) => {
    begunBytes += piece.length;
    if (begunBytes > bytesMax)
      throw new Problem('too_large', `Line ${number + 1} has more than ${bytesMax} bytes.`);
    begun.push(piece);
  };
  const finish = () => {
    const [first = Buffer.alloc(0)] = begun;
    let line = begun.length > 1 ? Buffer.concat(begun) : first;
    begun = [];
    begunBytes = 0;
    number += 1;
    if (number === 1 && line.subarray(0, 3).equals(byteOrderMark)) line = line.subarray(3);
    take(line.at(-1) === carriageReturn ? line.subarray(0, -1) : line, number);
  };
  return {
    push: (chunk: Buffer) => {
      let from = 0;
      for (let to = chunk.indexOf(lineFeed); to !== -1; to = chunk.indexOf(lineFeed, from)) {
        add(chunk.subarray(from, to));
        finish();
        from = to + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
    },
    end: () => {
      if (begunBytes > 0) finish();
    },
  };
}
