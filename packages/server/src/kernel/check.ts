import { asProblem } from './problem.ts';
import { race } from './race.ts';

/** The sentence that says why something does not work; undefined while it works. */
export type Check = () => Promise<string | undefined>;

interface CheckTimes {
  /** Callers within this time share one attempt. */
  readonly everyMs: number;
  /** How long a caller waits for the attempt; then it gets the last result, because what is only busy still works. */
  readonly waitMs: number;
  /** An attempt that takes longer has failed. */
  readonly limitMs: number;
}

/** Checks something by trying it. An attempt that hangs is not repeated before it ends. */
export function createCheck(
  name: string,
  attempt: () => Promise<unknown>,
  { everyMs, waitMs, limitMs }: CheckTimes,
  monotonicMs: () => number = () => performance.now(),
): Check {
  let pending: { readonly sinceMs: number; readonly ended: Promise<void> } | undefined;
  let last: { readonly atMs: number; readonly fault: string | undefined } | undefined;

  const start = async (): Promise<void> => {
    const fault = await attempt().then(
      () => undefined,
      (error: unknown) => asProblem(error).message,
    );
    last = { atMs: monotonicMs(), fault };
    pending = undefined;
  };

  return async () => {
    if (last !== undefined && monotonicMs() - last.atMs < everyMs) return last.fault;
    pending ??= { sinceMs: monotonicMs(), ended: start() };
    const { sinceMs, ended } = pending;
    await race(ended, { limitMs: waitMs }, () => {});
    const isLate = pending !== undefined && monotonicMs() - sinceMs >= limitMs;
    return last === undefined || isLate ? `${name} does not respond.` : last.fault;
  };
}
