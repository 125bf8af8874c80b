import { siteLimits } from '@baraza/contract';
import { createTally, type Tally } from '../../kernel/measures/tally.ts';
import { Problem } from '../../kernel/problem.ts';
import { race } from '../../kernel/race.ts';
import type { AskResult } from './ask-outcome.ts';

/** The asks under way in this process: how many, for how long, and until when. */
export interface Asks {
  /**
   * Runs one ask to its end. What it passes through `limit` is given up with a refusal when it
   * takes too long, or when the server stops and has waited long enough; what can end by itself
   * hears of that by the signal.
   */
  readonly run: (
    name: string | undefined,
    work: (limit: Limit, stopping: AbortSignal) => Promise<AskResult>,
  ) => Promise<AskResult>;
  /** One that was begun here under this name, to wait for. */
  readonly underWay: (name: string) => Promise<AskResult> | undefined;
  /** Refuses where as many are under way as there may be. */
  readonly assertRoom: () => void;
  /** Counts a question that was refused before it began. */
  readonly countBusy: () => void;
  readonly silenceMs: number;
  /** What became of those that have ended here. */
  readonly counts: Tally<AskOutcome>['counts'];
  readonly underWayCount: () => number;
  /** Waits for all of them; those that take too long are ended with a refusal. */
  readonly drain: () => Promise<void>;
}

type AskOutcome = 'answered' | 'unanswered' | 'busy' | 'failed';

/** Work under a limit; its signal aborts when the limit is reached. */
export type Limit = <Part>(work: (signal: AbortSignal) => Promise<Part>) => Promise<Part>;

export interface AskTimes {
  /** After which silence a stream gives a sign of life. */
  readonly silenceMs: number;
  readonly timeoutMs: number;
  readonly drainMs: number;
}

// The queue before the engines is shorter; the rest waits for models, for slow readers and for the store.
const usualOpenMax = 1_000;

const usual: AskTimes = {
  silenceMs: siteLimits.silenceMs,
  timeoutMs: siteLimits.askTimeoutMs,
  drainMs: siteLimits.askDrainMs,
};

/** `openMax`: how many may be answered at the same time, from what the engines and models can serve. */
export function createAsks(openMax = usualOpenMax, times: Partial<AskTimes> = {}): Asks {
  const { silenceMs, timeoutMs, drainMs } = { ...usual, ...times };
  const open = new Set<Promise<AskResult>>();
  const named = new Map<string, Promise<AskResult>>();
  const stops = new Set<() => void>();
  const tally = createTally<AskOutcome>(['answered', 'unanswered', 'busy', 'failed']);
  let stopped = false;

  const limited: Limit = async (work) => {
    const ending = new AbortController();
    const { signal } = ending;
    const end = (problem: Problem) => ending.abort(problem);
    const onStop = () =>
      end(new Problem('draining', 'The server is stopping; please ask again shortly.'));
    const timer = setTimeout(
      () => end(new Problem('upstream', 'The answer took too long; please ask again shortly.')),
      timeoutMs,
    );
    stops.add(onStop);
    if (stopped) onStop();
    try {
      return await race(work(signal), { signal });
    } finally {
      clearTimeout(timer);
      stops.delete(onStop);
    }
  };

  return {
    silenceMs,
    counts: tally.counts,
    underWayCount: () => open.size,
    run: (name, work) => {
      const stopping = new AbortController();
      const onStop = () => stopping.abort();
      stops.add(onStop);
      if (stopped) onStop();
      const running = work(limited, stopping.signal).finally(() => {
        stops.delete(onStop);
        open.delete(running);
        if (name !== undefined && named.get(name) === running) named.delete(name);
      });
      running.then(
        ({ done }) => tally.count(outcomeOf(done)),
        () => tally.count('failed'),
      );
      open.add(running);
      if (name !== undefined) named.set(name, running);
      return running;
    },
    assertRoom: () => {
      if (open.size >= openMax)
        throw new Problem('busy', 'Too many questions are being answered; try again shortly.', {
          retryAfterSeconds: 2,
        });
    },
    countBusy: () => tally.count('busy'),
    underWay: (name) => named.get(name),
    drain: async () => {
      const timer = setTimeout(() => {
        stopped = true;
        for (const stop of stops) stop();
      }, drainMs);
      while (open.size > 0) await Promise.allSettled(open);
      clearTimeout(timer);
    },
  };
}

function outcomeOf({ answered, error }: AskResult['done']): AskOutcome {
  if (error !== undefined) return error.code === 'busy' ? 'busy' : 'failed';
  return answered ? 'answered' : 'unanswered';
}
