import { siteLimits } from '@baraza/contract';
import { createTally } from '../../kernel/measures/tally.ts';
import { Problem } from '../../kernel/problem.ts';
import { race } from '../../kernel/race.ts';
import type { AskResult } from './ask-outcome.ts';

const askEnds = ['answered', 'unanswered', 'busy', 'failed'] as const;
type AskEnd = (typeof askEnds)[number];

/** Runs work under the time limit; its signal aborts when the limit is reached. */
export type Limit = <Part>(work: (signal: AbortSignal) => Promise<Part>) => Promise<Part>;

export interface AskTimes {
  /** Silence after which a stream sends a comment. */
  readonly silenceMs: number;
  readonly timeoutMs: number;
  readonly drainMs: number;
}

// The queue before the engines is shorter; the rest waits for models, for slow readers and for the store.
const defaultOpenMax = 1_000;

const defaultTimes: AskTimes = {
  silenceMs: siteLimits.silenceMs,
  timeoutMs: siteLimits.askTimeoutMs,
  drainMs: siteLimits.askDrainMs,
};

/** The asks that run in this process. `openMax`: how many may run at the same time. */
export function createAsks(openMax = defaultOpenMax, times: Partial<AskTimes> = {}) {
  const { silenceMs, timeoutMs, drainMs } = { ...defaultTimes, ...times };
  /** Each running ask with the controller that ends it. */
  const open = new Map<Promise<AskResult>, AbortController>();
  const named = new Map<string, Promise<AskResult>>();
  const tally = createTally<AskEnd>(askEnds);
  let refusal: Problem | undefined;

  const limitedBy =
    (stopping: AbortSignal): Limit =>
    async (work) => {
      const late = new AbortController();
      const slow = new Problem('upstream', 'The answer took too long; please ask again shortly.');
      const timer = setTimeout(() => late.abort(slow), timeoutMs);
      const signal = AbortSignal.any([late.signal, stopping]);
      try {
        return await race(work(signal), { signal });
      } finally {
        clearTimeout(timer);
      }
    };

  return {
    silenceMs,
    /** The asks that have ended here, by result. */
    counts: tally.counts,
    underWayCount: () => open.size,
    /**
     * Runs one ask to its end. What it passes through `limit` is given up with a refusal when it takes too long, or
     * when the server stops and has waited long enough; `stopping` aborts then, too.
     */
    run: (
      name: string | undefined,
      work: (limit: Limit, stopping: AbortSignal) => Promise<AskResult>,
    ): Promise<AskResult> => {
      const stopping = new AbortController();
      if (refusal !== undefined) stopping.abort(refusal);
      const running = work(limitedBy(stopping.signal), stopping.signal).finally(() => {
        open.delete(running);
        if (name !== undefined && named.get(name) === running) named.delete(name);
      });
      running.then(
        ({ done }) => tally.count(endOf(done)),
        () => tally.count('failed'),
      );
      open.set(running, stopping);
      if (name !== undefined) named.set(name, running);
      return running;
    },
    /** The ask that runs here under this name. */
    underWay: (name: string): Promise<AskResult> | undefined => named.get(name),
    /** Refuses if as many are running as there may be. */
    assertRoom: (): void => {
      if (open.size >= openMax)
        throw new Problem('busy', 'Too many questions are being answered; try again shortly.', {
          retryAfterSeconds: 2,
        });
    },
    /** Counts a question that was refused before it began. */
    countBusy: () => tally.count('busy'),
    /** Waits for all of them; those that take too long are ended with a refusal. */
    drain: async (): Promise<void> => {
      const timer = setTimeout(() => {
        refusal = new Problem('draining', 'The server is stopping; please ask again shortly.');
        for (const stopping of open.values()) stopping.abort(refusal);
      }, drainMs);
      while (open.size > 0) await Promise.allSettled(open.keys());
      clearTimeout(timer);
    },
  };
}

function endOf({ answered, error }: AskResult['done']): AskEnd {
  if (error !== undefined) return error.code === 'busy' ? 'busy' : 'failed';
  return answered ? 'answered' : 'unanswered';
}
