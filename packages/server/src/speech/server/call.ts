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

interface SpeechServer {
  /**
   * What `read` returns for the response. Rejects with a `Problem` `upstream` on failure, and at
   * once while the circuit breaker is open.
   */
  readonly post: <Result>(
    path: string,
    body: FormData | object,
    signal: AbortSignal,
    read: (response: Response, idleTimeout: IdleTimeout) => Promise<Result>,
  ) => Promise<Result>;
}

/** Aborts a call whose response stalls. */
export interface IdleTimeout {
  readonly restart: () => void;
  /** Stops the timer while our own reader applies backpressure. */
  readonly pause: () => void;
}

export function createSpeechServer(options: ServerOptions): SpeechServer {
  const { url, key, nowMs = () => performance.now(), timeoutMs = 20_000 } = options;
  const breaker = createBreaker({ failuresMax: 3, closedMs: 30_000 });
  return {
    post: async (path, body, callerSignal, read) => {
      callerSignal.throwIfAborted();
      if (!breaker.admits(url, nowMs()))
        throw serverUnavailable(new Error('it failed lately and rests'));
      const silence = new AbortController();
      const cut = () => silence.abort(new Error(`no word for ${timeoutMs} ms`));
      let timer = setTimeout(cut, timeoutMs);
      const pause = () => clearTimeout(timer);
      const restart = () => {
        pause();
        timer = setTimeout(cut, timeoutMs);
      };
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
        restart();
        if (!response.ok) {
          await response.body?.cancel();
          throw new Error(`it answered ${response.status}`);
        }
        const result = await read(response, { restart, pause });
        breaker.note(url, true, nowMs());
        return result;
      } catch (cause) {
        if (callerSignal.aborted) throw callerSignal.reason;
        breaker.note(url, false, nowMs());
        throw serverUnavailable(cause);
      } finally {
        pause();
      }
    },
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
