import type { Config } from '../setup/config.ts';
import { dataPaths, readJsonFile } from '../setup/data-folder.ts';
import { settings } from '../setup/settings.ts';
import { localUrl } from './listen.ts';

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
  type Run = { readonly [service in keyof Addresses]?: { readonly url: string } };
  const run = readJsonFile<Run>(dataPaths(config.dataFolder).run);
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
