/**
 * HTTP with a model server: no redirects, no endless waits, no endless answers, and every failure is a
 * `ServerFault`.
 */
import { codeOf } from '../kernel/fault.ts';
import { assertJsonBounds } from '../kernel/json/json.ts';
import { race } from '../kernel/race.ts';
import { type OptionalField, optionalFields, ServerFault } from './openai-fault.ts';

export interface FetchLimits {
  /** Until the first byte of the answer's body. */
  readonly firstByteMs: number;
  /** Between two pieces of it. */
  readonly silenceMs: number;
  readonly answerBytesMax: number;
  /** Of one line of an event stream. */
  readonly lineBytesMax: number;
  readonly eventsMax: number;
}

export const usualFetchLimits: FetchLimits = {
  firstByteMs: 30_000,
  silenceMs: 20_000,
  answerBytesMax: 16 * 1024 * 1024,
  lineBytesMax: 1024 * 1024,
  eventsMax: 200_000,
};

interface ServerRequest {
  readonly url: string;
  readonly key: string | undefined;
  /** Posted as JSON; without it the request is a GET. */
  readonly body?: object;
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
}

export async function fetchJson(request: ServerRequest): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await openBody('application/json', request)) pieces.push(piece);
  return parseBounded(Buffer.concat(pieces));
}

/**
 * Resolves when the answer begins. The data of each event, parsed; they end with `[DONE]`, even when the server keeps
 * the connection open.
 */
export async function fetchEvents(request: ServerRequest): Promise<AsyncIterable<unknown>> {
  return readEvents(await openBody('text/event-stream', request), request.limits);
}

async function openBody(
  contentType: string,
  { url, key, body, limits, signal }: ServerRequest,
): Promise<AsyncIterable<Uint8Array>> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limits.firstByteMs);
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'user-agent': 'baraza',
        // The limits count bytes as they arrive, and compressed ones may become many more.
        'accept-encoding': 'identity',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.any([signal, late.signal]),
      redirect: 'manual',
    });
    if (response.status !== 200) throw await faultOfStatus(response);
    const [essence = ''] = (response.headers.get('content-type') ?? '').split(';');
    if (response.body === null || essence.trim().toLowerCase() !== contentType) {
      await response.body?.cancel();
      throw new ServerFault('type');
    }
    return readPieces(response.body, limits);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw late.signal.aborted ? new ServerFault('silent') : faultOfConnection(error);
  } finally {
    clearTimeout(timer);
  }
}

async function* readPieces(
  body: ReadableStream<Uint8Array>,
  { firstByteMs, silenceMs, answerBytesMax }: FetchLimits,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const read = (limitMs: number) =>
    race(reader.read(), { limitMs }, () => {
      throw new ServerFault('silent');
    });
  try {
    for (let bytes = 0; ; ) {
      const { done, value } = await read(bytes === 0 ? firstByteMs : silenceMs);
      if (done) return;
      bytes += value.length;
      if (bytes > answerBytesMax) throw new ServerFault('endless');
      yield value;
    }
  } catch (error) {
    throw error instanceof ServerFault ? error : new ServerFault('cut');
  } finally {
    void drain(reader);
  }
}

const drainMs = 1_000;
const drainBytesMax = 64 * 1024;

/** A connection whose answer was read to its end serves the next call; any other is closed. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const readRest = async () => {
    for (let bytes = 0; bytes < drainBytesMax; ) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.length;
    }
  };
  await race(readRest(), { limitMs: drainMs }).catch(() => {});
  await reader.cancel().catch(() => {});
}

async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  limits: FetchLimits,
): AsyncGenerator<unknown> {
  let data: string[] = [];
  let events = 0;
  for await (const line of readLines(body, limits.lineBytesMax)) {
    if (line.startsWith('data:')) {
      const value = line.slice(line[5] === ' ' ? 6 : 5);
      if (value === '[DONE]') return;
      data.push(value);
    } else if (line === '' && data.length > 0) {
      events += 1;
      if (events > limits.eventsMax) throw new ServerFault('endless');
      yield parseBounded(Buffer.from(data.join('\n'), 'latin1'));
      data = [];
    }
  }
}

/** Lines as Latin-1, one character for each byte: a character of UTF-8 may be cut between two pieces. */
async function* readLines(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<string> {
  let line = '';
  for await (const piece of body) {
    const [first = '', ...others] = Buffer.from(piece).toString('latin1').split('\n');
    line += first;
    for (const next of others) {
      yield line.endsWith('\r') ? line.slice(0, -1) : line;
      line = next;
    }
    if (line.length > bytesMax) throw new ServerFault('endless');
  }
}

const depthMax = 64;

function parseBounded(bytes: Buffer): unknown {
  try {
    assertJsonBounds(bytes, depthMax);
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ServerFault('nonsense');
  }
}

const refusalBytesMax = 16 * 1024;

async function faultOfStatus({ status, headers, body }: Response): Promise<ServerFault> {
  const text = await readStart(body, refusalBytesMax);
  if (status >= 300 && status < 400) return new ServerFault('redirect', { status });
  if (status === 401) return new ServerFault('denied', { status });
  if (status === 429 || status >= 500)
    return new ServerFault(status === 429 ? 'limited' : 'failing', {
      status,
      retryAfterMs: retryAfterMs(headers),
    });
  return new ServerFault('refused', { status, rejectedField: rejectedField(status, text) });
}

/** The beginning of a body; empty when it cannot be read. */
async function readStart(body: Response['body'], bytesMax: number): Promise<string> {
  let text = '';
  try {
    for await (const piece of body ?? []) {
      text += Buffer.from(piece).toString('latin1');
      if (text.length >= bytesMax) break;
    }
  } catch {
    return '';
  }
  return text.slice(0, bytesMax);
}

function retryAfterMs(headers: Headers): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const text = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // A date is relative to the server's own clock.
  const waitMs = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return waitMs >= 0 ? waitMs : undefined;
}

/** Newer models take some fields under another name or not at all; they say which. */
function rejectedField(status: number, text: string): OptionalField | undefined {
  if (status !== 400 && status !== 422) return undefined;
  if (aboutSchema.test(text)) return 'response_format';
  const isAboutField = /unsupported|not support|not permitted|unrecognized|unknown|extra/i;
  return isAboutField.test(text)
    ? optionalFields.find((field) => new RegExp(`\\b${field}\\b`).test(text))
    : undefined;
}

// Servers name it in many ways, and refuse parts of it in different words.
const aboutSchema =
  /response[_ ]format|json[_ ]schema|structured[_ ]output|guided[_ ]json|grammar/i;

const lostCodes = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

function faultOfConnection(error: unknown): ServerFault {
  if (error instanceof ServerFault) return error;
  const code = codeOf((error as Error).cause);
  return new ServerFault(lostCodes.includes(code) ? 'lost' : 'unreachable', { code });
}
