/** Cooperative pauses for long work on a thread that also serves requests. */
import { setImmediate } from 'node:timers/promises';

type Breathe = (signal?: AbortSignal) => Promise<void> | undefined;

/**
 * A function for long work to await between its steps. It returns to the event loop if the current slice has lasted
 * `sliceMs`, and awaits `resume` before the next one; otherwise it returns `undefined`, so that awaiting it in a loop
 * costs a microtask. Concurrent work resumes one slice at a time. Rejects with the signal's reason after an abort.
 */
export function createBreathe(sliceMs: number, resume?: () => Promise<void> | undefined): Breathe {
  let sliceStartedMs = 0;
  let lastPause: Promise<void> = Promise.resolve();
  const pause = async (): Promise<void> => {
    await setImmediate();
    await resume?.();
    sliceStartedMs = performance.now();
  };
  return (signal) => {
    signal?.throwIfAborted();
    if (performance.now() - sliceStartedMs < sliceMs) return undefined;
    lastPause = lastPause.then(pause);
    return signal === undefined ? lastPause : lastPause.then(() => signal.throwIfAborted());
  };
}

export const breathe = createBreathe(10);
