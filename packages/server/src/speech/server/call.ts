/**
 * One call to a server for speech that the operator has named: bounded in time, never led
 * elsewhere, left alone when it fails.
 */
import { createBreaker } from '../../kernel/breaker.ts';
import { Problem } from '../../kernel/problem.ts';

export interface ServerOptions {
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
  /** From a clock that only goes forward. */
  readonly nowMs?: () => number;
  /** After which time without the head of an answer, or without more of it, it is given up. */
  readonly timeoutMs?: number;
}

interface SpeechServer {
  /**
   * What `read` makes of the answer. Rejects with a `Problem`: `upstream` when it cannot be had;
   * after several failures in a row at once, for a while.
   */
  readonly post: <Result>(
    path: string,
    body: FormData | object,
    signal: AbortSignal,
    read: (response: Response, watch: Watch) => Promise<Result>,
  ) => Promise<Result>;
}

/** Cuts a call that has fallen silent. */
export interface Watch {
  readonly heard: () => void;
  /** Until more is heard, the silence is ours. */
  readonly pause: () => void;
}

export function createSpeechServer(options: ServerOptions): SpeechServer {
  const { url, key, nowMs = () => performance.now(), timeoutMs = 20_000 } = options;
  const breaker = createBreaker({ failuresMax: 3, closedMs: 30_000 });
  return {
    post: async (path, body, given, read) => {
      given.throwIfAborted();
      if (!breaker.admits(url, nowMs())) throw away(new Error('it failed lately and rests'));
      const silence = new AbortController();
      const cut = () => silence.abort(new Error(`no word for ${timeoutMs} ms`));
      let timer = setTimeout(cut, timeoutMs);
      const pause = () => clearTimeout(timer);
      const heard = () => {
        pause();
        timer = setTimeout(cut, timeoutMs);
      };
      try {
        const { bytes, type } = await wholeOf(body);
        const response = await fetch(`${url}${path}`, {
          method: 'POST',
          body: bytes,
          headers: {
            'content-type': type,
            ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          },
          // Whoever it would be sent on to was not named, and would get the key and the voice.
          redirect: 'error',
          signal: AbortSignal.any([given, silence.signal]),
        });
        heard();
        if (!response.ok) {
          await response.body?.cancel();
          throw new Error(`it answered ${response.status}`);
        }
        const result = await read(response, { heard, pause });
        breaker.note(url, true, nowMs());
        return result;
      } catch (cause) {
        if (given.aborted) throw given.reason;
        breaker.note(url, false, nowMs());
        throw away(cause);
      } finally {
        pause();
      }
    },
  };
}

/** A form that is sent as a stream fails behind our back when the call is given up. */
async function wholeOf(body: FormData | object) {
  if (!(body instanceof FormData)) return { bytes: JSON.stringify(body), type: 'application/json' };
  const encoded = new Response(body);
  const type = encoded.headers.get('content-type') ?? 'multipart/form-data';
  return { bytes: await encoded.bytes(), type };
}

function away(cause: unknown): Problem {
  return new Problem('upstream', 'The server for speech cannot be used now; try again shortly.', {
    cause,
  });
}
