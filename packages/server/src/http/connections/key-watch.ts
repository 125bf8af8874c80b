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

interface KeyWatch<Caller> {
  /** The caller of a change whose body has arrived; throws the refusal if its key ended meanwhile. */
  readonly callerNow: () => Promise<Caller>;
  /** Throws the refusal if an answer that is ready may no longer be sent. */
  readonly assertMayAnswer: () => Promise<void>;
  readonly stop: () => void;
}

// An answer this soon counts as given before the key ended.
const promptMs = 50;

/** `caller` is undefined on routes without a credential. */
export function watchKey<Caller>(
  options: KeyWatchOptions<Caller>,
  route: Route<Caller>,
  caller: Caller,
  visit: Visit,
  response: ServerResponse,
): KeyWatch<Caller> {
  const { watchCaller, cutsEventStreams, current, ended = keyEnded } = options;
  const noWatch = {
    callerNow: async () => caller,
    assertMayAnswer: async () => {},
    stop: () => {},
  };
  if (caller === undefined) return noWatch;
  const find = async () => (current === undefined ? caller : current(caller));
  const callerNow = () => callerOfNow(options, route, caller);
  if (watchCaller === undefined || (cutsEventStreams !== true && isEventStream(route)))
    return { ...noWatch, callerNow };
  const startedMs = performance.now();
  const onlyReads = route.policy.access === 'read' || route.events !== undefined;
  const stop = watchCaller(caller, () => {
    if (response.headersSent) response.destroy();
    else if (onlyReads) visit.abort(ended());
  });
  return {
    stop,
    callerNow,
    assertMayAnswer: async () => {
      if (!onlyReads) return;
      visit.signal.throwIfAborted();
      if (performance.now() - startedMs < promptMs) return;
      if ((await find()) === undefined) throw ended();
    },
  };
}

/** The caller of a change with the rights of this moment; throws the refusal if its key has ended. */
export async function callerOfNow<Caller>(
  { current, ended = keyEnded }: KeyWatchOptions<Caller>,
  { policy }: Pick<Route<Caller>, 'policy'>,
  caller: Caller,
): Promise<Caller> {
  if (policy.access !== 'write' || current === undefined) return caller;
  const now = await current(caller);
  if (now === undefined) throw ended();
  return now;
}

function keyEnded(): Problem {
  return new Problem('unauthorized', 'This key was revoked or has expired meanwhile.');
}

function isEventStream<Caller>({ answers }: Route<Caller>): boolean {
  return Object.values(answers).includes('events');
}
