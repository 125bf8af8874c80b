import { createFairQueue, type FairQueue } from '../kernel/fair-queue.ts';

/**
 * Limits snapshots that are held while a client reads: one account never holds more than its share, so slow
 * clients use up only the slots of their own owner.
 */
export function createSnapshotQueue(size: {
  readonly atOnce: number;
  readonly ofOneMax: number;
}): FairQueue {
  return createFairQueue(
    { ...size, waitingMax: 1_000, waitMs: 2_000 },
    { sentence: 'Too many long responses are being read; try again shortly.' },
  );
}
