/** Abort and idle timeout of one attempt. */
import { ConnectionError } from './problem.ts';
import type { Timing } from './timing.ts';

export type Watch = ReturnType<typeof startWatch>;

type Watched = {
  readonly signals: readonly AbortSignal[];
  readonly timeoutMs: number;
  readonly timing: Timing;
  /** Names the call in messages; must not contain secrets. */
  readonly about: string;
  readonly idempotencyKey: string | undefined;
};

export function startWatch(watched: Watched) {
  const { timeoutMs, timing, about, idempotencyKey } = watched;
  const link = linkSignals(watched.signals);
  let cancelAlarm = () => {};
  const ring = () =>
    link.abort(
      new ConnectionError(`${about}: no answer within ${timeoutMs} ms.`, {
        code: 'timeout',
        idempotencyKey,
      }),
    );
  const pause = () => cancelAlarm();
  const resume = (moreMs = 0) => {
    cancelAlarm();
    cancelAlarm = timing.alarm(timeoutMs + moreMs, ring);
  };
  resume();
  return {
    /** Aborts with the caller's reason, or with the ConnectionError of a timeout. */
    signal: link.signal,
    /** Restarts the idle timeout; this one time it is longer by `moreMs`. */
    resume,
    /** Stops the idle timeout while nothing is expected from the server. */
    pause,
    /** Removes the listeners from the caller's signals, which may outlive the attempt. */
    end: (): void => {
      cancelAlarm();
      link.end();
    },
    /** Turns an error of fetch or of a body into the error to throw. */
    explain: (error: unknown): unknown =>
      link.signal.aborted
        ? link.signal.reason
        : new ConnectionError(`${about}: no whole answer came.`, {
            code: 'connection',
            idempotencyKey,
            cause: error,
          }),
  };
}

/** Like AbortSignal.any, but can be undone: a long-lived signal would otherwise collect a listener for each call. */
export function linkSignals(signals: readonly AbortSignal[]) {
  const controller = new AbortController();
  const abort = (reason: unknown) => controller.abort(reason);
  const listeners = signals.map((signal) => {
    const listener = () => abort(signal.reason);
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
    return { signal, listener };
  });
  return {
    signal: controller.signal,
    abort,
    end: (): void => {
      for (const { signal, listener } of listeners) signal.removeEventListener('abort', listener);
    },
  };
}
