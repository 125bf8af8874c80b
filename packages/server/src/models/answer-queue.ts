import { createFairQueue, type FairQueue, type FairQueueSize } from '../kernel/fair-queue.ts';

/** For the places of a model server, and for what is done before it is asked. */
export function createAnswerQueue(size: FairQueueSize): FairQueue {
  return createFairQueue(size, {
    sentence: 'Too many answers are being written; please try again shortly.',
    retryAfterSeconds: 5,
  });
}
