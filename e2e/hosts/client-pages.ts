/** A website that imports the built client, as its publisher would serve it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtClient } from '../../packages/client/test/built-client.ts';

export interface ClientPages {
  readonly url: string;
  /** The folder of the pages; a test may add files. */
  readonly folder: string;
  readonly close: () => void;
}

/** Serves the client's scripts; every other address is the same empty page, with the given policy. */
export async function openClientPages(policy?: () => string): Promise<ClientPages> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-client-'));
  const client = builtClient();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://pages');
    if (pathname.endsWith('.js')) {
      response.setHeader('content-type', 'text/javascript');
      response.end(readFileSync(path.join(client, pathname)));
      return;
    }
    if (policy !== undefined) response.setHeader('content-security-policy', policy());
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    folder,
    close: () => {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
