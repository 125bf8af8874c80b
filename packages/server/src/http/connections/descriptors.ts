/** How many connections the system lets this process have. */
import { readFileSync } from 'node:fs';
import { limits } from '@baraza/contract';
import type { Log } from '../../kernel/log.ts';
import type { ConnectionLimits } from './connections.ts';

// The program's own: libraries, the database and its files, helper processes, the command socket.
const ownDescriptors = 128;

/** What the settings say, and undefined where they say nothing. */
export interface WantedConnections {
  readonly inAllMax: number | undefined;
  readonly perAddressMax: number | undefined;
  readonly proxyHops: number;
}

/**
 * Half of the descriptors are for connections: each may want a file of its own, and what has no
 * descriptor left cannot open its database either.
 */
export function connectionLimitsOf(
  wanted: WantedConnections,
  log: Log,
  descriptorsMax: number | undefined = ownDescriptorsMax(),
): ConnectionLimits {
  const possible =
    descriptorsMax === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(16, Math.floor((descriptorsMax - ownDescriptors) / 2));
  const inAllMax = Math.min(wanted.inAllMax ?? limits.connectionsMax, possible);
  if (wanted.inAllMax !== undefined && wanted.inAllMax > inAllMax)
    log.warn(
      `BARAZA_CONNECTIONS is ${wanted.inAllMax}, but ${descriptorsMax} open files allow ${inAllMax}; ` +
        'raise the limit (ulimit -n).',
    );
  const perAddressMax =
    wanted.perAddressMax ??
    Math.min(limits.connectionsPerAddressMax, Math.max(1, Math.floor(inAllMax / 2)));
  return {
    inAllMax,
    perAddressMax: Math.min(perAddressMax, inAllMax),
    proxyHops: wanted.proxyHops,
  };
}

/** Undefined where the system does not tell, or sets no limit. */
function ownDescriptorsMax(): number | undefined {
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
