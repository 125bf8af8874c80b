import { createFairQueue, type FairQueue, type FairQueueSize } from '../kernel/fair-queue.ts';
import type { Transcriber } from './speech.ts';

/** Fair queue in front of a speech engine, which bounds its concurrency. */
export function createSpeechQueue(size: FairQueueSize): FairQueue {
  return createFairQueue(size, {
    sentence: 'Too many people are speaking at once; try again shortly.',
    retryAfterSeconds: 5,
  });
}

/** A transcriber whose calls go through the queue. */
export function withQueue(transcriber: Transcriber, queue: FairQueue): Transcriber {
  return {
    ...transcriber,
    transcribe: (samples, options, signal) =>
      queue.run(() => transcriber.transcribe(samples, options, signal), { signal }),
  };
}
