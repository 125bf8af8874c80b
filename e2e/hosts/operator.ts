/** A real site assistant behind a proxy of the tests: paths that a test takes over are faked, all others are real. */
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
  /** Paths in the order they were asked for, without their queries. */
  readonly asked: string[];
  /** Takes over a path of every site, such as `ask`, until it is given back. */
  readonly take: (path: string, play: Play) => void;
  /** The real settings of every site, with some of them changed. */
  readonly changeSettings: (fields: object) => void;
  readonly giveBack: () => void;
  readonly close: () => Promise<void>;
}

export type Play = (visit: Visit) => void | Promise<void>;

export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  /** Lets the real server answer. */
  readonly forward: () => void;
  /** The headers that let a page read the answer. */
  readonly open: () => void;
}

export async function openOperator(): Promise<Operator> {
  const plays = new Map<string, Play>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    asked.push(path);
    const name = /^\/v1\/sites\/[^/]+\/(\w+)$/.exec(path)?.[1] ?? path;
    const play = request.method === 'OPTIONS' ? undefined : plays.get(name);
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      const forward = () => passOn(siteServer.port, request, body, response);
      const open = () => {
        response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
        response.setHeader('access-control-expose-headers', 'retry-after');
      };
      if (play === undefined) forward();
      else void play({ request, response, body, forward, open });
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
    asked,
    take: (path, play) => plays.set(path, play),
    changeSettings: (fields) =>
      plays.set('config', async ({ request, response, open }) => {
        const { origin = '', 'accept-language': language = '' } = request.headers;
        const real = await fetch(`${siteServer.url}${request.url}`, {
          headers: { 'accept-language': language, ...(origin === '' ? {} : { origin }) },
        });
        open();
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ ...((await real.json()) as object), ...fields }));
      }),
    giveBack: () => plays.clear(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await siteServer.close();
    },
  };
}

function passOn(
  port: number,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const { method, url: path, headers } = request;
  const onward = send({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  onward.end(body);
}

/** An answer as events, written when the test says so. */
export function playAnswer({ response, open }: Visit): {
  readonly token: (text: string) => void;
  readonly done: (fields?: object) => void;
  readonly cut: () => void;
} {
  open();
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
