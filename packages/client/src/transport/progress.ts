/**
 * Reports upload progress, which fetch does not: with XMLHttpRequest in pages, elsewhere by counting the bytes of the
 * stream. A parameter of calls, so that bundles without progress do not contain it.
 */
import type { Fetch, OnProgress, Transfer } from './call.ts';

/**
 * Sends a body in pieces, so that an attempt times out only while no byte is sent. In a page, a `fetch` of the caller
 * cannot stream: without a callback it gets the body as it is.
 */
export function sendInPieces(onProgress: OnProgress | undefined): Transfer {
  return (send, url, init, onMoved) => {
    const report: OnProgress = (progress) => {
      onMoved((Math.min(progress.bytes, buffersBytesMax) / slowBytesPerSecond) * 1_000);
      onProgress?.(progress);
    };
    const { body } = init;
    const isPage = !sendsStreams();
    if (isPage && send === undefined && body instanceof Blob && 'XMLHttpRequest' in globalThis)
      return sendByXhr(url, init, body, report);
    const sender: Fetch = send ?? ((to, what) => globalThis.fetch(to, what));
    if (isPage && onProgress === undefined) return sender(url, init);
    if (!(body instanceof Blob || body instanceof ReadableStream)) return sender(url, init);
    const totalBytes = body instanceof Blob ? body.size : undefined;
    const headers = new Headers(init.headers);
    // Known in advance, so the server can refuse a file that is too large before it is sent.
    if (totalBytes !== undefined) headers.set('content-length', String(totalBytes));
    const stream = countedStream(body instanceof Blob ? body.stream() : body, (bytes) =>
      report({ bytes, totalBytes }),
    );
    // `duplex` is missing in the DOM types.
    return sender(url, { ...init, headers, body: stream, duplex: 'half' } as RequestInit);
  };
}

/**
 * False in browsers: none of them streams a request over HTTP/1.1, and Chromium, which claims to, fails only after it
 * has consumed the stream.
 */
export function sendsStreams(): boolean {
  return !('document' in globalThis || 'WorkerGlobalScope' in globalThis);
}

const pieceBytesMax = 64 * 1024;
// The system buffers some megabytes, so the last bytes are still on their way when all have been accepted.
const buffersBytesMax = 8 * 1024 * 1024;
const slowBytesPerSecond = 256 * 1024;

/** Passes the stream on in pieces; `onBytes` receives the number of bytes consumed so far. */
function countedStream(
  stream: ReadableStream<Uint8Array>,
  onBytes: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let bytes = 0;
  let rest: Uint8Array | undefined;
  return new ReadableStream(
    {
      pull: async (controller) => {
        // The previous piece has been consumed.
        if (bytes > 0) onBytes(bytes);
        while (!rest?.length) {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          rest = value;
        }
        const piece = rest.subarray(0, pieceBytesMax);
        rest = rest.subarray(pieceBytesMax);
        bytes += piece.length;
        controller.enqueue(piece);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function sendByXhr(
  url: string,
  { method = 'GET', headers, signal }: RequestInit,
  body: Blob,
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const fail = () => reject(signal?.aborted ? signal.reason : new TypeError('The call failed.'));
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.responseType = 'arraybuffer';
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ bytes: loaded, totalBytes: total });
    request.onerror = fail;
    request.onabort = fail;
    request.onload = () => {
      // XMLHttpRequest always follows redirects, which must not happen.
      if (request.responseURL !== url) fail();
      else resolve(answerOf(request));
    };
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop, { once: true });
    request.send(body);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const [, name, value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) headers.append(name, value);
  }
  return new Response(request.response as ArrayBuffer, { status: request.status, headers });
}
