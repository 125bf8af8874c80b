/** Long work in steps: who else waits is served in between, on a process that has one thread for all. */
import { setImmediate } from 'node:timers/promises';

const turnMs = 10;

/**
 * Runs work that stops wherever it could be interrupted, and gives way whenever its turn is over.
 * A step takes 50 ms at the most, whatever it was given. Work whose signal has aborted meanwhile
 * is not gone on with, and rejects with the signal's reason.
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

/** The same at one stretch, for those who serve nobody meanwhile. */
export function atOnce<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
