import type { ByteRange } from '../../blobs/blobs.ts';
import type { Answer, Headers, Sink } from '../../http/answer.ts';
import { isNotModified } from '../../http/preconditions.ts';
import type { Call } from '../../http/route.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import { findObject, type ObjectRow } from '../../store/platform/objects.ts';
import type { Platform } from '../platform.ts';
import { etagOf } from '../resources/render.ts';
import { isShowable } from './content-type.ts';
import { createObjectOpener, type OpenObjectBytes } from './object-bytes.ts';
import { parseRange } from './range.ts';

type DownloadCall = Pick<Call<unknown>, 'header' | 'params' | 'raw'>;

/** Downloads an object: 200, 206 for one range, or 304. */
export function downloadObject(
  platform: Platform,
  call: DownloadCall,
  ownerId: string,
  row: ObjectRow,
): Answer {
  assertNotRun(call);
  const openBytes = createObjectOpener(platform, ownerId);
  return { stream: (sink) => sendObject(platform, openBytes, call, row, sink) };
}

const run = new Set([
  'script',
  'style',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
  'xslt',
  'manifest',
]);

// The content security policy of the console allows scripts from this origin, and objects have the same origin.
function assertNotRun({ header }: DownloadCall): void {
  if (header('sec-fetch-site') === 'same-origin' && run.has(header('sec-fetch-dest') ?? ''))
    throw new Problem(
      'scope',
      'An object is downloaded or shown, never run by a page of this server.',
    );
}

async function sendObject(
  platform: Platform,
  openBytes: OpenObjectBytes,
  call: DownloadCall,
  found: ObjectRow,
  sink: Sink,
): Promise<void> {
  const bucketId = call.params.id ?? '';
  let row = found;
  for (;;) {
    const plan = planOf(call, row);
    if (plan.bytes === undefined || sink.headersOnly) {
      sink.start(plan.status, plan.headers);
      return;
    }
    const content = await openBytes(bucketId, row, plan.bytes);
    if (content !== undefined) {
      sink.start(plan.status, plan.headers);
      for await (const piece of content) await sink.write(piece);
      return;
    }
    // The object was replaced since the look-up and its blob removed: retry with the new one.
    const current = await findObject(platform.store, bucketId, row.key);
    if (current === undefined) throw absent('object');
    row = current;
  }
}

function planOf(call: DownloadCall, row: ObjectRow) {
  const etag = etagOf(row.sha256);
  const validators = { etag, 'last-modified': new Date(row.updated_at).toUTCString() };
  if (isUnchanged(call.header, row, etag))
    return { status: 304, headers: validators, bytes: undefined };
  // Range is defined for GET only; HEAD ignores it.
  const range = call.raw.method === 'GET' ? wantedRange(call.header, row, validators) : undefined;
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
    status: range === undefined ? 200 : 206,
    headers,
    // Undefined when no bytes are sent.
    bytes: end === start ? undefined : { start, end },
  };
}

type HeaderOf = Call<unknown>['header'];

function isUnchanged(header: HeaderOf, row: ObjectRow, etag: string): boolean {
  const ifNoneMatch = header('if-none-match');
  if (ifNoneMatch !== undefined) return isNotModified(ifNoneMatch, etag);
  const since = Date.parse(header('if-modified-since') ?? '');
  // The header has a resolution of one second.
  return !Number.isNaN(since) && Math.floor(row.updated_at / 1000) * 1000 <= since;
}

// `If-Range` is one strong tag or one date, and must equal the value of the answer.
function wantedRange(
  header: HeaderOf,
  row: ObjectRow,
  validators: { readonly etag: string; readonly 'last-modified': string },
): ByteRange | undefined {
  const ifRange = header('if-range')?.trim();
  if (
    ifRange !== undefined &&
    ifRange !== validators.etag &&
    ifRange !== validators['last-modified']
  )
    return undefined;
  return parseRange(header('range'), row.size);
}

// Plain text is shown inline only when it was verified as UTF-8, so the charset is declared.
function servedType(row: ObjectRow): string {
  return row.inline === 1 && row.content_type === 'text/plain'
    ? 'text/plain; charset=utf-8'
    : row.content_type;
}

function disposition(row: ObjectRow): string {
  // The type is checked again: the allow list may have changed since the upload.
  const kind = row.inline === 1 && isShowable(row.content_type) ? 'inline' : 'attachment';
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
