import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { race } from '../kernel/race.ts';
import { DamagedBlob } from './blobs.ts';
import { awayProblem } from './s3-calls.ts';

/** What a body must turn out to be. */
interface Expected {
  readonly bytes: number;
  /** In hexadecimal digits; undefined for a part of a blob. */
  readonly sha256: string | undefined;
  readonly idleMs: number;
  /** Called once, however the reading ends. */
  readonly onEnd?: (() => void) | undefined;
}

/**
 * The body of an answer in pieces. The last piece is given only when length and hash of all of them are right, so
 * that a reader never takes a truncated or altered body for the whole. Not a generator: one that was never started
 * runs no `finally`, and would leave its connection open.
 */
export function checkedBody(body: Readable, expected: Expected): AsyncIterable<Buffer> {
  const source = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const hash = expected.sha256 === undefined ? undefined : createHash('sha256');
  let count = 0;
  let held: Buffer | undefined;
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    expected.onEnd?.();
    held = undefined;
    body.destroy();
  };
  const nextPiece = async (): Promise<Buffer | undefined> => {
    for (;;) {
      const { done, value } = await race(source.next(), { limitMs: expected.idleMs });
      if (done === true) break;
      count += value.length;
      if (count > expected.bytes) throw new DamagedBlob('it has more bytes than were stored');
      hash?.update(value);
      const ready = held;
      held = value;
      if (ready !== undefined) return ready;
    }
    if (count !== expected.bytes) throw new DamagedBlob('it ends before its last byte');
    if (hash !== undefined && hash.digest('hex') !== expected.sha256)
      throw new DamagedBlob('its bytes have another hash');
    const last = held;
    end();
    return last;
  };
  const over = { done: true, value: undefined } as const;
  const iterator: AsyncIterator<Buffer> = {
    next: async () => {
      if (isOver) return over;
      try {
        const value = await nextPiece();
        return value === undefined ? over : { done: false, value };
      } catch (error) {
        end();
        throw error instanceof DamagedBlob ? error : awayProblem(error);
      }
    },
    return: async () => {
      end();
      return over;
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
