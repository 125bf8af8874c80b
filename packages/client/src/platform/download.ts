/** A download: metadata from the headers, the bytes as a stream. */

import type { OnProgress } from '../transport/call.ts';
import { type Bytes, readAll } from '../transport/stream.ts';
import type { Answer } from '../transport/transport.ts';

export type ObjectHead = {
  readonly contentType: string;
  /** Bytes of the whole object, also for a range; undefined if a proxy hides it. */
  readonly size: number | undefined;
  /** As sent, with its quotes; undefined in a browser whose server does not expose it. */
  readonly etag: string | undefined;
  readonly lastModified: Date | undefined;
};

/** Read it once, with `stream`, `bytes` or `text`, or cancel `stream`: it holds the connection until then. */
export type Download = ObjectHead & {
  /** The received range, both ends included; undefined for the whole object. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
  /** Fails with a ConnectionError if the connection breaks or nothing arrives for `timeoutMs`. */
  readonly stream: ReadableStream<Bytes>;
  readonly bytes: () => Promise<Bytes>;
  readonly text: () => Promise<string>;
};

export function downloadOf(answer: Answer, onProgress?: OnProgress): Download {
  const stream = streamOf(answer, onProgress);
  const part = partOf(answer.response);
  return {
    ...headOf(answer.response),
    ...(part === undefined ? {} : { size: part.size }),
    range: part?.range,
    stream,
    bytes: () => readAll(stream),
    text: async () => new TextDecoder().decode(await readAll(stream)),
  };
}

export function headOf({ headers }: Response): ObjectHead {
  const length = headers.get('content-length');
  const modified = headers.get('last-modified');
  return {
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    // For a compressed response this is the compressed length.
    size: length === null || headers.has('content-encoding') ? undefined : Number(length),
    etag: headers.get('etag') ?? undefined,
    lastModified: modified === null ? undefined : new Date(modified),
  };
}

/** The response body with an idle timeout. */
export function streamOf(
  { response, watch }: Answer,
  onProgress?: OnProgress,
): ReadableStream<Bytes> {
  const { size: totalBytes } = headOf(response);
  let bytes = 0;
  const reader = response.body?.getReader();
  return new ReadableStream(
    {
      pull: async (controller) => {
        watch.resume();
        try {
          const chunk = await reader?.read();
          watch.pause();
          if (chunk !== undefined && !chunk.done) {
            controller.enqueue(chunk.value);
            bytes += chunk.value.length;
            onProgress?.({ bytes, totalBytes });
            return;
          }
          watch.end();
          controller.close();
        } catch (error) {
          watch.end();
          controller.error(watch.explain(error));
        }
      },
      cancel: async (reason) => {
        watch.end();
        await reader?.cancel(reason);
      },
    },
    // No read-ahead: the idle timeout runs only while the consumer waits for bytes.
    { highWaterMark: 0 },
  );
}

type Part = Pick<Download, 'range' | 'size'>;

function partOf({ status, headers }: Response): Part | undefined {
  if (status !== 206) return undefined;
  const match = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '');
  if (match === null) return { range: undefined, size: undefined };
  const [, start, end, size] = match;
  return {
    range: { start: Number(start), end: Number(end) },
    size: size === '*' ? undefined : Number(size),
  };
}
