/**
 * Watches the key of a caller while a request is served. What is being told to a key that has ended is cut off,
 * and what was not begun yet is refused. Changes are left alone: their transaction looks at the key itself, and one
 * that was committed is answered.
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
}

interface KeyWatch {
  /** Throws the refusal where an answer that is ready may not be given any more. */
  readonly assertValid: () => Promise<void>;
  readonly stop: () => void;
}

export const noWatch: KeyWatch = { assertValid: async () => {}, stop: () => {} };

// Whoever was answered sooner was answered before the key ended, as far as anybody can tell.
const promptMs = 50;

export function watchKey<Caller>(
  { watchCaller, cutsEventStreams, isStillValid }: KeyWatchOptions<Caller>,
  route: Route<Caller>,
  caller: Caller,
  visit: Visit,
  response: ServerResponse,
): KeyWatch {
  if (watchCaller === undefined) return noWatch;
  if (cutsEventStreams !== true && isEventStream(route)) return noWatch;
  const beganMs = performance.now();
  const onlyTells = route.policy.access === 'read' || route.events !== undefined;
  const stop = watchCaller(caller, () => {
    if (response.headersSent) response.destroy();
    else if (onlyTells) visit.abort(keyEnded());
  });
  return {
    stop,
    assertValid: async () => {
      if (!onlyTells) return;
      visit.signal.throwIfAborted();
      if (performance.now() - beganMs < promptMs || isStillValid === undefined) return;
      if (!(await isStillValid(caller))) throw keyEnded();
    },
  };
}

function keyEnded(): Problem {
  return new Problem('unauthorized', 'This key was revoked or has expired meanwhile.');
}

function isEventStream<Caller>({ answers }: Route<Caller>): boolean {
  return Object.values(answers).includes('events');
}
