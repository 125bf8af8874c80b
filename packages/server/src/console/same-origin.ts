/** Keeps other pages from using the session of a browser. */
import type { IncomingMessage } from 'node:http';
import { isOwnName } from '../http/own-name.ts';
import { Problem } from '../kernel/problem.ts';

/**
 * Refuses what a page of another origin has sent. A browser says where a request comes from in Sec-Fetch-Site, or
 * in Origin if the connection is not secure; the header X-Console cannot be set by a page of another origin
 * without our consent, which is never given. A client that sends neither of the first two is not a browser.
 */
export function assertSameOrigin(request: IncomingMessage, ownUrl: string): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  // A read with `none`: a link that a person opened. Only that person gets the answer.
  const isOwn = site === 'same-origin' || (isRead && site === 'none');
  if (site !== undefined && !isOwn) throw foreign();
  if (isRead) return;
  if (headers['x-console'] !== '1')
    throw new Problem('origin', 'Changes in the console need the header X-Console: 1.');
  if (site === undefined && headers.origin !== undefined && !isOwnOrigin(request, ownUrl))
    throw foreign();
}

/**
 * Refuses a host name that is not the server's (DNS rebinding): a foreign name that points to this address would make
 * their page and ours one origin.
 */
export function assertOwnName(request: IncomingMessage, ownUrls: readonly string[]): void {
  if (isOwnName(request, ownUrls)) return;
  throw new Problem(
    'origin',
    'The console is not served under this name; set BARAZA_PUBLIC_PLATFORM_URL to it.',
  );
}

/** The origin of the page that called, which was checked before; a client that does not say is at the public one. */
export function originOf(request: IncomingMessage, ownUrl: string): string {
  const { origin } = request.headers;
  return origin !== undefined && isOwnOrigin(request, ownUrl) ? origin : new URL(ownUrl).origin;
}

// The Host is what the browser asked for; behind a proxy that changes it, the public address counts.
function isOwnOrigin({ headers }: IncomingMessage, ownUrl: string): boolean {
  const { origin = '', host } = headers;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || origin === new URL(ownUrl).origin;
}

function foreign(): Problem {
  return new Problem('origin', 'The console accepts calls only from its own pages.');
}
