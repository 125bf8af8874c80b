/** Events of the conversation for the host page. */
type EventName = 'open' | 'close' | 'question' | 'answer' | 'lead' | 'language';

export type Emit = (name: EventName, detail?: unknown) => void;

type Listener = (detail: unknown) => void;

export function createListeners() {
  // It reports a listener's error as the page's own, and the conversation goes on.
  const events = new EventTarget();
  return {
    /** Returns the unsubscribe function. */
    on: (name: EventName, listener: Listener) => {
      // Without a detail, an event has null.
      const listen = (event: Event) => listener((event as CustomEvent).detail ?? undefined);
      events.addEventListener(name, listen);
      return () => events.removeEventListener(name, listen);
    },
    emit: (name: EventName, detail?: unknown) => {
      events.dispatchEvent(new CustomEvent(name, { detail }));
    },
  };
}
