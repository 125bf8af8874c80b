/** Cooperative pauses for long work on a thread that also serves requests. */
import { setImmediate as onNextTurn } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';

export type Breathe = (signal?: AbortSignal) => Promise<void> | undefined;

/**
 * A function for long work to await between its steps. It returns to the event loop if the current slice has lasted
 * `sliceMs`, and awaits `resume` before the next one; otherwise it returns `undefined`, so that awaiting it in a loop
 * costs a microtask. A slice begins with the first call in a turn of the event loop, so that short work is not
 * interrupted; with `resume` it begins with the last pause, since that work also has to rest between its turns.
 * Concurrent work resumes one slice at a time. Rejects with the signal's reason after an abort.
 */
export function createBreathe(sliceMs: number, resume?: () => Promise<void> | undefined): Breathe {
  let sliceStartedMs: number | undefined = resume && 0;
  let lastPause: Promise<void> = Promise.resolve();
  const begin = (): void => {
    sliceStartedMs = performance.now();
    if (resume === undefined)
      onNextTurn(() => {
        sliceStartedMs = undefined;
      });
  };
  const pause = async (): Promise<void> => {
    await nextTurn();
    await resume?.();
    begin();
  };
  return (signal) => {
    signal?.throwIfAborted();
    if (sliceStartedMs === undefined) begin();
    if (performance.now() - (sliceStartedMs ?? 0) < sliceMs) return undefined;
    lastPause = lastPause.then(pause);
    return signal === undefined ? lastPause : lastPause.then(() => signal.throwIfAborted());
  };
}

export const breathe = createBreathe(10);
