import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { WebSocket } from 'ws';
import { CheckFailed } from './check.ts';
import { type Reply, replyOf } from './reply.ts';
import { type Opening, openSession } from './site/live-session.ts';

export interface Headers {
  readonly [name: string]: string;
}

interface Patience {
  /** Half a minute unless more is needed, as for what is large. */
  readonly timeoutMs?: number;
  /** Ends an endless answer: true when enough of it has come. */
  readonly until?: (text: string) => boolean;
}

interface Request extends Patience {
  readonly headers?: Headers;
  /** An object becomes JSON; a text or bytes go out as they are. */
  readonly body?: unknown;
}

export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Headers,
  patience?: Patience,
) => Promise<Reply>;

export interface Wire {
  readonly base: string;
  /** Aborts all calls and sessions. */
  readonly signal: AbortSignal;
  readonly call: Call;
  /** Opens a WebSocket. */
  readonly connect: (path: string, headers?: Headers) => Promise<Opening>;
  /** Calls that nothing watches and another signal aborts, also to another server. */
  readonly apart: (signal: AbortSignal, base?: string) => Wire;
}

/** How a server is reached; tests alter requests and answers here. */
export type Transport = Readonly<typeof network>;

const replyBytesMax = 8 * 1024 * 1024;
const usualTimeoutMs = 30_000;

/** For some megabytes over a slow connection. */
export const largeTimeoutMs = 180_000;

export const network = { send, Socket: WebSocket };

/** Calls to one server. `watch` is called with every answer. */
export function createWire(
  base: string,
  signal: AbortSignal,
  transport: Transport,
  watch: (method: string, path: string, reply: Reply) => void = () => {},
): Wire {
  return {
    base,
    signal,
    call: async (method, path, body, headers = {}, patience = {}) => {
      const request = { body, headers, ...patience };
      const reply = await transport.send(new URL(path, base), method, request, signal);
      watch(method, path, reply);
      return reply;
    },
    connect: async (path, headers = {}) => {
      const watchText = (text: string) =>
        watch('GET', path, replyOf(path, 101, {}, Buffer.from(text)));
      const url = new URL(path, base);
      const { Socket } = transport;
      const opening = await openSession({ Socket, url, headers, signal, watch: watchText });
      if (opening.refusal !== undefined) watch('GET', path, opening.refusal);
      return opening;
    },
    apart: (otherSignal, otherBase = base) => createWire(otherBase, otherSignal, transport),
  };
}

function send(
  url: URL,
  method: string,
  { headers = {}, body, until, timeoutMs = usualTimeoutMs }: Request,
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
    const fail = (cause: Error) => {
      const what = `${seen} was not answered: ${cause.message || cause.name}`;
      reject(signal.aborted ? (signal.reason as Error) : new CheckFailed(what, { cause }));
    };
    const outgoing = start(url, options, (incoming) => {
      const chunks: Buffer[] = [];
      let length = 0;
      incoming.on('error', fail);
      incoming.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > replyBytesMax) incoming.destroy(new Error('it answers without an end'));
        else chunks.push(chunk);
        if (until?.(Buffer.concat(chunks).toString('utf8')) !== true) return;
        finish();
        outgoing.destroy();
      });
      const finish = () => {
        resolve(replyOf(seen, incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks)));
      };
      incoming.on('end', finish);
      // An answer that breaks off does not count.
      incoming.on('aborted', () => fail(new Error('it broke off')));
    });
    // A server may answer and close before it has read everything: the answer counts.
    outgoing.on('error', fail);
    // A GET to a WebSocket that is upgraded is answered too.
    outgoing.on('upgrade', (incoming, socket) => {
      socket.destroy();
      resolve(replyOf(seen, incoming.statusCode ?? 0, incoming.headers, Buffer.alloc(0)));
    });
    outgoing.end(sent);
  });
}
