/** Cooperative scheduling: long work runs in steps and yields the event loop between them. */
import { setImmediate } from 'node:timers/promises';

const turnMs = 10;

/**
 * Runs a generator that yields wherever it may be interrupted, and returns to the event loop whenever
 * its time slice is over: a slice lasts at most 50 ms. Work whose signal has aborted is stopped and
 * rejects with the signal's reason.
 */
export async function inSteps<Result>(
  work: Generator<unknown, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let beganMs = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - beganMs < turnMs) continue;
    await setImmediate();
    if (signal?.aborted) {
      work.return(undefined as Result);
      throw signal.reason;
    }
    beganMs = performance.now();
  }
}

/** The same synchronously, for processes that serve no requests. */
export function atOnce<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
