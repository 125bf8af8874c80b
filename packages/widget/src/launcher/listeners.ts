/** Events of the conversation for the host page. */
type EventName = 'open' | 'close' | 'question' | 'answer' | 'lead' | 'language';

export type Emit = (name: EventName, detail?: unknown) => void;

type Listener = (detail: unknown) => void;

export function createListeners() {
  const all = new Set<{ readonly name: EventName; readonly listener: Listener }>();
  return {
    /** Returns the unsubscribe function. */
    on: (name: EventName, listener: Listener) => {
      const entry = { name, listener };
      all.add(entry);
      return () => void all.delete(entry);
    },
    emit: (name: EventName, detail?: unknown) => {
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
