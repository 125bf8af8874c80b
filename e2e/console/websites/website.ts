/** Small websites as owners have them, served on the loopback interface. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type WebPage =
  | string
  | {
      readonly status?: number;
      readonly type?: string;
      readonly headers?: { readonly [name: string]: string };
      readonly body?: string;
    };

export interface Website {
  readonly url: string;
  /** As an owner types it. */
  readonly host: string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  /** From now on every page waits until it is released. */
  readonly hold: () => void;
  readonly release: () => void;
  readonly close: () => void;
}

export async function serveWebsite(pages: { readonly [path: string]: WebPage }): Promise<Website> {
  const asked: string[] = [];
  let held = Promise.withResolvers<void>();
  held.resolve();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    await held.promise;
    const found = pages[path];
    if (found === undefined) return response.writeHead(404).end('Not found');
    const {
      status = 200,
      type,
      headers,
      body = '',
    } = typeof found === 'string' ? { body: found } : found;
    return response
      .writeHead(status, { 'content-type': type ?? 'text/html; charset=utf-8', ...headers })
      .end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    asked,
    hold: () => {
      held = Promise.withResolvers();
    },
    release: () => held.resolve(),
    close: () => {
      held.resolve();
      server.closeAllConnections();
      server.close();
    },
  };
}
