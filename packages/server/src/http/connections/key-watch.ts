/**
 * Watches the key of a caller while a request is served. What is being told to a key that has ended is cut off,
 * and what was not begun yet is refused. A change is refused where its key ended before its body was complete;
 * afterwards it is left alone: one that was committed is answered.
 */
import type { ServerResponse } from 'node:http';
import { Problem } from '../../kernel/problem.ts';
import type { Route } from '../route.ts';
import type { Visit } from './connections.ts';

export interface KeyWatchOptions<Caller> {
  /** Calls `cut` when the key of a caller ends; the returned function ends the watch. */
  readonly watchCaller?: (caller: Caller, cut: () => void) => () => void;
  /** Whether event streams are cut too; those of the platform look at their key themselves (`platform/events.ts`). */
  readonly cutsEventStreams?: boolean;
  /** Whether the key of a caller is valid at this moment. */
  readonly isStillValid?: (caller: Caller) => Promise<boolean>;
  /** The refusal of a caller whose key has ended; by default that of a key. */
  readonly ended?: () => Problem;
}

interface KeyWatch {
  /** Throws the refusal where the key of a change ended while its body was on its way. */
  readonly assertStillValid: () => Promise<void>;
  /** Throws the refusal where an answer that is ready may not be given any more. */
  readonly assertValid: () => Promise<void>;
  readonly stop: () => void;
}

export const noWatch: KeyWatch = {
  assertStillValid: async () => {},
  assertValid: async () => {},
  stop: () => {},
};

// Whoever was answered sooner was answered before the key ended, as far as anybody can tell.
const promptMs = 50;

export function watchKey<Caller>(
  { watchCaller, cutsEventStreams, isStillValid, ended = keyEnded }: KeyWatchOptions<Caller>,
  route: Route<Caller>,
  caller: Caller,
  visit: Visit,
  response: ServerResponse,
): KeyWatch {
  const assertStillValid = async () => {
    if (route.policy.access === 'write' && (await isStillValid?.(caller)) === false) throw ended();
  };
  if (watchCaller === undefined || (cutsEventStreams !== true && isEventStream(route)))
    return { ...noWatch, assertStillValid };
  const beganMs = performance.now();
  const onlyTells = route.policy.access === 'read' || route.events !== undefined;
  const stop = watchCaller(caller, () => {
    if (response.headersSent) response.destroy();
    else if (onlyTells) visit.abort(ended());
  });
  return {
    stop,
    assertStillValid,
    assertValid: async () => {
      if (!onlyTells) return;
      visit.signal.throwIfAborted();
      if (performance.now() - beganMs < promptMs || isStillValid === undefined) return;
      if (!(await isStillValid(caller))) throw ended();
    },
  };
}

function keyEnded(): Problem {
  return new Problem('unauthorized', 'This key was revoked or has expired meanwhile.');
}

function isEventStream<Caller>({ answers }: Route<Caller>): boolean {
  return Object.values(answers).includes('events');
}
