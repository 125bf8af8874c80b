import type { AddressInfo } from 'node:net';
import { limits } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { codeOf } from '../kernel/fault.ts';
import { Problem } from '../kernel/problem.ts';

const idleLookMs = 100;

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** No new connections; answers under way have a while to finish. */
  readonly close: () => Promise<void>;
}

export async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  setting: string,
): Promise<Listening> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw new Problem('unavailable', sentenceFor(cause, host, port, setting), { cause });
  }
  const { port: given } = app.server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : name;
  return {
    url: `http://${reachable}:${given}`,
    port: given,
    close: async () => {
      const cut = setTimeout(() => app.server.closeAllConnections(), limits.drainMs);
      // A connection that has got its last answer is idle from then on, and its client may keep it
      // for minutes; nobody tells of that moment.
      const tidy = setInterval(() => app.server.closeIdleConnections(), idleLookMs);
      await app.close();
      clearTimeout(cut);
      clearInterval(tidy);
    },
  };
}

function sentenceFor(cause: unknown, host: string, port: number, setting: string): string {
  switch (codeOf(cause)) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken; set ${setting} to another one, or to 0 for any.`;
    case 'EACCES':
      return `Port ${port} needs more rights; set ${setting} to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${host}; set BARAZA_HOST to one it has.`;
    default:
      return `The server cannot listen on ${host}:${port}: ${(cause as Error).message}.`;
  }
}
