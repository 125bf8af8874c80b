import { createFairQueue, type FairQueue, type FairQueueSize } from '../kernel/fair-queue.ts';

/** Bounds the calls to a model server, and the work before them. */
export function createAnswerQueue(size: FairQueueSize): FairQueue {
  return createFairQueue(size, {
    sentence: 'Too many answers are being written; please try again shortly.',
    retryAfterSeconds: 5,
  });
}
