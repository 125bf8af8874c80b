/**
 * Calls to a model server: bounded concurrency, retries only before an answer begins, and a circuit
 * breaker after repeated failures.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createBreaker } from '../kernel/breaker.ts';
import type { Clock } from '../kernel/clock.ts';
import type { FairQueueSize } from '../kernel/fair-queue.ts';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { createAnswerQueue } from './answer-queue.ts';
import { faultIn, isOfServer, isWorthAnotherTry, problemOf, ServerFault } from './openai-fault.ts';

export interface ModelServer {
  /** Where the API begins, as in `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  /** The model of orders that name none. */
  readonly model: string;
  readonly key: string | undefined;
  readonly log: Log;
  readonly clock: Clock;
}

export interface CallLimits extends FairQueueSize {
  /** From the first try to the last word. */
  readonly wholeMs: number;
  /** Before each further try. */
  readonly pausesMs: readonly number[];
  /** The longest wait that a server may ask for before another try. */
  readonly retryAfterMsMax: number;
  readonly failuresMax: number;
  readonly restMs: number;
  /** Who leaves without an answer after so long did not leave on a whim: the server is too slow. */
  readonly patienceMs: number;
}

export const usualCallLimits: CallLimits = {
  atOnce: 16,
  waitingMax: 64,
  waitMs: 20_000,
  wholeMs: 120_000,
  pausesMs: [100, 400],
  retryAfterMsMax: 3_000,
  failuresMax: 5,
  restMs: 15_000,
  // A visitor who is spoken to waits 1.2 s for a sentence.
  patienceMs: 1_100,
};

interface Calls {
  /** Waits for a turn. Refuses with a `Problem` when there is none, or while this model rests. */
  readonly begin: (model: string, signal: AbortSignal) => Promise<Call>;
  readonly isResting: (model: string) => boolean;
  /** Cuts off what is under way, and waits until it has ended. */
  readonly close: () => Promise<void>;
}

interface Call {
  /** Aborts when the caller leaves, when it took too long in all, and when everything ends. */
  readonly signal: AbortSignal;
  /** Makes a few tries until the answer begins. */
  readonly tries: <Result>(attempt: () => Promise<Result>) => Promise<Result>;
  /** Some of the answer has come. */
  readonly answerStarted: () => void;
  readonly worked: () => void;
  /** Remembers what went wrong, and gives what the caller is to be told of it. */
  readonly failed: (error: unknown) => unknown;
  /** Gives the turn back and cancels what is still under way. */
  readonly end: () => void;
}

export function createCalls(parts: {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: CallLimits;
}): Calls {
  const { clock, log, limits } = parts;
  const breaker = createBreaker({ failuresMax: limits.failuresMax, closedMs: limits.restMs });
  const queue = createAnswerQueue(limits);
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  const isResting = (model: string) => breaker.closed(clock()).includes(model);
  const assertAdmitted = (isAdmitted: boolean): void => {
    if (!isAdmitted) throw restingProblem(limits.restMs);
    if (closing.signal.aborted) throw closing.signal.reason;
  };

  const note = (model: string, fault: ServerFault | undefined): void => {
    const wasResting = isResting(model);
    breaker.note(model, fault === undefined, clock());
    if (fault !== undefined)
      log.warn('a call to the model server failed', { fault: fault.message });
    if (!wasResting && isResting(model))
      log.warn('the model server is left alone for a while', { restMs: limits.restMs });
  };

  const begin = async (model: string, given: AbortSignal): Promise<Call> => {
    // Refused before it waits, and asked for the one try that is let through only when it goes.
    assertAdmitted(!isResting(model));
    const stop = AbortSignal.any([given, closing.signal]);
    const giveBack = await queue.take({ signal: stop });
    try {
      stop.throwIfAborted();
      assertAdmitted(breaker.admits(model, clock()));
    } catch (error) {
      giveBack();
      throw error;
    }
    // Let through though it rests: the one try that everybody else waits for.
    const isProbe = isResting(model);
    const startedAtMs = clock();
    const ended = Promise.withResolvers<void>();
    underWay.add(ended.promise);
    const cut = new AbortController();
    const leave = () => cut.abort(stop.reason);
    stop.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(() => cut.abort(new ServerFault('late')), limits.wholeMs);
    let hasSpoken = false;
    let hasWorked = false;
    let outcome: 'open' | 'noted' | 'untold' = 'open';
    const conclude = (fault?: ServerFault) => {
      outcome = 'noted';
      note(model, fault);
    };
    return {
      signal: cut.signal,
      tries: (attempt) => tryAgain(attempt, limits, cut.signal),
      answerStarted: () => {
        hasSpoken = true;
      },
      worked: () => {
        hasWorked = true;
        conclude();
      },
      failed: (error) => {
        outcome = 'untold';
        if (stop.aborted) {
          if (given.aborted && !hasSpoken && clock() - startedAtMs >= limits.patienceMs)
            conclude(new ServerFault('late'));
          return stop.reason;
        }
        const fault = cut.signal.aborted ? faultIn(cut.signal.reason) : faultIn(error);
        if (isOfServer(fault)) conclude(fault);
        else log.warn('the model server refused a call', { fault: fault.message });
        return problemOf(fault);
      },
      end: () => {
        clearTimeout(timer);
        stop.removeEventListener('abort', leave);
        // Who stops reading of their own accord has got all that they wanted.
        if (outcome === 'open' && hasSpoken && !stop.aborted) conclude();
        else if (outcome !== 'noted' && isProbe) breaker.release(model, clock());
        // What has worked is at its end: its connection serves the next call.
        if (!hasWorked) cut.abort();
        giveBack();
        underWay.delete(ended.promise);
        ended.resolve();
      },
    };
  };

  return {
    begin,
    isResting,
    close: async () => {
      closing.abort(new Problem('draining', 'The server is stopping; please try again shortly.'));
      await Promise.all(underWay);
    },
  };
}

async function tryAgain<Result>(
  attempt: () => Promise<Result>,
  { pausesMs, retryAfterMsMax }: CallLimits,
  signal: AbortSignal,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const fault = faultIn(error);
      const pauseMs = fault.retryAfterMs ?? pausesMs[tries];
      const isLast = tries >= pausesMs.length || pauseMs === undefined || pauseMs > retryAfterMsMax;
      if (isLast || signal.aborted || !isWorthAnotherTry(fault)) throw error;
      await wait(pauseMs, undefined, { signal });
    }
  }
}

function restingProblem(restMs: number): Problem {
  return new Problem('busy', 'Answers cannot be written just now; please try again shortly.', {
    retryAfterSeconds: Math.ceil(restMs / 1_000),
  });
}
