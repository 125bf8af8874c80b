/**
 * Watches the key of a caller while a request is served. When the key ends, an answer that is being sent is cut off,
 * and one that has not started is refused. A change is refused if its key ended before its body was complete, and has
 * the rights that its caller has then; after that it runs to its end: a committed change is answered.
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
  /** The caller with the rights of this moment; undefined if its key is no longer valid. */
  readonly current?: (caller: Caller) => Promise<Caller | undefined>;
  /** The refusal of a caller whose key has ended; by default that of a key. */
  readonly ended?: () => Problem;
}

// An answer this soon counts as given before the key ended.
const promptMs = 50;

/** Undefined where there is no key to watch. */
export function watchKey<Caller>(
  { watchCaller, cutsEventStreams, current, ended = keyEnded }: KeyWatchOptions<Caller>,
  { policy, events, answers }: Route<Caller>,
  caller: Caller,
  visit: Visit,
  response: ServerResponse,
) {
  const isWatched = cutsEventStreams === true || answers[200] !== 'events';
  if (caller === undefined || watchCaller === undefined || !isWatched) return undefined;
  const startedMs = performance.now();
  const onlyReads = policy.access === 'read' || events !== undefined;
  const stop = watchCaller(caller, () => {
    if (response.headersSent) response.destroy();
    else if (onlyReads) visit.abort(ended());
  });
  return {
    stop,
    /** Throws the refusal if an answer that is ready may no longer be sent. */
    assertMayAnswer: async (): Promise<void> => {
      if (!onlyReads) return;
      visit.signal.throwIfAborted();
      if (current === undefined || performance.now() - startedMs < promptMs) return;
      if ((await current(caller)) === undefined) throw ended();
    },
  };
}

/** The caller of a change with the rights of this moment; throws the refusal if its key has ended. */
export async function callerOfNow<Caller>(
  { current, ended = keyEnded }: KeyWatchOptions<Caller>,
  { policy }: Pick<Route<Caller>, 'policy'>,
  caller: Caller,
): Promise<Caller> {
  if (caller === undefined || policy.access !== 'write' || current === undefined) return caller;
  const now = await current(caller);
  if (now === undefined) throw ended();
  return now;
}

function keyEnded(): Problem {
  return new Problem('unauthorized', 'This key was revoked or has expired meanwhile.');
}
