/** Reads byte streams with a reader, because not every browser can iterate over them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** All bytes of a stream. Rejects and cancels the stream if it has more than `bytesMax`, or on abort. */
export async function readAll(
  stream: ReadableStream<Uint8Array>,
  { bytesMax = Number.POSITIVE_INFINITY, signal }: ReadAllOptions = {},
): Promise<Bytes> {
  signal?.throwIfAborted();
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Cancelling ends a pending read.
  const stop = () => void reader.cancel(signal?.reason).catch(() => {});
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return concatBytes(chunks, size);
      chunks.push(value);
      size += value.length;
      if (size > bytesMax) {
        const error = new RangeError(`The stream has more than ${bytesMax} bytes.`);
        await reader.cancel(error);
        throw error;
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

type ReadAllOptions = {
  readonly bytesMax?: number;
  readonly signal?: AbortSignal | undefined;
};

function concatBytes(chunks: readonly Uint8Array[], size: number): Bytes {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
