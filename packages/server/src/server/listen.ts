/** Where the services listen and how they are reached. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '@baraza/contract';
import { codeOf } from '../kernel/fault.ts';
import { unavailable } from '../kernel/problem.ts';
import type { Config } from '../setup/config.ts';
import { dataPaths, readJsonFile } from '../setup/data-folder.ts';
import { settings } from '../setup/settings.ts';

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

/** run.json: describes the running server in the data folder. */
export interface RunFile {
  readonly pid: number;
  readonly version: string;
  readonly startedAt: string;
  /** Undefined when only the other service runs. */
  readonly platform?: Address;
  readonly site?: Address;
  readonly socket: string;
}

interface Address {
  readonly url: string;
  readonly port: number;
}

/** Where a service is reached. A port of 0 is known only once it listens, so these are read when they are needed. */
export type Addresses = ReturnType<typeof createAddresses>;

export function createAddresses(config: Config) {
  const { publicPlatformUrl, platformPort, publicSiteUrl, sitePort } = config;
  return {
    platform: addressOf(config, publicPlatformUrl, platformPort, settings.platformPort),
    site: addressOf(config, publicSiteUrl, sitePort, settings.sitePort),
  };
}

/** The addresses of the server that runs on the data folder; if none runs, those of the settings. */
export function addressesOf(config: Config): Addresses {
  const addresses = createAddresses(config);
  // If the setting of a port is 0, one is chosen at the start; only this file has its number.
  const run = readJsonFile<RunFile>(dataPaths(config.dataFolder).run);
  addresses.platform.setLocal(run?.platform?.url ?? '');
  addresses.site.setLocal(run?.site?.url ?? '');
  return addresses;
}

function addressOf(
  { host }: Config,
  publicUrl: string | undefined,
  port: number,
  { fallback }: { readonly fallback: string },
) {
  let listening = '';
  const configured = localUrl(host, port === 0 ? Number(fallback) : port);
  return {
    /** Where it listens in this process; empty before that. */
    local: () => listening,
    /** Where callers reach it: the public URL of the settings, else the local one, also of another process. */
    public: () => publicUrl ?? (listening || configured),
    setLocal: (url: string) => {
      listening = url;
    },
  };
}

/** The URL by which this machine reaches the listening address. */
function localUrl(host: string, port: number): string {
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
