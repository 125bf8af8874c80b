/** Events of the conversation for the host page. */
type EventName = 'open' | 'close' | 'question' | 'answer' | 'lead' | 'language';

export type Emit = (name: EventName, detail?: unknown) => void;

type Listener = (detail: unknown) => void;

export interface Listeners {
  /** Returns the unsubscribe function. */
  readonly on: (name: EventName, listener: Listener) => () => void;
  readonly emit: Emit;
}

export function createListeners(): Listeners {
  const all = new Set<{ readonly name: EventName; readonly listener: Listener }>();
  return {
    on: (name, listener) => {
      const entry = { name, listener };
      all.add(entry);
      return () => void all.delete(entry);
    },
    emit: (name, detail) => {
      for (const { listener } of [...all].filter((entry) => entry.name === name))
        try {
          listener(detail);
        } catch (error) {
          // A listener's error is reported as the page's own and does not stop the conversation.
          reportError(error);
        }
    },
  };
}
