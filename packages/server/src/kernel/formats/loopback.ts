import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a host name or an address, also `[::1]`, can be reached from this machine only. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0) return host === 'localhost';
  return loopback.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');
}
