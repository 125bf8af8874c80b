import { asProblem, Problem } from './problem.ts';
import { race } from './race.ts';

/** The sentence that says why something does not work; undefined while it works. */
export type Check = () => Promise<string | undefined>;

interface CheckTimes {
  /** Callers within this time share one attempt. */
  readonly everyMs: number;
  /** An attempt that takes longer has failed. */
  readonly limitMs: number;
}

/** Checks something by trying it. An attempt that hangs is not repeated before it ends. */
export function createCheck(
  attempt: () => Promise<unknown>,
  { everyMs, limitMs }: CheckTimes,
  monotonicMs: () => number = () => performance.now(),
): Check {
  let pending: Promise<string | undefined> | undefined;
  let last: { readonly atMs: number; readonly fault: string | undefined } | undefined;

  const start = async (): Promise<string | undefined> => {
    try {
      await attempt();
      return undefined;
    } catch (error) {
      return (error instanceof Problem ? error : asProblem(error)).message;
    }
  };

  return async () => {
    if (last !== undefined && monotonicMs() - last.atMs < everyMs) return last.fault;
    pending ??= start().then((fault) => {
      last = { atMs: monotonicMs(), fault };
      pending = undefined;
      return fault;
    });
    return race(pending, { limitMs }, () => `It did not respond within ${limitMs / 1_000} s.`);
  };
}
