import { createHash } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { Problem } from '../kernel/problem.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** The origin of a server that others may be sent to: https, or http on this machine alone. */
export function publicOrigin(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Equal to the origin and nothing else: a path, a query or a password would be lost in silence.
  if (url !== undefined && url.href === `${url.origin}/` && isProtected(url)) return url.origin;
  throw new Problem(
    'invalid',
    `${name} must be an address like https://node.example, and http only on this machine.`,
  );
}

/** Whether nobody on the way can read or change what is said there. */
export function isProtected(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/**
 * The name of the server at an origin. It follows from the origin, so that an operator can name a
 * node it has never reached, and a node that is authorised again is the same node.
 */
export function nodeIdOf(origin: string): string {
  return `node_${createHash('sha256').update(origin).digest('hex').slice(0, 26)}`;
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0) return host === 'localhost';
  return loopback.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');
}
