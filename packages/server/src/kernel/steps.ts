/** Cooperative scheduling: long work runs in steps and yields the event loop between them. */
import { setImmediate } from 'node:timers/promises';

const turnMs = 10;

/**
 * Runs a generator that yields wherever it may be interrupted, and returns to the event loop whenever
 * its time slice is over: a slice lasts at most 50 ms. Work whose signal has aborted is stopped and
 * rejects with the signal's reason.
 */
export function inSteps<Result>(
  work: Generator<unknown, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  return inStepsWith(work, undefined, signal);
}

/**
 * The same for work that also asks for things: whatever it yields but `undefined` is handed to
 * `serve`, and the work goes on with what that gives. A fault of `serve` is thrown inside the work.
 */
export async function inStepsWith<Result>(
  work: Generator<unknown, Result>,
  serve: ((wanted: unknown) => Promise<unknown>) | undefined,
  signal?: AbortSignal,
): Promise<Result> {
  let beganMs = performance.now();
  let step = work.next();
  while (!step.done) {
    const { value: wanted } = step;
    let served: Settled | undefined;
    if (serve !== undefined && wanted !== undefined) {
      // The slice goes on: what is served from a cache never reaches the event loop.
      served = await settled(serve(wanted), signal);
    } else if (performance.now() - beganMs >= turnMs) {
      await setImmediate();
      beganMs = performance.now();
    } else {
      step = work.next();
      continue;
    }
    if (signal?.aborted) {
      work.return(undefined as Result);
      throw signal.reason;
    }
    step = served && 'fault' in served ? work.throw(served.fault) : work.next(served?.value);
  }
  return step.value;
}

type Settled = { readonly value: unknown } | { readonly fault: unknown };

/** Undefined as soon as the signal aborts: nobody waits for it then. */
async function settled(
  serving: Promise<unknown>,
  signal?: AbortSignal,
): Promise<Settled | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const stop = () => resolve(undefined);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const ending = serving.then(
    (value) => ({ value }),
    (fault: unknown) => ({ fault }),
  );
  try {
    return await Promise.race([ending, aborted]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** The same synchronously, for processes that serve no requests; whatever the work asks for, it gets `undefined`. */
export function atOnce<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
