/** Cooperative pauses for long work on a thread that also serves requests. */
import { setImmediate } from 'node:timers/promises';

const sliceMs = 10;

let sliceStartedMs = 0;
let lastPause: Promise<void> = Promise.resolve();

/**
 * Returns to the event loop if the current slice has lasted 10 ms; otherwise returns `undefined`, so that
 * `await breathe()` in a loop costs a microtask. Concurrent work resumes one slice per turn of the event loop.
 * Rejects with the signal's reason after an abort.
 */
export function breathe(signal?: AbortSignal): Promise<void> | undefined {
  signal?.throwIfAborted();
  if (performance.now() - sliceStartedMs < sliceMs) return undefined;
  lastPause = lastPause.then(pause);
  return signal === undefined ? lastPause : lastPause.then(() => signal.throwIfAborted());
}

async function pause(): Promise<void> {
  await setImmediate();
  sliceStartedMs = performance.now();
}
