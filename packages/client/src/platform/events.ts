/** Event stream that reconnects and resumes after the last event received. */
import type { ActivityEntry } from '@baraza/contract';
import type { CallOptions } from '../transport/call.ts';
import { isConnectionError } from '../transport/problem.ts';
import { readEvents } from '../transport/sse.ts';
import type { Transport } from '../transport/transport.ts';
import { streamOf } from './download.ts';

export type PlatformEvent = {
  /** To resume after this event, also in another process: `events({ lastEventId: id })`. */
  readonly id: string;
  readonly activity: ActivityEntry;
};

export type EventsOptions = CallOptions & {
  /** Starts after this event; without it, with new events. */
  readonly lastEventId?: string | undefined;
  /** Called with true when the stream opens, with false when it is lost and will be opened again. */
  readonly onConnection?: ((isConnected: boolean) => void) | undefined;
};

/** Every event once and in order, until the signal aborts or the server refuses. */
export async function* followEvents(
  { open, rest }: Transport,
  options: EventsOptions = {},
): AsyncGenerator<PlatformEvent, void, undefined> {
  let { lastEventId } = options;
  for (;;) {
    const answer = await open({
      method: 'GET',
      path: '/api/platform/events',
      query: { lastEventId },
      options,
      retries: Number.POSITIVE_INFINITY,
    });
    options.onConnection?.(true);
    try {
      for await (const { id, data } of readEvents(streamOf(answer))) {
        if (id === '') continue;
        lastEventId = id;
        yield { id, activity: JSON.parse(data) as ActivityEntry };
      }
    } catch (error) {
      if (!isConnectionError(error)) throw error;
    }
    options.onConnection?.(false);
    await rest(reconnectMs, options.signal);
  }
}

// A stopping server closes its streams; its successor needs a moment to start.
const reconnectMs = 500;
