import { createFairQueue, type FairQueue, type FairQueueSize } from '../kernel/fair-queue.ts';
import type { Transcriber } from './speech.ts';

/** For engines of speech, which do so many things at once. */
export function createSpeechQueue(size: FairQueueSize): FairQueue {
  return createFairQueue(size, {
    sentence: 'Too many people are speaking at once; try again shortly.',
    retryAfterSeconds: 5,
  });
}

/** A transcriber that hears so many at once. */
export function queued(transcriber: Transcriber, queue: FairQueue): Transcriber {
  return {
    ...transcriber,
    transcribe: (samples, options, signal) =>
      queue.run(() => transcriber.transcribe(samples, options, signal), { signal }),
  };
}
