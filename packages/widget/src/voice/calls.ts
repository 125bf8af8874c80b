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

  constructor(status: number) {
    super(`The server answered ${status}.`);
    this.status = status;
  }
}

export function createCalls(servers: Servers, site: string, visitor: () => string): Calls {
  const post = async (path: string, type: string, body: Blob | string, signal: AbortSignal) => {
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
      signal,
    });
    if (!response.ok) throw new CallRefused(response.status);
    return response;
  };
  return {
    transcribe: async (recording, signal) => {
      const limit = limited(signal, transcribeMsMax);
      try {
        for (const restMs of [400, 1_500, undefined])
          try {
            return await (await post('transcribe', recording.type, recording, limit.signal)).json();
          } catch (error) {
            // A server that does not answer in time counts as busy.
            if (limit.isOver()) throw new CallRefused(503);
            // Retried after a lost connection, so that the visitor need not speak again.
            if (restMs === undefined || signal.aborted || error instanceof CallRefused) throw error;
            await new Promise((resolve) => setTimeout(resolve, restMs));
          }
      } finally {
        limit.end();
      }
    },
    speak: (text, language, signal) =>
      post('speak', 'application/json', JSON.stringify({ text, voice: language }), signal),
  };
}

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
