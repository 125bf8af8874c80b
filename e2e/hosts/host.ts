/** A website on another origin. A test writes its pages and their headers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Host {
  readonly url: string;
  /** Adds a page and returns its address. */
  readonly put: (path: string, page: HostPage) => string;
  readonly close: () => Promise<void>;
}

interface HostPage {
  readonly body: string;
  readonly head?: string;
  readonly policy?: string;
}

export async function openHost(): Promise<Host> {
  const pages = new Map<string, HostPage>();
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url ?? '/', 'http://host').pathname);
    if (page === undefined) {
      response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end('There is no page.');
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (page.policy !== undefined) response.setHeader('content-security-policy', page.policy);
    response.end(
      '<!doctype html><html lang="sw"><head><title>Ukurasa</title><meta name="viewport" ' +
        `content="width=device-width">${page.head ?? ''}</head><body>${page.body}</body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    put: (path, page) => {
      pages.set(path, page);
      return url + path;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
