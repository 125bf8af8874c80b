/**
 * POST to the speech server that the operator configured: limits of time and size, no redirects, circuit breaker after
 * repeated failures.
 */
import { createBreaker } from '../../kernel/breaker.ts';
import { Problem } from '../../kernel/problem.ts';
import { callRemote } from '../../kernel/remote/remote-call.ts';

export interface ServerOptions {
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
  /** From a monotonic clock. */
  readonly nowMs?: () => number;
  /** Idle timeout: longest wait for the response head and between two parts of the body. */
  readonly timeoutMs?: number;
  /** Total time that one call waits for the server; limits one that sends a single byte before each idle timeout. */
  readonly waitMs?: number;
}

/** What the server did wrong. The message never quotes the server. */
export class SpeechFault extends Error {}

// Two minutes of sound: more than the longest text takes.
const soundBytesMax = 2 * 120 * 48_000;

/**
 * Yields what `read` makes of the parts of the response body. Throws a `Problem` `upstream` on failure, and at once
 * while the circuit breaker is open. Leaving the iteration cancels the call.
 */
type PostToServer = <Item>(
  path: string,
  body: FormData | object,
  signal: AbortSignal,
  read: (parts: AsyncIterable<Uint8Array>) => AsyncIterable<Item>,
) => AsyncGenerator<Item, void, undefined>;

export function createSpeechServer(options: ServerOptions): PostToServer {
  const {
    url,
    key,
    nowMs = () => performance.now(),
    timeoutMs = 20_000,
    waitMs = 60_000,
  } = options;
  const breaker = createBreaker({ failuresMax: 3, openMs: 30_000 });
  const limits = { firstByteMs: timeoutMs, silenceMs: timeoutMs, waitMs, bytesMax: soundBytesMax };
  return async function* post(path, body, signal, read) {
    signal.throwIfAborted();
    if (!breaker.admits(url, nowMs()))
      throw serverUnavailable(new SpeechFault('it failed recently and is in backoff'));
    try {
      const { bytes, type } = await encodeBody(body);
      const authorization = key === undefined ? undefined : { authorization: `Bearer ${key}` };
      const response = await callRemote({
        url: `${url}${path}`,
        method: 'POST',
        body: bytes,
        headers: { 'content-type': type, ...authorization },
        limits,
        signal,
        keepsAlive: true,
      });
      // The target of a redirect was not configured, and would get the key and the visitor's voice.
      if (response.status < 200 || response.status > 299) {
        response.discard();
        throw new SpeechFault(`it answered ${response.status}`);
      }
      yield* read(response.body);
      breaker.note(url, true, nowMs());
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      breaker.note(url, false, nowMs());
      throw serverUnavailable(cause);
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
