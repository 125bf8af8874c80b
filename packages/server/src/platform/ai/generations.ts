import { limits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';

export interface GenerationTimes {
  /** How long a stream waits for its first word before it sends headers: until then a refusal has its own status. */
  readonly firstWordMs: number;
  /** Heartbeat interval of a silent stream. */
  readonly silenceMs: number;
  readonly drainMs: number;
}

const usual: GenerationTimes = {
  firstWordMs: 5_000,
  silenceMs: limits.heartbeatMs,
  drainMs: limits.generationDrainMs,
};

export type Generations = ReturnType<typeof createGenerations>;

/** The running generations of this process, by name. */
export function createGenerations(times: Partial<GenerationTimes> = {}) {
  const open = new Set<Promise<unknown>>();
  const names = new Set<string>();
  const stopping = new AbortController();
  const allTimes = { ...usual, ...times };
  return {
    times: allTimes,
    /**
     * Runs a generation. Its signal aborts with the given one, and when the drain timeout has passed. Refuses when one
     * of the same name is still running.
     */
    run: <Result>(
      name: string | undefined,
      signal: AbortSignal,
      work: (signal: AbortSignal) => Promise<Result>,
    ): Promise<Result> => {
      if (name !== undefined && names.has(name))
        return Promise.reject(
          new Problem('idempotency', 'A request with this Idempotency-Key is still running.'),
        );
      if (name !== undefined) names.add(name);
      const ending = AbortSignal.any([signal, stopping.signal]);
      const running = work(ending)
        .catch((error: unknown) => {
          throw ending.aborted ? ending.reason : error;
        })
        .finally(() => {
          open.delete(running);
          if (name !== undefined) names.delete(name);
        });
      open.add(running);
      return running;
    },
    /** Waits for all of them; those that exceed the drain timeout are ended with a refusal. */
    drain: async () => {
      const timer = setTimeout(
        () => stopping.abort(new Problem('draining', 'The server is stopping; try again shortly.')),
        allTimes.drainMs,
      );
      while (open.size > 0) await Promise.allSettled(open);
      clearTimeout(timer);
    },
  };
}
