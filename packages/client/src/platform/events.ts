/** Event stream that reconnects and resumes after the last event received. */
import type { ActivityEntry, JsonObject } from '@baraza/contract';
import type { CallOptions } from '../transport/call.ts';
import { isConnectionError } from '../transport/problem.ts';
import { readEvents } from '../transport/sse.ts';
import type { Transport } from '../transport/transport.ts';
import { streamOf } from './download.ts';
import type { CollectionRecord } from './records/collection.ts';

export type PlatformEvent<Item = JsonObject> = {
  /** To resume after this event, also in another process: `events({ lastEventId: id })`. */
  readonly id: string;
  readonly activity: Omit<ActivityEntry, 'record'> & {
    /** With `include: 'record'`: as it is when the event is sent; null if it was deleted. */
    readonly record?: CollectionRecord<Item> | null;
  };
};

export type EventsOptions = CallOptions & {
  /** Starts after this event; without it, with new events. */
  readonly lastEventId?: string | undefined;
  /** Only events of these resources. */
  readonly resources?: readonly string[] | undefined;
  /** `record`: events about a record include the record. */
  readonly include?: 'record' | undefined;
  /** Called when events are missing because they were deleted before the stream resumed: read everything again. */
  readonly onGap?: (() => void) | undefined;
  /** Called with true when the stream opens, with false when it is lost and will be opened again. */
  readonly onConnection?: ((isConnected: boolean) => void) | undefined;
};

/** Every event once and in order, until the signal aborts or the server refuses. */
export async function* followEvents<Item>(
  { open, pause }: Transport,
  options: EventsOptions = {},
): AsyncGenerator<PlatformEvent<Item>, void, undefined> {
  let { lastEventId } = options;
  const { include, resources } = options;
  const resource = resources?.join(',');
  for (;;) {
    const answer = await open({
      method: 'GET',
      path: '/api/platform/events',
      query: { lastEventId, resource, include },
      options,
      retries: Number.POSITIVE_INFINITY,
    });
    options.onConnection?.(true);
    try {
      for await (const { id, event, data } of readEvents(streamOf(answer))) {
        if (event === 'gap') options.onGap?.();
        if (event !== 'message' || id === '') continue;
        lastEventId = id;
        yield { id, activity: JSON.parse(data) };
      }
    } catch (error) {
      if (!isConnectionError(error)) throw error;
    }
    options.onConnection?.(false);
    await pause(reconnectMs, options.signal);
  }
}

// A stopping server closes its streams; its successor needs a moment to start.
const reconnectMs = 500;
