/**
 * Encodes the body of an upload. FormData is not used: it takes no stream, changes line breaks inside a key, and uses a
 * new boundary for each attempt, so that a retry would have a different body.
 */
import { randomToken } from '../transport/call.ts';
import { readAll } from '../transport/stream.ts';

export type UploadContent = Blob | ArrayBuffer | Uint8Array | string | ReadableStream<Uint8Array>;

type Upload = {
  readonly key: string;
  readonly content: UploadContent;
  readonly contentType?: string | undefined;
  /** Whether fetch can send streams; otherwise they are read into memory first. */
  readonly sendsStreams: boolean;
  readonly signal?: AbortSignal | undefined;
};

type Multipart = {
  readonly contentType: string;
  readonly content: Blob | ReadableStream<Uint8Array>;
};

export async function encodeUpload(upload: Upload): Promise<Multipart> {
  const boundary = `baraza-${randomToken()}`;
  const content = await bodyOf(upload);
  const head = encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="key"\r\n\r\n${upload.key}\r\n` +
      // A fixed file name, so that no name can be taken for the key or break the header.
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n` +
      `Content-Type: ${typeOf(upload)}\r\n\r\n`,
  );
  const foot = encoder.encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    content:
      content instanceof ReadableStream
        ? enclosed(head, content, foot)
        : new Blob([head, content, foot]),
  };
}

const encoder = new TextEncoder();

/** Equal to `limits.objectBytesMax` of the contract, which the client does not load; a test compares them. */
export const objectBytesMax = 20 * 1024 * 1024;

async function bodyOf({ content, sendsStreams, signal }: Upload) {
  if (content instanceof ReadableStream) {
    return sendsStreams ? content : readAll(content, { bytesMax: objectBytesMax, signal });
  }
  if (!ArrayBuffer.isView(content)) return content;
  // A Blob does not accept a view of shared memory, so it is copied.
  return new Uint8Array(content.buffer, content.byteOffset, content.byteLength).slice();
}

function typeOf({ content, contentType }: Upload): string {
  const type = contentType ?? (content instanceof Blob ? content.type : undefined);
  if (type === undefined || type === '') {
    return typeof content === 'string' ? 'text/plain;charset=utf-8' : 'application/octet-stream';
  }
  // It is part of a header: a line break would inject other headers.
  if (!/^[\x20-\x7e]+$/.test(type)) throw new TypeError('contentType must be a media type.');
  return type;
}

function enclosed(
  head: Uint8Array,
  content: ReadableStream<Uint8Array>,
  foot: Uint8Array,
): ReadableStream<Uint8Array> {
  const reader = content.getReader();
  return new ReadableStream({
    start: (controller) => controller.enqueue(head),
    pull: async (controller) => {
      const { done, value } = await reader.read();
      controller.enqueue(done ? foot : value);
      if (done) controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
