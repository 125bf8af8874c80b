import { createFairQueue, type FairQueue, type FairQueueSize } from '../kernel/fair-queue.ts';
import { Problem } from '../kernel/problem.ts';
import { engineSampleRate, type Transcriber } from './speech.ts';

const sentence = 'Too many people are speaking at once; try again shortly.';

/** Fair queue in front of a speech engine, which bounds its concurrency. */
export function createSpeechQueue(size: FairQueueSize): FairQueue {
  return createFairQueue(size, { sentence, retryAfterSeconds: 5 });
}

// A clip behind others is refused at once if its turn is expected later than this.
const expectedWaitMsMax = 8_000;
// Reached only if the expected time was wrong.
const queueLimits = { waitingMax: 64, waitMs: 60_000 };
// Until the first clips are measured.
const firstGuess = 0.25;
const latestShare = 0.3;
// Added to the length of each clip, for the work that a clip of any length takes.
const fixedSeconds = 2;

/**
 * A transcriber that takes a number of clips at once. The time of a clip is estimated from earlier ones: a clip that
 * would wait too long is refused as `busy` at once. A clip that need not wait is never refused, however slow the
 * machine is.
 */
export function withQueue(
  transcriber: Transcriber,
  atOnce: number,
  nowMs: () => number = () => performance.now(),
): Transcriber {
  const queue = createSpeechQueue({ atOnce, ...queueLimits });
  /** Seconds of work for a second of sound. */
  let pace = firstGuess;
  let admitted = 0;
  let aheadMs = 0;

  const admit = (seconds: number): (() => void) => {
    const waitMs = admitted < atOnce ? 0 : aheadMs / atOnce;
    if (waitMs > expectedWaitMsMax)
      throw new Problem('busy', sentence, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    const expectedMs = seconds * pace * 1_000;
    admitted += 1;
    aheadMs += expectedMs;
    return () => {
      admitted -= 1;
      aheadMs = admitted === 0 ? 0 : aheadMs - expectedMs;
    };
  };

  return {
    ...transcriber,
    canStartEarly: () => admitted === 0 && transcriber.canStartEarly?.() === true,
    transcribe: async (samples, options, signal) => {
      const seconds = samples.length / engineSampleRate + fixedSeconds;
      const leave = admit(seconds);
      const job = async () => {
        const startedMs = nowMs();
        const transcript = await transcriber.transcribe(samples, options, signal);
        pace += latestShare * ((nowMs() - startedMs) / 1_000 / seconds - pace);
        return transcript;
      };
      try {
        return await queue.run(job, { signal });
      } finally {
        leave();
      }
    },
  };
}
