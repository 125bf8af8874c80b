/** Wakes up the streams, senders and downloads of this process that wait for a change or for a key's end. */
import { limits } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import type { Hint, OtherProcesses } from '../store/hints.ts';

interface Listener {
  readonly keyId?: string | undefined;
  /** A caller without a key: such listeners have a separate limit, so that they leave room for those with one. */
  readonly isKeyless?: boolean;
  readonly onChange: () => void;
  readonly onBeat: () => void;
}

export type Changes = ReturnType<typeof createChanges>;

/**
 * In-process change notification: listeners are woken and read the changes from the store. A lost or
 * repeated signal only costs time, never an event.
 */
export function createChanges(
  heartbeatMs: number = limits.heartbeatMs,
  otherProcesses?: Pick<OtherProcesses, 'notify'>,
) {
  const listeners = new Map<string, Set<Listener>>();
  const waiting = new Map<string, Set<() => void>>();
  let count = 0;
  let closed = false;
  const each = (call: (listener: Listener) => void) => {
    for (const set of listeners.values()) for (const listener of set) call(listener);
  };
  const beat = () => each(({ onBeat }) => onBeat());
  const heart = setInterval(beat, heartbeatMs).unref();
  const wakeOwner = (ownerId: string) => {
    for (const { onChange } of listeners.get(ownerId) ?? []) onChange();
  };
  return {
    /** An owner's activity has grown; the other processes are notified too. */
    announce: (ownerId: string) => {
      wakeOwner(ownerId);
      otherProcesses?.notify({ about: 'activity', id: ownerId });
    },
    /** A hint of another process; undefined if hints may have been lost. */
    receive: (hint: Hint | undefined) => {
      if (hint === undefined) each(({ onChange }) => onChange());
      else if (hint.about === 'activity') wakeOwner(hint.id);
    },
    /** Subscribes; refuses when there are too many listeners. Returns the function that unsubscribes. */
    listen: (ownerId: string, listener: Listener) => {
      const set = listeners.get(ownerId) ?? new Set();
      const { isKeyless = false } = listener;
      const ofKind = [...set].filter((other) => (other.isKeyless ?? false) === isKeyless).length;
      const ofKindMax = isKeyless
        ? limits.keylessStreamsPerOwnerMax
        : limits.eventStreamsPerOwnerMax;
      const keylessMax = limits.eventStreamsMax - limits.eventStreamsPerOwnerMax;
      if (count >= (isKeyless ? keylessMax : limits.eventStreamsMax) || ofKind >= ofKindMax)
        throw new Problem('busy', 'Too many event streams are open; try again shortly.');
      listeners.set(ownerId, set);
      set.add(listener);
      count += 1;
      return () => {
        if (!set.delete(listener)) return;
        count -= 1;
        if (set.size === 0) listeners.delete(ownerId);
      };
    },
    listenerCount: () => count,
    listenedOwners: () => [...listeners.keys()],
    /** Calls back once the key is revoked or has expired; the returned function unsubscribes. */
    whenKeyEnds: (keyId: string, callback: () => void) => {
      const set = waiting.get(keyId) ?? new Set();
      waiting.set(keyId, set);
      set.add(callback);
      return () => {
        set.delete(callback);
        if (set.size === 0) waiting.delete(keyId);
      };
    },
    /** The keys of all listeners and of all who wait for a key's end. */
    listenedKeys: () => {
      const keys = new Set<string>(waiting.keys());
      each(({ keyId }) => keyId !== undefined && keys.add(keyId));
      return [...keys];
    },
    /** The key has ended: its event streams check it, and the callbacks of `whenKeyEnds` run. */
    announceKeyEnd: (ended: string) => {
      each(({ keyId, onChange }) => {
        if (keyId === ended) onChange();
      });
      for (const callback of waiting.get(ended) ?? []) callback();
    },
    /** Makes every stream send a heartbeat. */
    beat,
    /** Ends every stream, and those that start later: the server is stopping. */
    close: () => {
      closed = true;
      clearInterval(heart);
      each(({ onChange }) => onChange());
    },
    isClosed: () => closed,
  };
}
