/**
 * Watches the key of a caller while a request is served. When the key ends, an answer that is being sent is cut off,
 * and one that has not started is refused. A change is refused if its key ended before its body was complete;
 * after that it runs to its end: a committed change is answered.
 */
import type { ServerResponse } from 'node:http';
import { Problem } from '../../kernel/problem.ts';
import type { Route } from '../route.ts';
import type { Visit } from './connections.ts';

export interface KeyWatchOptions<Caller> {
  /** Calls `cut` when the key of a caller ends; the returned function ends the watch. */
  readonly watchCaller?: (caller: Caller, cut: () => void) => () => void;
  /** Whether event streams are cut too; those of the platform check their key themselves (`platform/events.ts`). */
  readonly cutsEventStreams?: boolean;
  /** Whether the key of a caller is valid at this moment. */
  readonly isStillValid?: (caller: Caller) => Promise<boolean>;
  /** The refusal of a caller whose key has ended; by default that of a key. */
  readonly ended?: () => Problem;
}

const noWatch = {
  /** Throws the refusal if the key of a change ended while its body was arriving. */
  assertMayChange: async () => {},
  /** Throws the refusal if an answer that is ready may no longer be sent. */
  assertMayAnswer: async () => {},
  stop: () => {},
};

// An answer this soon counts as given before the key ended.
const promptMs = 50;

/** `caller` is undefined on routes without a credential. */
export function watchKey<Caller>(
  { watchCaller, cutsEventStreams, isStillValid, ended = keyEnded }: KeyWatchOptions<Caller>,
  route: Route<Caller>,
  caller: Caller,
  visit: Visit,
  response: ServerResponse,
): typeof noWatch {
  if (caller === undefined) return noWatch;
  const assertMayChange = async () => {
    if (route.policy.access === 'write' && (await isStillValid?.(caller)) === false) throw ended();
  };
  if (watchCaller === undefined || (cutsEventStreams !== true && isEventStream(route)))
    return { ...noWatch, assertMayChange };
  const startedMs = performance.now();
  const onlyReads = route.policy.access === 'read' || route.events !== undefined;
  const stop = watchCaller(caller, () => {
    if (response.headersSent) response.destroy();
    else if (onlyReads) visit.abort(ended());
  });
  return {
    stop,
    assertMayChange,
    assertMayAnswer: async () => {
      if (!onlyReads) return;
      visit.signal.throwIfAborted();
      if (performance.now() - startedMs < promptMs || isStillValid === undefined) return;
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
