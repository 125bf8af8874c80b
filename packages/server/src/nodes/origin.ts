import { createHash } from 'node:crypto';
import { isLoopback } from '../kernel/formats/loopback.ts';
import { Problem } from '../kernel/problem.ts';

/** The public origin of a server: https, or http for loopback only. */
export function publicOrigin(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Must equal the origin: a path, a query or a password would be dropped silently.
  if (url !== undefined && url.href === `${url.origin}/` && isProtected(url)) return url.origin;
  throw new Problem(
    'invalid',
    `${name} must be an address like https://node.example, and http only on this machine.`,
  );
}

/** Whether the connection is protected: https, or loopback. */
export function isProtected(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/**
 * The node id of an origin, derived from it by a hash, so that an operator can name a node it has never
 * contacted, and a node that is authorised again keeps its id.
 */
export function nodeIdOf(origin: string): string {
  return `node_${createHash('sha256').update(origin).digest('hex').slice(0, 26)}`;
}
