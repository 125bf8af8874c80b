/** A transport that alters requests and answers, as a server would that breaks the contract. */
import type { IncomingHttpHeaders } from 'node:http';
import { type ClientOptions, WebSocket } from 'ws';
import { replyOf } from '../src/reply.ts';
import { network, type Transport } from '../src/wire.ts';

/** A request and the server's answer; a tamperer changes the answer. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly asked: Headers;
  readonly sent: string;
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

type Headers = { [name: string]: string };

export interface Tamperer {
  /** Changes a request, also an upgrade, before it is sent. */
  readonly before?: (request: { path: string; headers: Headers }) => void;
  /** Changes an answer; a body that is not text stays as it is. */
  readonly after?: (exchange: Exchange) => void;
  /** The texts that a WebSocket client receives instead of one text of the server. */
  readonly heard?: (text: string) => readonly string[];
  /** The close code of a WebSocket instead of the server's. */
  readonly closed?: (code: number) => number;
}

let transports = 0;

export function tampering({
  before,
  after,
  heard = (text) => [text],
  closed = (code) => code,
}: Tamperer = {}): Transport {
  // Each run has its own network at a server that trusts one proxy, so that runs do not share rate limits.
  transports += 1;
  const address = `10.${transports >> 8}.${transports & 255}.1`;
  const altered = (url: URL, given: ClientOptions['headers'] = {}) => {
    const lowered = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]);
    const headers: Headers = { 'x-forwarded-for': address, ...Object.fromEntries(lowered) };
    const request = { path: `${url.pathname}${url.search}`, headers };
    before?.(request);
    return { url: new URL(request.path, url), headers: request.headers };
  };
  return {
    send: async (url, method, request, signal) => {
      const { headers: asked = {}, body: sent, until } = request;
      const onward = altered(url, asked);
      const whole = { ...request, headers: onward.headers };
      const reply = await network.send(onward.url, method, whole, signal);
      if (after === undefined || until !== undefined) return reply;
      const { status, headers } = reply;
      const exchange: Exchange = {
        method,
        path: `${url.pathname}${url.search}`,
        asked,
        sent: textOf(sent),
        status,
        headers: { ...headers },
        body: reply.text,
      };
      after(exchange);
      const type = headers['content-type'] ?? 'text/plain';
      const isText = /^(?:text|application\/(?:json|x-ndjson))/.test(type);
      const bytes = isText ? Buffer.from(exchange.body) : reply.bytes;
      return replyOf(reply.call, exchange.status, exchange.headers, bytes);
    },
    Socket: class extends WebSocket {
      constructor(url: string, protocol: string, options: ClientOptions) {
        const onward = altered(new URL(url), options.headers);
        super(onward.url, protocol, { ...options, headers: onward.headers });
      }

      override emit(event: string, ...args: unknown[]): boolean {
        const [given, isBinary] = args;
        if (event === 'close') return super.emit('close', closed(given as number));
        if (event !== 'message' || isBinary === true) return super.emit(event, ...args);
        for (const text of heard(String(given))) super.emit('message', Buffer.from(text), false);
        return true;
      }
    } as typeof WebSocket,
  };
}

/** A body as text; one of bytes is none, and as JSON it would take seconds. */
function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? '' : (JSON.stringify(body) ?? '');
}

/** The answers whose members match; of the headers that were sent only the names count. */
export type Where = {
  readonly [member in 'method' | 'path' | 'asked' | 'sent' | 'status' | 'body']?: RegExp;
};

/** Changes the answers that match, and leaves the others as they are. */
export function breaking(where: Where, change: (exchange: Exchange) => void): Tamperer {
  return {
    after: (exchange) => {
      const { asked, ...members } = exchange;
      const texts: { [member: string]: unknown } = { ...members, asked: Object.keys(asked) };
      const isMeant = Object.entries(where).every(([name, text]) => text.test(String(texts[name])));
      if (isMeant) change(exchange);
    },
  };
}

/** One fault of a server, and the checks of a section that it breaks. */
export interface Fault {
  readonly name: string;
  readonly breaks: readonly string[];
  readonly tamperer: Tamperer;
}

/** The faults that each section finds. */
export interface Faults {
  readonly [section: string]: readonly Fault[];
}

export function fault(
  name: string,
  breaks: readonly string[],
  where: Where,
  change: (exchange: Exchange) => void,
): Fault {
  return { name, breaks, tamperer: breaking(where, change) };
}

export function withBody(pattern: RegExp, by: string) {
  return (one: Exchange) => {
    one.body = one.body.replace(pattern, by);
  };
}

export function withStatus(status: number) {
  return (one: Exchange) => {
    one.status = status;
  };
}

/** With a header of that value, or without it. */
export function withHeader(name: string, value?: string) {
  return (one: Exchange) => {
    one.headers[name] = value;
  };
}

/** What a server that has failed shows instead of JSON. */
export function asPage(one: Exchange): void {
  one.status = 500;
  one.headers['content-type'] = 'text/html';
  one.body = '<h1>Internal Server Error</h1>';
}
