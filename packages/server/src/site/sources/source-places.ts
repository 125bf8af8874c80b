/** Limits on reading sources: one per owner, a few in all, and a budget of bytes in memory. */
import { siteLimits } from '@baraza/contract';
import { createFairQueue, type FairQueue } from '../../kernel/fair-queue.ts';
import { Problem } from '../../kernel/problem.ts';

interface SourcePlaces {
  /**
   * Takes the only place of an owner, or throws `busy`. An abort frees the place at once: the process of the source
   * may take a while to end, and holds its place in the queue until it has.
   */
  readonly enter: (ownerId: string, signal: AbortSignal) => OwnerPlace;
  /** Reading a file uses a processor; reading a website mostly waits. */
  readonly files: FairQueue;
  readonly websites: FairQueue;
}

interface OwnerPlace {
  /** Reserves memory for bytes that arrive. */
  readonly admit: (bytes: number) => void;
  /** Frees the place and its memory. */
  readonly leave: () => void;
}

const queueSize = { atOnce: 2, waitingMax: 8, waitMs: 15_000 };
const bytesMax = 3 * siteLimits.sourceBytesMax;
const refusal = {
  sentence: 'Several files and websites are being read; try again shortly.',
  retryAfterSeconds: 10,
};
const ownRefusal = 'One of your files is still being read; try again when it is done.';

export function createSourcePlaces(): SourcePlaces {
  const places = new Map<string, OwnerPlace>();
  let usedBytes = 0;
  return {
    enter: (ownerId, signal) => {
      if (places.has(ownerId)) throw new Problem('busy', ownRefusal, { retryAfterSeconds: 5 });
      let ownBytes = 0;
      const vacate = () => {
        if (places.get(ownerId) === place) places.delete(ownerId);
      };
      const place: OwnerPlace = {
        admit: (bytes) => {
          if (usedBytes + bytes > bytesMax) throw new Problem('busy', refusal.sentence, refusal);
          ownBytes += bytes;
          usedBytes += bytes;
        },
        leave: () => {
          vacate();
          usedBytes -= ownBytes;
          ownBytes = 0;
        },
      };
      places.set(ownerId, place);
      signal.addEventListener('abort', vacate, { once: true });
      return place;
    },
    files: createFairQueue(queueSize, refusal),
    websites: createFairQueue(queueSize, refusal),
  };
}
