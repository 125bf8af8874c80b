/** Connection limits derived from the file descriptor limit of the process. */
import { readFileSync } from 'node:fs';
import { limits } from '@baraza/contract';
import type { Log } from '../../kernel/log.ts';
import type { ConnectionLimits } from './connections.ts';

// Reserved for the program itself: libraries, database files, child processes, the control socket.
const ownDescriptors = 128;

/** The limits of the settings; undefined if not set. */
interface WantedConnections {
  readonly connectionsMax: number | undefined;
  readonly connectionsPerAddressMax: number | undefined;
  readonly proxyHops: number;
}

/**
 * Half of the descriptors are for connections: each request may open a file too, and a process without
 * free descriptors cannot open its database.
 */
export function connectionLimitsOf(
  wanted: WantedConnections,
  log: Log,
  descriptorsMax: number | undefined = ownDescriptorsMax(),
): ConnectionLimits {
  const { connectionsMax, connectionsPerAddressMax, proxyHops } = wanted;
  const spare = (descriptorsMax ?? Number.POSITIVE_INFINITY) - ownDescriptors;
  const possible = Math.max(16, Math.floor(spare / 2));
  const inAllMax = Math.min(connectionsMax ?? limits.connectionsMax, possible);
  if (connectionsMax !== undefined && connectionsMax > inAllMax)
    log.warn(
      `BARAZA_CONNECTIONS is ${connectionsMax}, but ${descriptorsMax} open files allow ${inAllMax}; ` +
        'raise the limit (ulimit -n).',
    );
  const usual = Math.min(limits.connectionsPerAddressMax, Math.max(1, Math.floor(inAllMax / 2)));
  return {
    inAllMax,
    perAddressMax: Math.min(connectionsPerAddressMax ?? usual, inAllMax),
    proxyHops,
  };
}

/** Undefined if the limit is unknown or there is none. */
export function ownDescriptorsMax(): number | undefined {
  try {
    return descriptorsOf(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return undefined;
  }
}

export function descriptorsOf(limitsText: string): number | undefined {
  const [, soft] = /^Max open files\s+(\d+)\s/m.exec(limitsText) ?? [];
  return soft === undefined ? undefined : Number(soft);
}
