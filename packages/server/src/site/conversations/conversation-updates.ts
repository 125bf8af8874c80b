/** Wakes the event streams of conversations, in all processes; they read the messages from the store. */
import { conversationLimits, limits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Hint, OtherProcesses } from '../../store/hints.ts';

export type Typist = 'visitor' | 'person';

interface Listener {
  /** Undefined if it is for all conversations of the site. */
  readonly conversation: string | undefined;
  readonly onChange: () => void;
  readonly onBeat: () => void;
  readonly onTyping: (conversation: string, from: Typist) => void;
}

const pollMs = 1_000;
const beatGroups = 30;

export function createConversationUpdates(
  otherProcesses?: Pick<OtherProcesses, 'notify' | 'isListening'>,
  heartbeatMs: number = limits.heartbeatMs,
) {
  const listeners = new Map<string, Set<Listener>>();
  let count = 0;
  let isClosed = false;
  const each = (call: (listener: Listener) => void) => {
    for (const set of listeners.values()) for (const listener of set) call(listener);
  };
  const ofSite = (site: string, conversation: string | undefined) =>
    [...(listeners.get(site) ?? [])].filter(
      (listener) =>
        conversation === undefined ||
        listener.conversation === undefined ||
        listener.conversation === conversation,
    );
  const wake = (site: string, conversation?: string) => {
    for (const { onChange } of ofSite(site, conversation)) onChange();
  };
  const showTyping = (site: string, conversation: string, from: Typist) => {
    for (const { onTyping } of ofSite(site, conversation)) onTyping(conversation, from);
  };
  // Each heartbeat reads the store, so those of different streams are spread over the interval.
  let tick = 0;
  const beat = () => {
    let index = 0;
    each(({ onBeat }) => {
      if (index % beatGroups === tick % beatGroups) onBeat();
      index += 1;
    });
    tick += 1;
  };
  const timers = [
    setInterval(beat, heartbeatMs / beatGroups).unref(),
    // Without hints, changes of other processes are found by reading.
    setInterval(() => {
      if (otherProcesses !== undefined && !otherProcesses.isListening())
        each(({ onChange }) => onChange());
    }, pollMs).unref(),
  ];
  return {
    /** A conversation has changed, and the change is committed. */
    publish: (site: string, conversation: string): void => {
      wake(site, conversation);
      otherProcesses?.notify({ about: 'talk', id: `${site}.${conversation}` });
    },
    /** Typing is not stored; a stream may miss it. */
    publishTyping: (site: string, conversation: string, from: Typist): void => {
      showTyping(site, conversation, from);
      otherProcesses?.notify({ about: 'typing', id: `${site}.${conversation}.${from}` });
    },
    /** A hint of another process; undefined if hints may have been lost. */
    onHint: (hint: Hint | undefined): void => {
      if (hint === undefined) {
        each(({ onChange }) => onChange());
        return;
      }
      const [site = '', conversation = '', from] = hint.id.split('.');
      if (hint.about === 'talk') wake(site, conversation);
      if (hint.about === 'site') wake(site);
      if (hint.about === 'typing' && (from === 'visitor' || from === 'person'))
        showTyping(site, conversation, from);
    },
    /** Returns the function that stops listening; refuses if there are too many listeners. */
    listen: (site: string, listener: Listener): (() => void) => {
      const set = listeners.get(site) ?? new Set();
      const isOwner = listener.conversation === undefined;
      const same = [...set].filter(({ conversation }) => conversation === listener.conversation);
      const max = conversationLimits;
      const isFull = isOwner
        ? same.length >= max.ownerStreamsPerSiteMax
        : same.length >= max.streamsPerConversationMax ||
          set.size >= max.streamsPerSiteMax + max.ownerStreamsPerSiteMax ||
          count >= max.streamsMax;
      if (isFull)
        throw new Problem('busy', 'Too many event streams are open; try again shortly.', {
          retryAfterSeconds: 10,
        });
      listeners.set(site, set);
      set.add(listener);
      count += 1;
      return () => {
        if (!set.delete(listener)) return;
        count -= 1;
        if (set.size === 0) listeners.delete(site);
      };
    },
    listenerCount: () => count,
    /** Ends every stream, and those that start later: the server is stopping. */
    close: (): void => {
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      each(({ onChange }) => onChange());
    },
    isClosed: () => isClosed,
  };
}
