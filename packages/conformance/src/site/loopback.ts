import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a host name or an address, also `[::1]`, can be reached from this machine only. */
export function isLoopback(hostname: string): boolean {
  // Most often, and before Node compiles its pattern of IPv6 addresses.
  if (hostname === 'localhost') return true;
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && loopback.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');
}
