/** Ends the streams of a session that has ended, in whichever process. */
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { aliveSessions } from '../store/console.ts';
import type { Store } from '../store/store.ts';

export interface SessionWatch {
  /** Calls back when the session ends; the returned function ends the watch. */
  readonly whenEnds: (hash: string, callback: () => void) => () => void;
  /** The session was ended in this process: its streams end at once. */
  readonly announceEnd: (hash: string) => void;
  readonly stop: () => Promise<void>;
}

// A stream must end within a second after its session, including the time of the check.
const checkMs = 500;

export function createSessionWatch(
  { store, clock, log }: { readonly store: Store; readonly clock: Clock; readonly log: Log },
  everyMs: number = checkMs,
): SessionWatch {
  const waiting = new Map<string, Set<() => void>>();
  const announceEnd = (hash: string) => {
    for (const callback of waiting.get(hash) ?? []) callback();
  };
  let checking: Promise<void> | undefined;
  const check = async () => {
    const hashes = [...waiting.keys()];
    const alive = await aliveSessions(store, hashes, clock());
    for (const hash of hashes) if (!alive.has(hash)) announceEnd(hash);
  };
  const timer = setInterval(() => {
    if (waiting.size === 0) return;
    checking ??= check()
      .catch((cause: unknown) => log.warn('sessions could not be checked', { cause }))
      .finally(() => {
        checking = undefined;
      });
  }, everyMs).unref();
  return {
    announceEnd,
    whenEnds: (hash, callback) => {
      const set = waiting.get(hash) ?? new Set();
      waiting.set(hash, set);
      set.add(callback);
      return () => {
        set.delete(callback);
        if (set.size === 0 && waiting.get(hash) === set) waiting.delete(hash);
      };
    },
    stop: async () => {
      clearInterval(timer);
      await checking;
    },
  };
}
