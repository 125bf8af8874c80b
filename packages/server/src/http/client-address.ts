import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * The client network that limits are counted by: an IPv4 address, or the /64 of an IPv6 one, which is
 * what one subscriber gets. Of `X-Forwarded-For` only as many entries from the right are trusted as
 * there are proxies of ours; the rest can be forged by the client.
 */
export function clientNetwork(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  proxyHops: number,
): string {
  const own = request.socket.remoteAddress ?? '';
  return networkOf(forwardedAddress(request.headers['x-forwarded-for'], proxyHops) ?? own);
}

function forwardedAddress(
  header: string | readonly string[] | undefined,
  proxyHops: number,
): string | undefined {
  if (proxyHops === 0 || header === undefined) return undefined;
  const hops = String(header).split(',');
  const text = (hops.at(-proxyHops) ?? hops[0] ?? '').trim();
  // Some proxies write the port too.
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text);
  const address = bare?.[1] ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/** The network of an address in canonical form. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (isIP(plain) !== 6) return plain;
  // The URL parser normalises every notation of an address.
  const [head = '', tail] = new URL(`http://[${plain}]/`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...before, ...Array(8 - before.length - after.length).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
