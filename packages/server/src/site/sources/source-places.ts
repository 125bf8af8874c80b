/** How many sources are read at once: one for each owner, a few in all, and so many bytes in memory. */
import { siteLimits } from '@baraza/contract';
import { createFairQueue, type FairQueue } from '../../kernel/fair-queue.ts';
import { Problem } from '../../kernel/problem.ts';

interface SourcePlaces {
  /** An owner's only place, or a refusal. `admit` reserves memory for what arrives. */
  readonly enter: (ownerId: string) => OwnerPlace;
  /** Those that read files use a processor each; those that read websites mostly wait. */
  readonly files: FairQueue;
  readonly websites: FairQueue;
}

interface OwnerPlace {
  readonly admit: (bytes: number) => void;
  /** Another source of this owner may begin. */
  readonly vacate: () => void;
  /** The same, and its memory is free. */
  readonly leave: () => void;
}

const queueSize = { atOnce: 2, waitingMax: 8, waitMs: 15_000 };
const bytesMax = 3 * siteLimits.sourceBytesMax;

export function createSourcePlaces(size = queueSize): SourcePlaces {
  const owners = new Map<string, OwnerPlace>();
  const refusal = {
    sentence: 'Several files and websites are being read; try again shortly.',
    retryAfterSeconds: 10,
  };
  let usedBytes = 0;
  return {
    enter: (ownerId) => {
      if (owners.has(ownerId))
        throw new Problem(
          'busy',
          'One of your files is still being read; try again when it is done.',
          {
            retryAfterSeconds: 5,
          },
        );
      let ownBytes = 0;
      const vacate = () => {
        if (owners.get(ownerId) === place) owners.delete(ownerId);
      };
      const place: OwnerPlace = {
        vacate,
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
      owners.set(ownerId, place);
      return place;
    },
    files: createFairQueue(size, refusal),
    websites: createFairQueue(size, refusal),
  };
}
