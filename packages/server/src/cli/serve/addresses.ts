import type { Config } from '../../config.ts';
import { settings } from '../../settings.ts';
import { localUrl } from './listen.ts';

/** Where a service is reached. A port of 0 is known only once it listens, so these are read when they are needed. */
interface ServiceAddress {
  /** Where it listens in this process; empty before that. */
  readonly local: () => string;
  /** Where callers reach it: the public URL of the settings, else the local one, also of another process. */
  readonly public: () => string;
  readonly setLocal: (url: string) => void;
}

export interface Addresses {
  readonly platform: ServiceAddress;
  readonly site: ServiceAddress;
}

export function createAddresses(config: Config): Addresses {
  const { publicPlatformUrl, platformPort, publicSiteUrl, sitePort } = config;
  return {
    platform: addressOf(config, publicPlatformUrl, platformPort, settings.platformPort),
    site: addressOf(config, publicSiteUrl, sitePort, settings.sitePort),
  };
}

function addressOf(
  { host }: Config,
  publicUrl: string | undefined,
  port: number,
  { fallback }: { readonly fallback: string },
): ServiceAddress {
  let listening = '';
  const configured = localUrl(host, port === 0 ? Number(fallback) : port);
  return {
    local: () => listening,
    public: () => publicUrl ?? (listening || configured),
    setLocal: (url) => {
      listening = url;
    },
  };
}
