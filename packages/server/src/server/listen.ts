import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '@baraza/contract';
import { codeOf } from '../kernel/fault.ts';
import { unavailable } from '../kernel/problem.ts';

const idleCheckMs = 100;
// Accept backlog: when it is full the system drops SYN packets, and clients retry only after a second.
const backlog = 1_024;

export type Listening = Awaited<ReturnType<typeof listen>>;

export async function listen(server: Server, host: string, port: number, setting: string) {
  try {
    server.listen({ host, port, backlog });
    // Rejects with the error when the server cannot listen.
    await once(server, 'listening');
  } catch (cause) {
    throw unavailable(sentenceFor(cause, host, port, setting), { cause });
  }
  const { port: given } = server.address() as AddressInfo;
  return {
    url: localUrl(host, given),
    port: given,
    /** Graceful drain: no new connections; requests in flight have a while to finish. */
    close: async () => {
      const cut = setTimeout(() => server.closeAllConnections(), limits.drainMs);
      // Polled: Node emits no event when a keep-alive connection becomes idle, and its client may keep it
      // open for minutes.
      const tidy = setInterval(() => server.closeIdleConnections(), idleCheckMs);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(cut);
      clearInterval(tidy);
    },
  };
}

/** The URL by which this machine reaches the listening address. */
export function localUrl(host: string, port: number): string {
  const name = host.includes(':') ? `[${host}]` : host;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : name;
  return `http://${reachable}:${port}`;
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
