import type { Config } from '../../config.ts';
import { settings } from '../../settings.ts';
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
