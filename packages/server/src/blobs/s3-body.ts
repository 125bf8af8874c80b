import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { race } from '../kernel/race.ts';
import { DamagedBlob } from './blobs.ts';
import { closingPieces } from './pieces.ts';
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
 * that a reader never takes a truncated or altered body for the whole.
 */
export function checkedBody(body: Readable, expected: Expected): AsyncIterable<Buffer> {
  const source = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const hash = expected.sha256 === undefined ? undefined : createHash('sha256');
  let count = 0;
  let held: Buffer | undefined;
  let isOver = false;
  // Before the last piece is given, so that the connection does not wait for the reader.
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    expected.onEnd?.();
    body.destroy();
  };
  const nextPiece = async (): Promise<Buffer | undefined> => {
    while (!isOver) {
      const { done, value } = await race(source.next(), { limitMs: expected.idleMs });
      const ready = held;
      held = done === true ? undefined : value;
      if (done === true) {
        if (count !== expected.bytes) throw new DamagedBlob('it ends before its last byte');
        if (hash !== undefined && hash.digest('hex') !== expected.sha256)
          throw new DamagedBlob('its bytes have another hash');
        end();
        return ready;
      }
      count += value.length;
      if (count > expected.bytes) throw new DamagedBlob('it has more bytes than were stored');
      hash?.update(value);
      if (ready !== undefined) return ready;
    }
    return undefined;
  };
  return closingPieces(
    () =>
      nextPiece().catch((error: unknown) => {
        throw error instanceof DamagedBlob ? error : awayProblem(error);
      }),
    async () => end(),
  );
}
