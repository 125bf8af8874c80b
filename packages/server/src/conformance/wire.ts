import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Unmet } from './check.ts';

/** One answer as it came over the wire: nothing followed, decompressed or repaired. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON; unmet when it is none. */
  readonly json: () => Json;
}

/** A value of JSON whose members may be looked at without knowing them. */
// biome-ignore lint/suspicious/noExplicitAny: what a stranger answers has no type yet
export type Json = any;

export interface Request {
  readonly headers?: { readonly [name: string]: string };
  /** An object becomes JSON; a text or bytes go out as they are. */
  readonly body?: unknown;
}

export interface Wire {
  readonly base: string;
  readonly call: (method: string, path: string, request?: Request) => Promise<Reply>;
}

const replyBytesMax = 8 * 1024 * 1024;
const timeoutMs = 30_000;

/** Calls to one server. `watch` sees every answer: what a stranger may read of it is searched later. */
export function createWire(
  base: string,
  signal: AbortSignal,
  watch: (method: string, path: string, reply: Reply) => void,
): Wire {
  return {
    base,
    call: async (method, path, request = {}) => {
      const reply = await send(new URL(path, base), method, request, signal);
      watch(method, path, reply);
      return reply;
    },
  };
}

function send(
  url: URL,
  method: string,
  { headers = {}, body }: Request,
  signal: AbortSignal,
): Promise<Reply> {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const sent = isRaw ? body : JSON.stringify(body);
  const options: RequestOptions = {
    method,
    headers: { ...(isRaw ? {} : { 'content-type': 'application/json' }), ...headers },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    agent: false,
  };
  const seen = `${method} ${url.pathname}`;
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const fail = (error: Error) => {
      reject(
        signal.aborted
          ? (signal.reason as Error)
          : new Unmet(`${seen} was not answered: ${error.message || error.name}`),
      );
    };
    const outgoing = start(url, options, (incoming) => {
      const chunks: Buffer[] = [];
      let length = 0;
      incoming.on('error', fail);
      incoming.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > replyBytesMax) incoming.destroy(new Error('it answers without an end'));
        else chunks.push(chunk);
      });
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          bytes,
          json: () => parseJson(text, `${seen} (${incoming.statusCode})`),
        });
      });
      // An answer that breaks off is none.
      incoming.on('aborted', () => fail(new Error('it broke off')));
    });
    // A server may answer and close before it has read everything: the answer counts.
    outgoing.on('error', fail);
    // A GET to a WebSocket that is upgraded is answered too.
    outgoing.on('upgrade', (incoming, socket) => {
      socket.destroy();
      const status = incoming.statusCode ?? 0;
      const bytes = Buffer.alloc(0);
      resolve({ status, headers: incoming.headers, text: '', bytes, json: () => undefined });
    });
    outgoing.end(sent);
  });
}

function parseJson(text: string, what: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unmet(`${what} is not JSON: ${text.slice(0, 80)}`);
  }
}
