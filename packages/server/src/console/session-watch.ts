/** Ends the streams of a session that has ended or has another role now, in any process. */
import type { MemberRole } from '@baraza/contract';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { pollEvery } from '../platform/events.ts';
import { aliveSessions } from '../store/console.ts';
import type { Store } from '../store/store.ts';

export type SessionWatch = ReturnType<typeof createSessionWatch>;

interface Waiting {
  readonly role: MemberRole;
  readonly callback: () => void;
}

// A stream must end within a second after its session, including the time of the check.
const checkMs = 500;

export function createSessionWatch(
  { store, clock, log }: { readonly store: Store; readonly clock: Clock; readonly log: Log },
  everyMs: number = checkMs,
) {
  const waiting = new Map<string, Set<Waiting>>();
  const announceEnd = (hash: string) => {
    for (const { callback } of waiting.get(hash) ?? []) callback();
  };
  const check = async () => {
    if (waiting.size === 0) return;
    const hashes = [...waiting.keys()];
    const alive = await aliveSessions(store, hashes, clock());
    for (const hash of hashes)
      for (const { role, callback } of waiting.get(hash) ?? [])
        if (alive.get(hash) !== role) callback();
  };
  const { stop } = pollEvery({ log }, () => everyMs, check, 'sessions');
  return {
    /** The session was ended in this process: its streams end at once. */
    announceEnd,
    /** Calls back when the session ends or changes its role; the returned function ends the watch. */
    whenEnds: (
      { hash, role }: { readonly hash: string; readonly role: MemberRole },
      callback: () => void,
    ) => {
      const set = waiting.get(hash) ?? new Set();
      const entry = { role, callback };
      waiting.set(hash, set);
      set.add(entry);
      return () => {
        set.delete(entry);
        if (set.size === 0 && waiting.get(hash) === set) waiting.delete(hash);
      };
    },
    stop,
  };
}
