/** Checks of how the services are reached: public addresses, and the proxy in front. */
import type { Config } from '../../config.ts';
import { type Finding, failing, missing, ok } from './doctor-check.ts';

type Body = { readonly [name: string]: unknown };

const timeoutMs = 5_000;

interface PublicService {
  readonly name: string;
  readonly setting: string;
  readonly url: string | undefined;
  /** A request without a key, and this server's response to it. */
  readonly path: string;
  readonly status: number;
  readonly isOurs: (body: Body, headers: Headers) => boolean;
}

export async function examinePublicUrls(
  config: Config,
  isRunning: boolean,
): Promise<readonly Finding[]> {
  const services: readonly PublicService[] = [
    {
      name: 'platform URL',
      setting: 'BARAZA_PUBLIC_PLATFORM_URL',
      url: config.publicPlatformUrl,
      path: '/api/platform/resources',
      // The refusal has the same request id as the header.
      status: 401,
      isOurs: ({ code, requestId }, headers) =>
        code === 'unauthorized' && requestId === headers.get('x-request-id'),
    },
    {
      name: 'site URL',
      setting: 'BARAZA_PUBLIC_SITE_URL',
      url: config.publicSiteUrl,
      path: '/v1/operator',
      status: 200,
      isOurs: ({ api }) => api !== undefined,
    },
  ];
  const reached = await Promise.all(services.map((service) => examineUrl(service, isRunning)));
  return [...reached.flat(), ...examineProxy(config)];
}

async function examineUrl(service: PublicService, isRunning: boolean): Promise<readonly Finding[]> {
  const { name, setting, url, path, status, isOurs } = service;
  if (url === undefined) return [];
  if (!isRunning) return [ok(name, `${url}; whether it leads here is not known`)];
  const leadsElsewhere = (fault: string) => [
    failing(
      name,
      `${url} does not lead to this server from here: ${fault}`,
      `check the proxy (docs/operating/proxies.md) and the name, or correct ${setting}`,
    ),
  ];
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(new URL(path, url), { signal, redirect: 'manual' });
    if (response.status !== status) return leadsElsewhere(`${path} is ${response.status}`);
    return isOurs((await response.json()) as Body, response.headers)
      ? [ok(name, `${url} answers`)]
      : leadsElsewhere(`${path} is answered by something else`);
  } catch (error) {
    const { message, cause } = error as Error;
    return leadsElsewhere(cause instanceof Error ? cause.message : message);
  }
}

/** Behind a proxy that the settings do not name, all visitors share one address and its limits. */
export function examineProxy({ proxyHops, ...config }: Config): readonly Finding[] {
  const name = 'proxy';
  const urls = [config.publicPlatformUrl, config.publicSiteUrl];
  if (proxyHops === 0) {
    if (!urls.some((url) => url?.startsWith('https:'))) return [];
    return [
      missing(
        name,
        'the public address is https, but BARAZA_TRUST_PROXY is 0: all visitors count as one',
        'set BARAZA_TRUST_PROXY to the number of proxies in front, usually 1',
      ),
    ];
  }
  if (!urls.includes(undefined))
    return [ok(name, `${proxyHops} in front; visitors are identified by X-Forwarded-For`)];
  return [
    missing(
      name,
      `${proxyHops} in front by BARAZA_TRUST_PROXY, but a public address is not set: links would bypass it`,
      'set BARAZA_PUBLIC_PLATFORM_URL and BARAZA_PUBLIC_SITE_URL',
    ),
  ];
}
