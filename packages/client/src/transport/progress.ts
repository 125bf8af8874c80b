/**
 * Reports upload progress, which fetch does not: with XMLHttpRequest in pages, elsewhere by counting the bytes of the
 * stream. A parameter of calls, so that bundles without progress do not contain it.
 */
import type { Fetch, OnProgress, Transfer } from './call.ts';

/** Sends a body and reports progress; undefined without a callback. */
export function countedTransfer(onProgress: OnProgress | undefined): Transfer | undefined {
  if (onProgress === undefined) return undefined;
  return (send, url, init, onMoved) =>
    sendCounted(send, url, init, (progress) => {
      onMoved();
      onProgress(progress);
    });
}

function sendCounted(
  send: Fetch | undefined,
  url: string,
  init: RequestInit,
  onProgress: OnProgress,
): Promise<Response> {
  const { body } = init;
  if (send === undefined && body instanceof Blob && 'XMLHttpRequest' in globalThis)
    return sendByPage(url, init, body, onProgress);
  const sender: Fetch = send ?? ((to, what) => globalThis.fetch(to, what));
  if (!(body instanceof Blob || body instanceof ReadableStream)) return sender(url, init);
  const totalBytes = body instanceof Blob ? body.size : undefined;
  const stream = countedStream(body instanceof Blob ? body.stream() : body, (bytes) =>
    onProgress({ bytes, totalBytes }),
  );
  return sender(url, { ...init, body: stream, duplex: 'half' } as RequestInit);
}

/** Passes the stream through; `onBytes` receives the number of bytes consumed so far. */
function countedStream(
  stream: ReadableStream<Uint8Array>,
  onBytes: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let bytes = 0;
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read();
        // The previous chunk has been consumed.
        if (bytes > 0) onBytes(bytes);
        if (done) {
          controller.close();
          return;
        }
        bytes += value.length;
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function sendByPage(
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
