/** Cooperative scheduling: long work runs in steps and yields the event loop between them. */
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
  return inStepsWith(work, undefined, { signal });
}

interface StepsFor {
  readonly signal?: AbortSignal | undefined;
  /** A site or an owner: slices go round by account, whatever the number of works of each. */
  readonly account?: string;
}

/**
 * The same for work that also asks for things: whatever it yields but `undefined` is handed to
 * `serve`, and the work goes on with what that gives. A fault of `serve` is thrown inside the work.
 */
export async function inStepsWith<Result>(
  work: Generator<unknown, Result>,
  serve: ((wanted: unknown) => Promise<unknown>) | undefined,
  { signal, account = '' }: StepsFor = {},
): Promise<Result> {
  // However many come at once, each turn of the event loop has one slice of one of them.
  if (running > 0) await nextTurn(account);
  running += 1;
  try {
    return await sliced(work, serve, account, signal);
  } finally {
    running -= 1;
  }
}

let running = 0;
// By account, the one whose turn is next first.
const waiting = new Map<string, (() => void)[]>();

/** One slice for each turn of the event loop, in turn between accounts, and in the order of asking within one. */
function nextTurn(account: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (waiting.size === 0) setImmediate(giveTurn);
  const same = waiting.get(account);
  if (same === undefined) waiting.set(account, [resolve]);
  else same.push(resolve);
  return promise;
}

function giveTurn(): void {
  const [next] = waiting;
  if (next === undefined) return;
  const [account, works] = next;
  works.shift()?.();
  waiting.delete(account);
  if (works.length > 0) waiting.set(account, works);
  if (waiting.size > 0) setImmediate(giveTurn);
}

async function sliced<Result>(
  work: Generator<unknown, Result>,
  serve: ((wanted: unknown) => Promise<unknown>) | undefined,
  account: string,
  signal?: AbortSignal,
): Promise<Result> {
  if (signal?.aborted) {
    work.return(undefined as Result);
    throw signal.reason;
  }
  let beganMs = performance.now();
  let step = work.next();
  while (!step.done) {
    const { value: wanted } = step;
    let served: Settled | undefined;
    if (serve !== undefined && wanted !== undefined) {
      // The slice goes on: what is served from a cache never reaches the event loop.
      served = await settled(serve(wanted), signal);
      if (performance.now() - beganMs >= turnMs) {
        await nextTurn(account);
        beganMs = performance.now();
      }
    } else if (performance.now() - beganMs >= turnMs) {
      await nextTurn(account);
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
