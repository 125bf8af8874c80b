import { Problem } from '../kernel/problem.ts';
import type { Transcriber } from './speech.ts';

/** So many at once, so many that wait, and those for so long. */
interface Queue {
  /** Refuses with `busy` when there is no place to wait, or none came free in time. */
  readonly run: <Result>(job: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;
}

export function createQueue(size: {
  readonly atOnce: number;
  readonly waitingMax: number;
  readonly waitMs: number;
}): Queue {
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (cause: unknown) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        const place = waiting.indexOf(start);
        if (place >= 0) waiting.splice(place, 1);
        reject(cause);
      };
      const start = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => leave(signal.reason);
      const timer = setTimeout(() => leave(crowded()), size.waitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.push(start);
    });

  const release = (): void => {
    const next = waiting.shift();
    // The place goes over to the next: nobody who comes now may take it in between.
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    run: async (job, signal) => {
      signal.throwIfAborted();
      if (running < size.atOnce) running += 1;
      else if (waiting.length >= size.waitingMax) throw crowded();
      else await turn(signal);
      try {
        return await job();
      } finally {
        release();
      }
    },
  };
}

function crowded(): Problem {
  return new Problem('busy', 'Too many people are speaking at once; try again shortly.', {
    retryAfterSeconds: 5,
  });
}

/** A transcriber that hears so many at once. */
export function queued(transcriber: Transcriber, queue: Queue): Transcriber {
  return {
    ...transcriber,
    transcribe: (samples, options, signal) =>
      queue.run(() => transcriber.transcribe(samples, options, signal), signal),
  };
}
