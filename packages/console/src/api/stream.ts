/** Reads a stream of events over fetch, so that its cookie, its header and its refusals are those of every call. */
import { type CallOptions, type Method, request } from './call.ts';
import { eventReader, type StreamEvent } from './sse.ts';

/**
 * `onOpen` when it begins. Ends when the server ends the stream; throws an `ApiProblem` when it is refused, and when
 * `signal` aborts.
 */
export async function readEvents(
  method: Method,
  path: string,
  { onOpen, ...options }: CallOptions & { readonly onOpen?: () => void },
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const response = await request(method, path, {
    ...options,
    headers: { Accept: 'text/event-stream', ...options.headers },
  });
  onOpen?.();
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const read = eventReader();
  for (let part = await reader.read(); !part.done; part = await reader.read())
    for (const event of read(part.value)) onEvent(event);
}
