/** Every call of the console goes through here: `/console/*` of its own origin, with its cookie. */
import { speak } from '../words/language.ts';
import { isOffline, signedOutCount } from './connection.ts';
import { pathWith } from './path.ts';
import { ApiProblem } from './problem.ts';
import { words } from './words.ts';

export { pathWith } from './path.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface CallOptions {
  /** Sent as JSON, unless it is a FormData, a Blob or a text. */
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The JSON of the answer; `undefined` where there is none. A refusal is thrown as an `ApiProblem`. */
export async function call<Answer>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const response = await request(method, path, options);
  const text = await response.text();
  if (text === '') return undefined as Answer;
  try {
    return JSON.parse(text) as Answer;
  } catch (cause) {
    throw new ApiProblem({
      sentence: speak(words).strange,
      code: 'unreadable',
      status: response.status,
      cause,
    });
  }
}

/** The answer itself, for streams, downloads and headers. Only what changes nothing is tried again. */
export async function request(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(method, path, options);
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || !mayRepeat(method, problem, attempt)) throw problem;
      await pause((problem.retryAfterSeconds ?? 0.3 * attempt) * 1_000, options.signal);
    }
  }
}

/** A 401 of a call that needs a session; the sign-in itself is refused without ending anything. */
export function noticeStatus(status: number, path: string): void {
  if (status === 401 && path !== '/console/session') signedOutCount.value += 1;
}

async function once(method: Method, path: string, options: CallOptions): Promise<Response> {
  const { body, type } = encoded(options.body);
  let response: Response;
  try {
    response = await fetch(pathWith(path, options.query), {
      method,
      headers: {
        Accept: 'application/json',
        ...(method === 'GET' ? {} : { 'X-Console': '1' }),
        ...(type === undefined ? {} : { 'Content-Type': type }),
        ...options.headers,
      },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      ...(body === undefined ? {} : { body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    isOffline.value = true;
    throw new ApiProblem({ sentence: speak(words).offline, code: 'offline', status: 0, cause });
  }
  isOffline.value = false;
  if (response.ok) return response;
  noticeStatus(response.status, path);
  const text = await response.text().catch(() => '');
  throw problemOf(
    response.status,
    text,
    (name) => response.headers.get(name),
    speak(words).strange,
  );
}

function encoded(body: unknown): { readonly body?: BodyInit; readonly type?: string } {
  if (body === undefined) return {};
  if (body instanceof FormData || body instanceof Blob) return { body };
  if (typeof body === 'string') return { body, type: 'text/plain; charset=utf-8' };
  return { body: JSON.stringify(body), type: 'application/json' };
}

const attemptsMax = 3;
const waitSecondsMax = 5;

function mayRepeat(method: Method, problem: ApiProblem, attempt: number): boolean {
  return (
    method === 'GET' &&
    attempt < attemptsMax &&
    [0, 502, 503, 504].includes(problem.status) &&
    (problem.retryAfterSeconds ?? 0) <= waitSecondsMax
  );
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** What the server answered, from either of its two forms of errors. */
export function problemOf(
  status: number,
  text: string,
  header: (name: string) => string | null,
  fallback: string,
): ApiProblem {
  const details = parsed(text);
  const after = Number(header('retry-after') ?? '');
  return new ApiProblem({
    sentence: textIn(details.error) ?? fallback,
    code: textIn(details.code) ?? 'unknown',
    status,
    requestId:
      textIn(details.requestId) ??
      textIn(details.request_id) ??
      header('x-request-id') ??
      undefined,
    retryAfterSeconds: after > 0 ? after : undefined,
    details,
  });
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // A proxy in between answers in its own words.
    return {};
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
