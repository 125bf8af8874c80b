import type { Answer, Headers } from '../http/answer.ts';
import type { Call } from '../http/route.ts';
import { absent } from '../kernel/problem.ts';
import type { ObjectRow } from '../store/objects.ts';
import type { Platform } from './platform.ts';
import { isNotModified, matches } from './preconditions.ts';
import { type ByteRange, parseRange } from './range.ts';
import { etagOf } from './render.ts';

/** The bytes of an object, or of one range of them, or the news that they have not changed. */
export function downloadObject(
  platform: Platform,
  call: Pick<Call<unknown>, 'header' | 'signal'>,
  row: ObjectRow,
): Answer {
  const etag = etagOf(row.sha256);
  const validators = { etag, 'last-modified': new Date(row.updated_at).toUTCString() };
  if (isUnchanged(call.header, row, etag)) return { status: 304, headers: validators };
  const range = wantedRange(call.header, row, etag);
  const { start, end } = range ?? { start: 0, end: row.size };
  const headers: Headers = {
    ...validators,
    'content-type': servedType(row),
    'content-length': end - start,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': disposition(row),
    ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end - 1}/${row.size}` }),
  };
  return {
    stream: async (sink) => {
      if (sink.headersOnly || end === start) {
        sink.start(200, headers);
        return;
      }
      const content = await platform.blobs.open(row.blob, { start, end });
      // Replaced or deleted between the look-up and now; its bytes went with it.
      if (content === undefined) throw absent('object');
      try {
        sink.start(range === undefined ? 200 : 206, headers);
        for await (const chunk of content as AsyncIterable<Buffer>) await sink.write(chunk);
      } finally {
        content.destroy();
      }
    },
  };
}

type HeaderOf = Call<unknown>['header'];

function isUnchanged(header: HeaderOf, row: ObjectRow, etag: string): boolean {
  const ifNoneMatch = header('if-none-match');
  if (ifNoneMatch !== undefined) return isNotModified(ifNoneMatch, etag);
  const since = Date.parse(header('if-modified-since') ?? '');
  // The header has whole seconds, so the time is compared in those.
  return !Number.isNaN(since) && Math.floor(row.updated_at / 1000) * 1000 <= since;
}

function wantedRange(header: HeaderOf, row: ObjectRow, etag: string): ByteRange | undefined {
  const ifRange = header('if-range');
  if (ifRange !== undefined && !matches(ifRange, etag)) return undefined;
  return parseRange(header('range'), row.size);
}

// Plain text is shown only when its bytes were found to be UTF-8; a browser has to be told so.
function servedType(row: ObjectRow): string {
  return row.inline === 1 && row.content_type === 'text/plain'
    ? 'text/plain; charset=utf-8'
    : row.content_type;
}

function disposition(row: ObjectRow): string {
  const kind = row.inline === 1 ? 'inline' : 'attachment';
  const name = row.key.slice(row.key.lastIndexOf('/') + 1) || 'object';
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeRfc5987(name)}`;
}

function encodeRfc5987(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
