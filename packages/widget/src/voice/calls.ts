/** HTTP calls of the voice part: transcribe and speak. */
import type { Language } from '@baraza/contract';
import type { Servers } from '../launcher/stage.ts';

interface Calls {
  readonly transcribe: (recording: Blob, signal: AbortSignal) => Promise<Transcript>;
  /** The response of the server: audio, or the status of a refusal. */
  readonly speak: (text: string, language: Language, signal: AbortSignal) => Promise<Response>;
}

interface Transcript {
  /** Empty if no speech was found. */
  readonly text: string;
  readonly language: Language;
}

export class CallRefused extends Error {
  readonly status: number;
  /** When a busy server accepts the same call again. */
  readonly retryMs: number | undefined;

  constructor(status: number, retryMs?: number) {
    super(`The server answered ${status}.`);
    this.status = status;
    this.retryMs = retryMs;
  }
}

export function createCalls(servers: Servers, site: string, visitor: () => string): Calls {
  const post = async (
    path: string,
    type: string,
    body: Blob | string,
    signal: AbortSignal,
    isRepeated = false,
  ): Promise<Response> => {
    const { base, key } = await servers.current();
    const response = await fetch(`${base}/v1/sites/${encodeURIComponent(site)}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': type,
        'x-visitor': visitor(),
        ...(key === undefined ? {} : { 'x-site-key': key }),
      },
      body,
      credentials: 'omit',
      redirect: 'manual',
      signal,
    });
    if (response.type === 'opaqueredirect' && !isRepeated) {
      servers.forget();
      return post(path, type, body, signal, true);
    }
    if (!response.ok) throw await refusalOf(response);
    return response;
  };
  return {
    transcribe: async (recording, signal) => {
      const limit = limited(signal, transcribeMsMax);
      let hasWaited = false;
      try {
        for (const delayMs of [400, 1_500, undefined])
          try {
            return await (await post('transcribe', recording.type, recording, limit.signal)).json();
          } catch (error) {
            // A server that does not answer in time counts as busy.
            if (limit.isOver()) throw new CallRefused(503, 0);
            // Sent again after a lost connection, and once to a busy server, so that the visitor need not speak again.
            const isRefused = error instanceof CallRefused;
            const waitMs = isRefused ? error.retryMs : delayMs;
            const isLast = delayMs === undefined || (isRefused && hasWaited) || signal.aborted;
            if (isLast || waitMs === undefined || waitMs > retryMsMax) throw error;
            hasWaited ||= isRefused;
            await new Promise((resolve) => setTimeout(resolve, waitMs));
            if (signal.aborted) throw error;
          }
      } finally {
        limit.end();
      }
    },
    speak: (text, language, signal) =>
      post('speak', 'application/json', JSON.stringify({ text, voice: language }), signal),
  };
}

/** A `busy` response says when to retry; any other refusal is a failure. */
async function refusalOf(response: Response): Promise<CallRefused> {
  const { code } = await response.json().catch(() => ({}));
  const seconds = Number(response.headers.get('retry-after')) || 2;
  return new CallRefused(response.status, code === 'busy' ? seconds * 1_000 : undefined);
}

const retryMsMax = 15_000;

// Time to upload on a slow link, plus 20 seconds for the server to answer.
const transcribeMsMax = 60_000;

/** A signal with a timeout; `AbortSignal.any` is not in every browser yet. */
function limited(signal: AbortSignal, limitMs: number) {
  const own = new AbortController();
  let isOver = false;
  const abort = () => own.abort();
  const timer = setTimeout(() => {
    isOver = true;
    abort();
  }, limitMs);
  signal.addEventListener('abort', abort);
  return {
    signal: own.signal,
    isOver: () => isOver,
    end: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}
