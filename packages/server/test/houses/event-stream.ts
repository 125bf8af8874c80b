/** A reader of event streams of the tests' own, so that nothing of what is tested reads itself. */
import assert from 'node:assert/strict';

export interface Told {
  readonly id: number;
  // biome-ignore lint/suspicious/noExplicitAny: entries are looked into freely; schemas are checked by their own test.
  readonly entry: any;
}

export interface EventStream {
  readonly response: Response;
  /** Everything that came, comments included. */
  readonly text: () => string;
  readonly told: () => readonly Told[];
  /** Resolves when what came satisfies the condition; rejects when the stream ends before. */
  readonly until: (isSo: () => boolean) => Promise<void>;
  /** Resolves when the server has ended it; rejects when it was cut. */
  readonly ended: Promise<void>;
  readonly leave: () => Promise<void>;
}

export async function openEvents(
  server: { readonly url: string },
  key: string,
  lastEventId?: number | string,
): Promise<EventStream> {
  const left = new AbortController();
  const response = await fetch(`${server.url}/api/platform/events`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
    signal: left.signal,
  });
  assert.equal(response.status, 200);
  let text = '';
  let over = false;
  let wake = () => {};
  const read = async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        wake();
      }
    } finally {
      over = true;
      wake();
    }
  };
  const ended = read();
  ended.catch(() => {});
  return {
    response,
    text: () => text,
    told: () => eventsIn(text),
    until: async (isSo) => {
      while (!isSo()) {
        if (over) throw new Error(`the stream ended before: ${text.slice(-500)}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    ended,
    leave: async () => {
      left.abort();
      await ended.catch(() => {});
    },
  };
}

// Only whole events: what has no empty line behind it is still on its way.
function eventsIn(text: string): Told[] {
  return [...text.matchAll(/^id: (\d+)\ndata: (.*)\n\n/gm)].map(([, id, data = '']) => ({
    id: Number(id),
    entry: JSON.parse(data),
  }));
}
