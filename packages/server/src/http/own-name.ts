import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isPublicAddress } from './outbound/public-address.ts';

/**
 * Whether a request came under a name that can only mean this server. A page elsewhere may point a
 * name of its own at an address inside, and its browser then takes the answers for that page's. An
 * address is nobody's name, nor is a name that only an inner network knows; and who comes from the
 * public internet needs no such trick.
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
