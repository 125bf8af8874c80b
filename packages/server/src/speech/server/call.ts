/**
 * POST to the speech server that the operator configured: idle timeout, no redirects, circuit
 * breaker after repeated failures.
 */
import { createBreaker } from '../../kernel/breaker.ts';
import { Problem } from '../../kernel/problem.ts';

export interface ServerOptions {
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
  /** From a monotonic clock. */
  readonly nowMs?: () => number;
  /** Idle timeout: longest wait for the response head and between two parts of the body. */
  readonly timeoutMs?: number;
}

/**
 * What `read` makes of the parts of the response body. Throws a `Problem` `upstream` on failure, and at once while
 * the circuit breaker is open. Returning from it cancels the call.
 */
type PostToServer = <Item>(
  path: string,
  body: FormData | object,
  signal: AbortSignal,
  read: (parts: AsyncIterable<Uint8Array>) => AsyncIterable<Item>,
) => AsyncGenerator<Item, void, undefined>;

export function createSpeechServer(options: ServerOptions): PostToServer {
  const { url, key, nowMs = () => performance.now(), timeoutMs = 20_000 } = options;
  const breaker = createBreaker({ failuresMax: 3, closedMs: 30_000 });
  return async function* post(path, body, callerSignal, read) {
    callerSignal.throwIfAborted();
    if (!breaker.admits(url, nowMs()))
      throw serverUnavailable(new Error('it failed recently and is in backoff'));
    const silence = new AbortController();
    const startTimer = () =>
      setTimeout(() => silence.abort(new Error(`silent for ${timeoutMs} ms`)), timeoutMs);
    let timer = startTimer();
    async function* withTimer(parts: AsyncIterable<Uint8Array>) {
      for await (const part of parts) {
        // Stopped while the reader of the parts applies backpressure.
        clearTimeout(timer);
        yield part;
        timer = startTimer();
      }
    }
    try {
      const { bytes, type } = await encodeBody(body);
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        body: bytes,
        headers: {
          'content-type': type,
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        // A redirect target was not configured, and would get the key and the visitor's voice.
        redirect: 'error',
        signal: AbortSignal.any([callerSignal, silence.signal]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`it answered ${response.status}`);
      }
      yield* read(withTimer(response.body ?? new ReadableStream()));
      breaker.note(url, true, nowMs());
    } catch (cause) {
      if (callerSignal.aborted) throw callerSignal.reason;
      breaker.note(url, false, nowMs());
      throw serverUnavailable(cause);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Encoded in memory: a streamed form rejects unhandled when the call is aborted. */
async function encodeBody(body: FormData | object) {
  if (!(body instanceof FormData)) return { bytes: JSON.stringify(body), type: 'application/json' };
  const encoded = new Response(body);
  const type = encoded.headers.get('content-type') ?? 'multipart/form-data';
  return { bytes: await encoded.bytes(), type };
}

function serverUnavailable(cause: unknown): Problem {
  return new Problem('upstream', 'The server for speech cannot be used now; try again shortly.', {
    cause,
  });
}
