/** Follows the events of all conversations of a site while a screen is open. */
import type { ConversationEvent } from '@baraza/contract';
import { useEffect, useRef } from 'preact/hooks';
import { sitePath } from '../site/site.ts';

const delayMs = 5_000;

/** `onEvent` gets undefined if events may have been missed. */
export function useConversationEvents(
  site: string,
  onEvent: (event: ConversationEvent | undefined) => void,
): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const open = () => {
      const opened = new EventSource(`${sitePath(site)}/conversations/events`);
      source = opened;
      for (const name of ['message', 'state', 'typing'])
        opened.addEventListener(name, (event) =>
          latest.current(JSON.parse((event as MessageEvent<string>).data) as ConversationEvent),
        );
      opened.onopen = () => {
        if (!isFirst) latest.current(undefined);
        isFirst = false;
      };
      opened.onerror = () => {
        // The browser reconnects by itself, except after a refusal.
        if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, delayMs);
      };
    };
    open();
    return () => {
      clearTimeout(timer);
      source?.close();
    };
  }, [site]);
}
