import type { Server } from 'node:http';
import { platformVersion } from '@baraza/contract';
import { createAuthenticator } from '../access/authenticator.ts';
import type { Keyring } from '../access/keys.ts';
import { assertAllowed, type Caller } from '../access/scopes.ts';
import { createApp } from '../http/app.ts';
import type { ProcessBudgets } from '../http/connections/process-budgets.ts';
import { healthRoutes } from '../http/health.routes.ts';
import { createMetrics, type Metrics } from '../http/metrics/metrics.ts';
import { createRequestIds } from '../http/request-ids.ts';
import type { RouteGroup } from '../http/route-group.ts';
import { createPlatformCors } from './cors.ts';
import type { Platform } from './platform.ts';
import { platformRoutes } from './routes.ts';
import { createCallerReader } from './users/callers.request.ts';
import { credentialOf, currentCaller } from './users/sessions.ts';

interface PlatformService {
  readonly keyring: Keyring;
  readonly platform: Platform;
  readonly origins: ReadonlySet<string>;
  readonly publicUrl: () => string;
  readonly isDraining: () => boolean;
  /** Rejects with the reason while requests cannot be served. */
  readonly assertReady: () => Promise<void>;
  readonly metricsOpen: boolean;
  /** The local URL, besides the public one. */
  readonly localUrl?: () => string;
  readonly guards?: ProcessBudgets;
  /** What else is served on this port. */
  readonly routeGroups?: readonly RouteGroup<Caller>[] | undefined;
  /** Other ways to call the same routes, made from the group of the platform itself. */
  readonly alsoAs?: ((api: RouteGroup<Caller>) => readonly RouteGroup<Caller>[]) | undefined;
  /** Adds the metrics of the process. */
  readonly measure?: (metrics: Metrics) => void;
}

/** The platform API as an HTTP service. */
export function createPlatformService(service: PlatformService): Server {
  const metrics = createMetrics(service.platform.version);
  metrics.gauge(
    'baraza_event_streams',
    'Event streams open.',
    service.platform.changes.listenerCount,
  );
  service.measure?.(metrics);
  const api: RouteGroup<Caller> = {
    routes: [
      ...platformRoutes(service.platform, service.publicUrl),
      ...healthRoutes<Caller>({
        assertReady: service.assertReady,
        metrics,
        metricsOpen: service.metricsOpen,
        ownUrls: () => [service.publicUrl(), service.localUrl?.() ?? ''],
      }),
    ],
    authenticate: createCallerReader(
      service.platform,
      createAuthenticator(service.keyring),
      service.origins,
    ),
    // What a caller without a key may do is decided by the rule of each resource.
    authorise: (caller, wanted, access) => {
      if (caller.keyless === undefined) assertAllowed(caller, wanted, access);
    },
    watchCaller: (caller, cut) => {
      const credential = credentialOf(caller);
      if (credential === undefined) return () => {};
      return service.platform.changes.whenKeyEnds(credential, cut);
    },
    current: (caller) => currentCaller(service.platform, caller),
    ownerOf: (caller) => caller.ownerId,
    headers: {
      'platform-version': platformVersion,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    },
    cors: createPlatformCors(service.platform, service.origins),
  };
  return createApp<Caller>({
    ...api,
    metrics,
    refusesUnknownQuery: true,
    knownPaths: {
      prefix: '/api/platform',
      elsewhere: [
        {
          prefix: '/v1',
          sentence:
            'This is a path of the site assistant, which has a port of its own (4200, or BARAZA_SITE_PORT).',
        },
      ],
    },
    log: service.platform.log,
    makeRequestId: createRequestIds(),
    isDraining: service.isDraining,
    guards: service.guards,
    routeGroups: [...(service.alsoAs?.(api) ?? []), ...(service.routeGroups ?? [])],
  });
}
