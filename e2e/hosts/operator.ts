/** A real site assistant behind a proxy: a test can intercept some paths; all others go to the real server. */
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  openSiteServer,
  type SiteServer,
} from '../../packages/server/test/fixtures/site-server.ts';

export interface Operator {
  readonly url: string;
  readonly siteServer: SiteServer;
  /** In the order of the requests, without their queries. */
  readonly requestedPaths: string[];
  /** Handles calls to a path of every site, such as `ask`, until `stopIntercepting`. */
  readonly intercept: (path: string, handler: CallHandler) => void;
  /** Responds with the real settings of every site, with some fields changed. */
  readonly changeSettings: (fields: object) => void;
  readonly stopIntercepting: () => void;
  readonly close: () => Promise<void>;
}

export type CallHandler = (call: InterceptedCall) => void | Promise<void>;

export interface InterceptedCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  /** Forwards the request to the real server. */
  readonly forward: () => void;
  /** Sets the CORS headers that let a page read the response. */
  readonly allowOrigin: () => void;
}

export async function openOperator(): Promise<Operator> {
  const handlers = new Map<string, CallHandler>();
  const requestedPaths: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    requestedPaths.push(path);
    const name = /^\/v1\/sites\/[^/]+\/(\w+)$/.exec(path)?.[1] ?? path;
    const handler = request.method === 'OPTIONS' ? undefined : handlers.get(name);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const forward = () => forwardTo(siteServer.port, request, body, response);
      const allowOrigin = () => {
        response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
        response.setHeader('access-control-expose-headers', 'retry-after');
      };
      if (handler === undefined) forward();
      else void handler({ request, response, body, forward, allowOrigin });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const siteServer = await openSiteServer('sqlite', {
    environment: { BARAZA_PUBLIC_SITE_URL: url },
  });
  return {
    url,
    siteServer,
    requestedPaths,
    intercept: (path, handler) => handlers.set(path, handler),
    changeSettings: (fields) =>
      handlers.set('config', async ({ request, response, allowOrigin }) => {
        const { origin = '', 'accept-language': language = '' } = request.headers;
        const real = await fetch(`${siteServer.url}${request.url}`, {
          headers: { 'accept-language': language, ...(origin === '' ? {} : { origin }) },
        });
        allowOrigin();
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ ...((await real.json()) as object), ...fields }));
      }),
    stopIntercepting: () => handlers.clear(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await siteServer.close();
    },
  };
}

function forwardTo(
  port: number,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const { method, url: path, headers } = request;
  const forwarded = send({ port, host: '127.0.0.1', method, path, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers);
    upstream.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  forwarded.end(body);
}

/** Begins an event stream; the test writes each event of the answer. */
export function streamAnswer({ response, allowOrigin }: InterceptedCall): {
  readonly token: (text: string) => void;
  readonly done: (fields?: object) => void;
  readonly cut: () => void;
} {
  allowOrigin();
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  const event = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  return {
    token: (text) => void event({ type: 'token', text }),
    done: (fields = {}) => {
      event({
        type: 'done',
        answered: true,
        language: 'sw',
        sources: [],
        handoff: 'https://wa.me/254700000000',
        id: 'q_played',
        ...fields,
      });
      response.end();
    },
    cut: () => response.destroy(),
  };
}
