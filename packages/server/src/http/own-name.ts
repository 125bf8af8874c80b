import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isPublicAddress } from './outbound/public-address.ts';

/**
 * DNS rebinding protection: whether the Host of a request can only mean this server. An attacker may
 * point a domain at an internal address, so that the browser treats the answers as same-origin. IP
 * addresses and names that only an internal network resolves cannot be used for that; requests from the
 * public internet are not affected.
 */
export function isOwnName(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  ownUrls: readonly string[],
): boolean {
  const name = nameOf(request.headers.host);
  return (
    name === '' ||
    isIP(name) !== 0 ||
    !name.includes('.') ||
    /\.(?:localhost|local|internal)$/.test(name) ||
    ownUrls.some((url) => URL.canParse(url) && new URL(url).hostname === name) ||
    isPublicAddress((request.socket.remoteAddress ?? '').replace(/^::ffff:/i, ''))
  );
}

function nameOf(host = ''): string {
  const [, address, name] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.trim()) ?? [];
  return (address ?? name ?? host).toLowerCase().replace(/\.$/, '');
}
