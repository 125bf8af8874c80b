/** Sends calls for one sender to one base address, with retries and typed errors. */
import { parseBaseUrl, queryText } from './address.ts';
import {
  type Call,
  type Fetch,
  type PreparedRequest,
  prepareRequest,
  type Sender,
} from './call.ts';
import { BarazaError, errorOfRefusal } from './problem.ts';
import { repeatAlways, repeatRefused, retryAfterMsOf, waitBeforeRetry } from './retry.ts';
import { systemTiming, type Timing } from './timing.ts';
import { linkSignals, startWatch, type Watch } from './watch.ts';

export type Transport = ReturnType<typeof createTransport>;

export type Answer = { readonly response: Response; readonly watch: Watch };

export type TransportOptions = {
  /** The address of the installation, with or without a path or trailing slash. */
  readonly baseUrl: string;
  readonly fetch?: Fetch | undefined;
  /** Attempts after the first; 2 by default. */
  readonly retries?: number | undefined;
  /** The timeout of each attempt; a minute by default, Infinity for none. */
  readonly timeoutMs?: number | undefined;
  /** Aborts every call of this client. */
  readonly signal?: AbortSignal | undefined;
  readonly timing?: Partial<Timing> | undefined;
};

export function createTransport(options: TransportOptions, sender: Sender) {
  const base = parseBaseUrl(options.baseUrl);
  // Called unbound: a browser's fetch cannot be a method of another object.
  const send: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const timing: Timing = { ...systemTiming, ...options.timing };
  const { retries = 2 } = options;

  async function withRetries<Value>(call: Call, read: Read<Value>): Promise<Value> {
    let request = prepareRequest(call, sender);
    let { secret } = sender;
    const signals = definedSignals(options.signal, call.options?.signal);
    // Without a key, which an empty text takes away, a repeated write could count twice.
    const isOnce = call.method === 'DELETE' || call.options?.idempotencyKey === '';
    const repeat = call.repeat ?? (isOnce ? repeatRefused : repeatAlways);
    for (let tries = 1; ; tries += 1) {
      for (const signal of signals) signal.throwIfAborted();
      try {
        return await attempt(call, request, signals, read);
      } catch (error) {
        if (
          secret !== undefined &&
          sender.endSession !== undefined &&
          isReadOfEndedSession(error, call)
        ) {
          sender.endSession(secret);
          secret = undefined;
          request = prepareRequest(call, sender);
          continue;
        }
        const waitMs = waitBeforeRetry({
          error,
          repeat,
          tries,
          retries: call.retries ?? retries,
          random: timing.random,
        });
        if (waitMs === undefined) throw error;
        await sleepUnlessAborted(timing, waitMs, signals);
        // Somebody may have signed in meanwhile, as on a page whose stream waits for its server.
        if (call.method === 'GET') {
          ({ secret } = sender);
          request = prepareRequest(call, sender);
        }
      }
    }
  }

  async function attempt<Value>(
    call: Call,
    { init, idempotencyKey }: PreparedRequest,
    signals: readonly AbortSignal[],
    read: Read<Value>,
  ): Promise<Value> {
    const watch = startWatch({
      signals,
      timeoutMs: call.options?.timeoutMs ?? options.timeoutMs ?? call.timeoutMs ?? timeoutMsDefault,
      timing,
      about: `${call.method} ${base}${call.path}`,
      idempotencyKey,
    });
    try {
      const url = base + call.path + queryText(call.query ?? {});
      const request = { ...init, signal: watch.signal };
      const response = await (call.transfer === undefined
        ? send(url, request)
        : // An upload that makes progress is not idle, however long it takes.
          call.transfer(options.fetch, url, request, watch.resume));
      if (response.ok || response.status === 304) return await read({ response, watch });
      throw await refusalOf(response, call, idempotencyKey);
    } catch (error) {
      watch.end();
      throw error instanceof BarazaError && !watch.signal.aborted ? error : watch.explain(error);
    }
  }

  async function refusalOf(response: Response, call: Call, idempotencyKey: string | undefined) {
    // If the body is cut off, the status is still more useful than a connection error.
    const text = call.method === 'HEAD' ? undefined : await response.text().catch(() => '');
    return errorOfRefusal({
      status: response.status,
      contentType: response.headers.get('content-type'),
      // A debugging proxy may echo the request; the key must not be part of an error.
      text: sender.secret === undefined ? text : text?.replaceAll(sender.secret, '[key]'),
      retryAfterMs: retryAfterMsOf(response.headers.get('retry-after'), timing.now()),
      idempotencyKey,
    });
  }

  return {
    /** The JSON of a 2xx response. */
    json: <Value>(call: Call): Promise<Value> => withRetries<Value>(call, readJson),
    /** The same, or undefined for 304. */
    jsonIfChanged: <Value>(call: Call): Promise<Value | undefined> =>
      withRetries<Value | undefined>(call, readJsonIfChanged),
    /** A 2xx or 304 response whose body is not read yet; the caller must end its watch. */
    open: (call: Call): Promise<Answer> => withRetries(call, keepOpen),
    /** Waits; rejects with the signal's reason on abort. */
    pause: (ms: number, signal: AbortSignal | undefined): Promise<void> =>
      sleepUnlessAborted(timing, ms, definedSignals(options.signal, signal)),
  };
}

/**
 * Whether to repeat the call without the token of an ended session. Only reads, which may be public: a write would be
 * made without its user.
 */
function isReadOfEndedSession(error: unknown, { method, path, accept }: Call): boolean {
  const isRead = (method === 'GET' || method === 'HEAD') && accept !== 'text/event-stream';
  const isAccountPath = path.startsWith('/api/platform/users/');
  return error instanceof BarazaError && error.status === 401 && isRead && !isAccountPath;
}

const timeoutMsDefault = 60_000;

type Read<Value> = (answer: Answer) => Promise<Value>;

async function readJson<Value>({ response, watch }: Answer): Promise<Value> {
  const text = await response.text();
  watch.end();
  try {
    return JSON.parse(text) as Value;
  } catch {
    const what = response.headers.get('content-type') ?? 'a body without a type';
    throw new BarazaError(
      `The server answered ${response.status} with ${what} instead of JSON. Is baseUrl right?`,
      { status: response.status, code: 'unexpected' },
    );
  }
}

async function readJsonIfChanged<Value>(answer: Answer): Promise<Value | undefined> {
  if (answer.response.status !== 304) return readJson(answer);
  answer.watch.end();
  return undefined;
}

async function keepOpen(answer: Answer): Promise<Answer> {
  answer.watch.pause();
  return answer;
}

function definedSignals(...signals: readonly (AbortSignal | undefined)[]): AbortSignal[] {
  return signals.filter((signal) => signal !== undefined);
}

async function sleepUnlessAborted(timing: Timing, ms: number, signals: readonly AbortSignal[]) {
  const link = linkSignals(signals);
  try {
    await timing.sleep(ms, link.signal);
  } finally {
    link.end();
  }
}
