/** A question that an engine on another machine keeps for too long is also asked elsewhere; the first reply counts. */
import { setTimeout as wait } from 'node:timers/promises';

export type Hedges = ReturnType<typeof createHedges>;

export interface HedgeOptions {
  /** After which an engine is slow. */
  readonly patienceMs: () => number;
  /** Called when an engine has become slow: what waits for it may go elsewhere. */
  readonly onSlow: () => void;
  /** Rejects when the signal aborts. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<unknown>) | undefined;
}

type Attempt<Reply> = (signal: AbortSignal) => Promise<Reply>;

interface Hedged<Reply> {
  readonly first: Attempt<Reply>;
  /** Called when the first is slow; undefined if there is no other engine. */
  readonly second: () => Attempt<Reply> | undefined;
  /** Resolves when the engine of the first has stopped working on the abandoned request. */
  readonly whenFree: () => Promise<void> | undefined;
}

export function createHedges(options: HedgeOptions) {
  const { patienceMs, onSlow, wait: waitFor = waitUnref } = options;
  /** How many slow questions each engine has. */
  const slow = new Map<number, number>();
  const count = (engine: number, more: 1 | -1): void => {
    const left = (slow.get(engine) ?? 0) + more;
    if (left > 0) slow.set(engine, left);
    else slow.delete(engine);
  };

  return {
    isSlow: (engine: number): boolean => slow.has(engine),
    /** Rejects as the first does if both fail. */
    run: async <Reply>(
      engine: number,
      { first, second, whenFree }: Hedged<Reply>,
      signal: AbortSignal,
    ): Promise<Reply> => {
      // Aborts the one that lost, and the wait.
      const over = new AbortController();
      const either = AbortSignal.any([signal, over.signal]);
      const one = first(either);
      let isSlow = false;
      try {
        const replied = one.then((reply) => ({ reply }));
        const late = waitFor(patienceMs(), either).then(
          () => undefined,
          () => replied,
        );
        const early = await Promise.race([replied, late]);
        if (early !== undefined) return early.reply;
        isSlow = true;
        count(engine, 1);
        onSlow();
        const other = second()?.(either);
        return await (other === undefined ? one : firstOf(one, other));
      } finally {
        over.abort(new Error('another engine has replied'));
        if (isSlow) void Promise.resolve(whenFree()).then(() => count(engine, -1));
      }
    },
  };
}

async function firstOf<Reply>(one: Promise<Reply>, other: Promise<Reply>): Promise<Reply> {
  try {
    return await Promise.any([one, other]);
  } catch {
    return one;
  }
}

function waitUnref(ms: number, signal: AbortSignal): Promise<unknown> {
  return wait(ms, undefined, { signal, ref: false });
}
