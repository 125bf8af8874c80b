/**
 * How we speak HTTP with a model server: no redirects, no endless waits, no endless answers, and
 * every failure in our own words.
 */
import { codeOf } from '../kernel/fault.ts';
import { type FetchLimits, readHead, watchBody } from './openai-body.ts';
import { ServerFault, type UnwantedField, unwantedFields } from './openai-fault.ts';

export const usualFetchLimits: FetchLimits = {
  firstByteMs: 30_000,
  silenceMs: 20_000,
  answerBytesMax: 16 * 1024 * 1024,
  lineBytesMax: 1024 * 1024,
};

/** A fetch for one type of answer; whatever else comes is a `ServerFault`. */
export function createServerFetch(
  contentType: 'text/event-stream' | 'application/json',
  limits: FetchLimits,
): typeof fetch {
  return async (input, init = {}) => {
    const given = init.signal ?? undefined;
    const cut = new AbortController();
    const signal = given === undefined ? cut.signal : AbortSignal.any([given, cut.signal]);
    const headers = new Headers(init.headers);
    headers.set('user-agent', 'baraza');
    // What is packed small may be large: the limits count what they see.
    headers.set('accept-encoding', 'identity');
    const give = () => cut.abort(new ServerFault('silent'));
    const timer = setTimeout(give, limits.firstByteMs);
    try {
      const response = await fetch(input, { ...init, headers, signal, redirect: 'manual' });
      if (response.status !== 200) throw await faultOfStatus(response);
      if (typeOf(response) !== contentType) {
        await response.body?.cancel();
        throw new ServerFault('type');
      }
      const body = watchBody(response.body, limits, cut);
      return new Response(body, { headers: { 'content-type': contentType } });
    } catch (error) {
      throw faultOfConnection(error, given, cut.signal);
    } finally {
      clearTimeout(timer);
    }
  };
}

function typeOf(response: Response): string {
  const [essence = ''] = (response.headers.get('content-type') ?? '').split(';');
  return essence.trim().toLowerCase();
}

const refusalBytesMax = 16 * 1024;

async function faultOfStatus(response: Response): Promise<ServerFault> {
  const { status, headers } = response;
  const text = await readHead(response.body, refusalBytesMax);
  if (status >= 300 && status < 400) return new ServerFault('redirect', { status });
  if (status === 401) return new ServerFault('denied', { status });
  if (status === 429)
    return new ServerFault('limited', { status, retryAfterMs: retryAfterMs(headers) });
  if (status >= 500)
    return new ServerFault('failing', { status, retryAfterMs: retryAfterMs(headers) });
  return new ServerFault('refused', { status, unwanted: unwantedIn(status, text) });
}

function retryAfterMs(headers: Headers): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const text = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = headers.get('date');
  const until = Date.parse(text);
  // By the server's own clock, which may be another hour than ours.
  const now = date === null ? Number.NaN : Date.parse(date);
  return until >= now ? until - now : undefined;
}

/** Newer models take some fields under another name or not at all; they say which. */
function unwantedIn(status: number, text: string): UnwantedField | undefined {
  if (status !== 400 && status !== 422) return undefined;
  if (aboutSchema.test(text)) return 'response_format';
  const isAboutField = /unsupported|not support|not permitted|unrecognized|unknown|extra/i;
  return isAboutField.test(text)
    ? unwantedFields.find((field) => new RegExp(`\\b${field}\\b`).test(text))
    : undefined;
}

// Servers name it in many ways, and what they do not take of it is rarely said in the same words.
const aboutSchema =
  /response[_ ]format|json[_ ]schema|structured[_ ]output|guided[_ ]json|grammar/i;

const lostCodes = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

function faultOfConnection(
  error: unknown,
  given: AbortSignal | undefined,
  cut: AbortSignal,
): unknown {
  if (given?.aborted) return given.reason;
  if (cut.aborted) return cut.reason;
  if (error instanceof ServerFault) return error;
  const code = codeOf((error as Error).cause);
  return new ServerFault(lostCodes.includes(code) ? 'lost' : 'unreachable', { code });
}
