/**
 * Calls to a model server: bounded concurrency, retries only before an answer begins, and a circuit
 * breaker after repeated failures.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createBreaker } from '../kernel/breaker.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { createAnswerQueue } from './answer-queue.ts';
import { faultOf, isRetryable, problemOf, ServerFault } from './openai-fault.ts';

export interface ModelServer {
  /** Where the API begins, as in `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  /** The default model. */
  readonly model: string;
  readonly key: string | undefined;
  readonly log: Log;
  readonly clock: Clock;
}

export type CallLimits = Readonly<typeof usualCallLimits>;

export const usualCallLimits = {
  atOnce: 16,
  waitingMax: 64,
  waitMs: 20_000,
  /** From the first attempt to the end of the answer. */
  wholeMs: 120_000,
  /** Before each further attempt. */
  retryDelaysMs: [100, 400],
  /** The longest wait that a server may ask for before another attempt. */
  retryAfterMsMax: 3_000,
  failuresMax: 5,
  pauseMs: 15_000,
  /**
   * A caller who leaves after this long without an answer counts as a failure: the server is too slow. A visitor who
   * is spoken to waits 1.2 s for a sentence.
   */
  patienceMs: 1_100,
};

export function createCalls(
  { clock, log }: Pick<ModelServer, 'clock' | 'log'>,
  limits: CallLimits,
) {
  const breaker = createBreaker({ failuresMax: limits.failuresMax, openMs: limits.pauseMs });
  const queue = createAnswerQueue(limits);
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  const isPaused = (model: string) => breaker.openIds(clock()).includes(model);

  const count = (model: string, outcome: 'success' | ServerFault): void => {
    const wasPaused = isPaused(model);
    breaker.note(model, outcome === 'success', clock());
    if (outcome !== 'success')
      log.warn('a call to the model server failed', { fault: outcome.message });
    if (!wasPaused && isPaused(model))
      log.warn('calls to the model server are paused after failures', { pauseMs: limits.pauseMs });
  };

  /** Resolves to the function that releases the slot. */
  const takeSlot = async (model: string, stop: AbortSignal): Promise<() => void> => {
    // Checked before the wait, too; the probe of the breaker is taken only when the call starts.
    if (isPaused(model)) throw pausedProblem(limits.pauseMs);
    const giveBack = await queue.take({ signal: stop });
    if (!stop.aborted && breaker.admits(model, clock())) return giveBack;
    giveBack();
    throw stop.aborted ? stop.reason : pausedProblem(limits.pauseMs);
  };

  /**
   * Makes one call: waits for a slot, runs `work` and yields what it yields. Throws a `Problem` when there is no
   * slot, while this model is paused, and when the call fails. The signal of the work aborts when the caller leaves,
   * after `wholeMs`, and when all calls are closed.
   */
  async function* run<Part>(
    model: string,
    given: AbortSignal,
    work: (signal: AbortSignal) => AsyncIterable<Part>,
  ) {
    const stop = AbortSignal.any([given, closing.signal]);
    const giveBack = await takeSlot(model, stop);
    // Admitted while it is paused: the single probe of the breaker.
    const isProbe = isPaused(model);
    const startedAtMs = clock();
    const ended = Promise.withResolvers<void>();
    underWay.add(ended.promise);
    const cut = new AbortController();
    const timer = setTimeout(() => cut.abort(new ServerFault('late')), limits.wholeMs);
    let phase: 'waiting' | 'answering' | 'complete' | 'failed' = 'waiting';
    /** What the call shows about the server; undefined when nothing. */
    let outcome: 'success' | ServerFault | undefined;
    try {
      for await (const part of work(AbortSignal.any([stop, cut.signal]))) {
        phase = 'answering';
        yield part;
      }
      phase = 'complete';
    } catch (error) {
      const isTooSlow = phase === 'waiting' && clock() - startedAtMs >= limits.patienceMs;
      phase = 'failed';
      if (given.aborted && isTooSlow) outcome = new ServerFault('late');
      if (stop.aborted) throw stop.reason;
      const fault = faultOf(cut.signal.aborted ? cut.signal.reason : error);
      // A refusal is about this one call; everything else is about the server.
      if (fault.kind !== 'refused') outcome = fault;
      else log.warn('the model server refused a call', { fault: fault.message });
      throw problemOf(fault);
    } finally {
      clearTimeout(timer);
      // A reader who stops in the middle has read enough.
      if (phase === 'complete' || (phase === 'answering' && !stop.aborted)) outcome = 'success';
      if (outcome !== undefined) count(model, outcome);
      else if (isProbe) breaker.release(model, clock());
      // The connection of a complete answer serves the next call.
      if (phase !== 'complete') cut.abort();
      giveBack();
      underWay.delete(ended.promise);
      ended.resolve();
    }
  }

  return {
    run,
    isPaused,
    /** Aborts all calls, and waits until they have ended. */
    close: async () => {
      closing.abort(new Problem('draining', 'The server is stopping; please try again shortly.'));
      await Promise.all(underWay);
    },
  };
}

/** Makes a few attempts until an answer begins. */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { retryDelaysMs, retryAfterMsMax }: CallLimits,
  signal: AbortSignal,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const fault = faultOf(error);
      const delayMs = fault.detail.retryAfterMs ?? retryDelaysMs[tries];
      const isLast =
        tries >= retryDelaysMs.length || delayMs === undefined || delayMs > retryAfterMsMax;
      if (isLast || signal.aborted || !isRetryable(fault)) throw error;
      await wait(delayMs, undefined, { signal });
    }
  }
}

function pausedProblem(pauseMs: number): Problem {
  return new Problem('busy', 'Answers cannot be written just now; please try again shortly.', {
    retryAfterSeconds: Math.ceil(pauseMs / 1_000),
  });
}
