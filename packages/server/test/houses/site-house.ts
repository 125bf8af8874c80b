import { createOwnerCredential } from '../../src/access/keys.ts';
import { createOwner } from '../../src/access/owners.ts';
import { listen } from '../../src/cli/serve/listen.ts';
import { nodeOf } from '../../src/cli/serve/serve-site.ts';
import type { Resolve } from '../../src/http/outbound/judged-lookup.ts';
import { safeOutboundGet } from '../../src/http/outbound/safe-outbound-get.ts';
import { type Log, silentLog } from '../../src/kernel/log.ts';
import type { Assistant } from '../../src/site/assistant.ts';
import { createAssistant } from '../../src/site/create-assistant.ts';
import type { SiteRoute } from '../../src/site/route.ts';
import { siteRoutes } from '../../src/site/routes.ts';
import { createSiteService } from '../../src/site/service.ts';
import type { Engine } from '../../src/store/store.ts';
import { ask, type House, openHouse, type Reply } from './house.ts';

/** The site assistant beside the platform, on one installation, as owners use it. */
export interface SiteHouse {
  readonly engine: Engine;
  /** `http://127.0.0.1:PORT`, also its public address. */
  readonly url: string;
  readonly port: number;
  readonly house: House;
  readonly assistant: Assistant;
  readonly routes: readonly SiteRoute[];
  readonly clock: { advance: (ms: number) => void };
  readonly newOwner: () => Promise<SiteOwner>;
  /** A new site of a new owner. */
  readonly newSite: (profile?: object) => Promise<TestSite>;
  readonly close: () => Promise<void>;
}

export interface SiteOwner {
  readonly id: string;
  /** An `osk_…`. */
  readonly credential: string;
  readonly newSite: (profile?: object, slug?: string) => Promise<TestSite>;
}

export interface TestSite {
  readonly id: string;
  /** The key it had when it was made. */
  readonly key: string;
  readonly owner: SiteOwner;
  /** `/v1/admin/sites/SLUG` */
  readonly admin: string;
  /** `/v1/sites/SLUG` */
  readonly public: string;
  /** A request as its owner makes it; the path goes on from `admin`. */
  readonly asOwner: (
    method: string,
    path: string,
    body?: unknown,
    headers?: { readonly [name: string]: string },
  ) => Promise<Reply>;
  readonly save: (profile: object) => Promise<Reply>;
}

export async function openSiteHouse(
  engine: Engine,
  options: {
    readonly environment?: { readonly [name: string]: string };
    readonly log?: Log;
    /** Instead of the system's look-up of names. */
    readonly resolve?: Resolve;
    /** Where the console stands, once it does. */
    readonly consoleUrl?: () => string;
  } = {},
): Promise<SiteHouse> {
  const house = await openHouse(engine, options);
  const { installation } = house;
  const { config } = installation;
  let url = '';
  const assistant = createAssistant({
    store: installation.store,
    clock: house.platform.clock,
    makeId: installation.makeId,
    log: options.log ?? silentLog,
    pepper: installation.keyring.pepper,
    plans: installation.plans,
    planOfNew: config.plan,
    off: config.off,
    proxyHops: config.proxyHops,
    publicUrl: () => config.publicSiteUrl ?? url,
    consoleUrl: () => options.consoleUrl?.() || (config.publicSiteUrl ?? url),
    version: '0.0.0-test',
    startedAtMs: house.platform.clock(),
    engine: house.platform.engine,
    node: nodeOf(config),
    reachWeb: (wanted) =>
      safeOutboundGet({
        ...wanted,
        allowPrivate: config.webhookPrivate,
        resolve: options.resolve,
      }),
  });
  const app = createSiteService({
    keyring: installation.keyring,
    assistant,
    isDraining: () => false,
    metricsOpen: config.metricsOpen,
  });
  const service = await listen(app, '127.0.0.1', 0, 'BARAZA_SITE_PORT');
  url = service.url;
  let made = 0;
  const newOwner = async (): Promise<SiteOwner> => {
    made += 1;
    const { id } = await createOwner(installation.keyring, `site owner ${made}`);
    const { key: credential } = await createOwnerCredential(installation.keyring, id);
    const owner: SiteOwner = {
      id,
      credential,
      newSite: async (profile = {}, slug) => {
        made += 1;
        const body = { id: slug ?? `site-${made}`, profile };
        const reply = await ask({ url }, 'POST', '/v1/admin/sites', { key: credential, body });
        if (reply.status !== 201) throw new Error(`not made: ${reply.status} ${reply.text}`);
        return testSite({ url }, owner, body.id, reply.json.site.key);
      },
    };
    return owner;
  };
  return {
    engine,
    url,
    port: service.port,
    house,
    assistant,
    routes: siteRoutes(assistant),
    clock: house.clock,
    newOwner,
    newSite: async (profile) => (await newOwner()).newSite(profile),
    close: async () => {
      await Promise.all([assistant.live.drain(), assistant.asks.drain()]);
      await service.close();
      await house.close();
    },
  };
}

function testSite(
  server: { readonly url: string },
  owner: SiteOwner,
  id: string,
  key: string,
): TestSite {
  const admin = `/v1/admin/sites/${id}`;
  const asOwner: TestSite['asOwner'] = (method, path, body, headers = {}) =>
    ask(server, method, `${admin}${path}`, { key: owner.credential, body, headers });
  return {
    id,
    key,
    owner,
    admin,
    public: `/v1/sites/${id}`,
    asOwner,
    save: (profile) => asOwner('PUT', '/profile', profile),
  };
}
