/**
 * HTTP with a model server: no redirects, no endless waits, no endless answers. Every failure is a `ServerFault` or a
 * `RemoteFault`; `faultOf` makes one of both.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { callRemote } from '../kernel/remote/remote-call.ts';
import { type JsonBounds, readRemoteEvents, readRemoteJson } from '../kernel/remote/remote-json.ts';
import { type OptionalField, optionalFields, ServerFault } from './openai-fault.ts';

export type FetchLimits = Readonly<typeof usualFetchLimits>;

export const usualFetchLimits = {
  /** Until the first byte of the answer's body. */
  firstByteMs: 30_000,
  /** Between two pieces of it. */
  silenceMs: 20_000,
  answerBytesMax: 16 * 1024 * 1024,
  eventBytesMax: 1024 * 1024,
  eventsMax: 50_000,
};

interface ServerRequest {
  readonly url: string;
  readonly key: string | undefined;
  /** Posted as JSON; without it the request is a GET. */
  readonly body?: object;
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
}

export async function fetchJson(request: ServerRequest, bounds?: JsonBounds): Promise<unknown> {
  return readRemoteJson(await openBody('application/json', request), bounds);
}

// An event has one choice with one piece of text; more is not read.
const eventBounds: JsonBounds = { depthMax: 64, valuesMax: 2_000 };

/** Resolves when the answer begins; yields the parsed data of each event. */
export async function fetchEvents(request: ServerRequest): Promise<AsyncIterable<unknown>> {
  const body = await openBody('text/event-stream', request);
  return readRemoteEvents(body, request.limits, eventBounds);
}

async function openBody(
  contentType: string,
  { url, key, body, limits, signal }: ServerRequest,
): Promise<AsyncIterable<Uint8Array>> {
  const response = await callRemote({
    url,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'user-agent': 'baraza',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    // The caller limits the whole time.
    limits: { ...limits, bytesMax: limits.answerBytesMax, waitMs: Number.POSITIVE_INFINITY },
    signal,
    keepsAlive: true,
  });
  const { status, headers } = response;
  if (status !== 200) throw faultOfStatus(status, headers, await readStart(response.body));
  const [essence = ''] = (headers['content-type'] ?? '').split(';');
  if (essence.trim().toLowerCase() === contentType) return response.body;
  response.discard();
  throw new ServerFault('type');
}

const refusalBytesMax = 16 * 1024;

function faultOfStatus(status: number, headers: IncomingHttpHeaders, text: string): ServerFault {
  if (status >= 300 && status < 400) return new ServerFault('redirect', { status });
  if (status === 401) return new ServerFault('denied', { status });
  if (status === 429 || status >= 500 || status < 200)
    return new ServerFault(status === 429 ? 'limited' : 'failing', {
      status,
      retryAfterMs: retryAfterMs(headers),
    });
  return new ServerFault('refused', { status, rejectedField: rejectedField(status, text) });
}

/** The beginning of a body; empty when it cannot be read. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  try {
    for await (const piece of body) {
      text += Buffer.from(piece).toString('latin1');
      if (text.length >= refusalBytesMax) break;
    }
  } catch {
    return '';
  }
  return text.slice(0, refusalBytesMax);
}

function retryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (ms >= 0) return ms;
  const text = headers['retry-after'] ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // A date is relative to the server's own clock.
  const waitMs = Date.parse(text) - Date.parse(headers.date ?? '');
  return waitMs >= 0 ? waitMs : undefined;
}

/** Newer models accept some fields only under another name, or not at all; their error names the field. */
function rejectedField(status: number, text: string): OptionalField | undefined {
  if (status !== 400 && status !== 422) return undefined;
  if (aboutSchema.test(text)) return 'response_format';
  const isAboutField = /unsupported|not support|not permitted|unrecognized|unknown|extra/i;
  return isAboutField.test(text)
    ? optionalFields.find((field) => new RegExp(`\\b${field}\\b`).test(text))
    : undefined;
}

// Servers have many names for the schema, and refuse parts of it in different words.
const aboutSchema =
  /response[_ ]format|json[_ ]schema|structured[_ ]output|guided[_ ]json|grammar/i;
