import type { Server } from 'node:http';
import { siteLimits, siteProblemCode, siteProblemStatus } from '@baraza/contract';
import { createAuthenticator } from '../access/authenticator.ts';
import { isKeyAlive, type Keyring } from '../access/keys.ts';
import { refusalOfPreflight } from '../access/origins.ts';
import type { Headers } from '../http/answer.ts';
import { createApp } from '../http/app.ts';
import type { ProcessBudgets } from '../http/connections/process-budgets.ts';
import type { Cors } from '../http/cors.ts';
import { healthRoutes } from '../http/health.routes.ts';
import { createMetrics, type Metrics } from '../http/metrics/metrics.ts';
import { createRefusals, type Refusals } from '../http/refusal.ts';
import { createRequestIds } from '../http/request-ids.ts';
import type { RouteGroup } from '../http/route-group.ts';
import { loadSocketUpgrader } from '../http/websocket/socket.ts';
import { Problem } from '../kernel/problem.ts';
import { findSite } from '../store/site/sites.ts';
import { admitVisitor, gateOf } from './admission.ts';
import type { Assistant, SiteCaller } from './assistant.ts';
import { siteRoutes } from './routes.ts';
import { siteBasePath } from './sites/nodes.routes.ts';
import { departedSite, requireHere } from './sites/site-here.ts';
import { readCallOrigin } from './visit.request.ts';

interface SiteService {
  readonly keyring: Keyring;
  readonly assistant: Assistant;
  readonly isDraining: () => boolean;
  /** Rejects with the reason while requests cannot be served. */
  readonly assertReady: () => Promise<void>;
  readonly metricsOpen: boolean;
  /** The local address, besides the public one. */
  readonly localUrl?: () => string;
  readonly guards?: ProcessBudgets;
  /** Other ways to call the same routes, made from the group of the site assistant itself. */
  readonly alsoAs?:
    | ((api: RouteGroup<SiteCaller>, refusals: Refusals) => readonly RouteGroup<SiteCaller>[])
    | undefined;
  /** Adds the metrics of the process. */
  readonly measure?: (metrics: Metrics) => void;
}

/** Maps errors to the codes and statuses of this API. */
const siteRefusals = createRefusals({
  codeOf: siteProblemCode,
  statusOf: (code) => siteProblemStatus[siteProblemCode(code)],
  requestIdField: 'request_id',
});

export function createSiteService(service: SiteService): Server {
  const { assistant } = service;
  const metrics = createMetrics(assistant.version);
  measureAssistant(metrics, assistant);
  service.measure?.(metrics);
  const authenticateOwner = createAuthenticator(service.keyring, 'owner');
  const api: RouteGroup<SiteCaller> = {
    routes: [
      ...siteRoutes(assistant),
      ...healthRoutes<SiteCaller>({
        assertReady: service.assertReady,
        metrics,
        metricsOpen: service.metricsOpen,
        ownUrls: () => [assistant.publicUrl(), service.localUrl?.() ?? ''],
      }),
    ],
    authenticate: async (authorization, { route, request, params }) => {
      if (route.policy.credential !== 'site')
        return authenticateOwner(authorization, request.headers['x-api-key']);
      const slug = params.site ?? '';
      if (route.path === siteBasePath) {
        // Its address is for everybody: its key and its origins are known there.
        const departed = await departedSite(assistant.store, slug);
        if (departed !== undefined) return { site: departed };
      }
      const isRead = route.method === 'GET' && route.socket === undefined;
      const site = await requireHere(assistant.store, slug, isRead);
      return admitVisitor(assistant, site, readCallOrigin(request));
    },
    authorise: () => {},
    current: async (caller) =>
      'site' in caller || (await isKeyAlive(assistant, caller)) ? caller : undefined,
    ownerOf: (caller) => ('site' in caller ? caller.site.owner_id : caller.ownerId),
    headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
    cors: createSiteCors(assistant),
  };
  return createApp<SiteCaller>({
    ...api,
    metrics,
    routeGroups: service.alsoAs?.(api, siteRefusals),
    loadSockets: loadSocketUpgrader,
    refusals: siteRefusals,
    knownPaths: {
      prefix: '/v1',
      elsewhere: ['/api/platform', '/console', '/forms', '/links'].map((prefix) => ({
        prefix,
        sentence:
          'This is a path of the resource platform, which has a port of its own (4100, or BARAZA_PLATFORM_PORT).',
      })),
    },
    log: assistant.log,
    makeRequestId: createRequestIds(),
    isDraining: service.isDraining,
    guards: service.guards,
  });
}

function measureAssistant(
  metrics: Metrics,
  { asks, writer, voiceMeasures, leadTally, live, conversationUpdates }: Assistant,
): void {
  metrics.counter('baraza_asks_total', 'Questions of visitors.', 'outcome', asks.counts);
  metrics.gauge('baraza_asks_open', 'Questions being answered.', asks.underWayCount);
  metrics.counter(
    'baraza_written_answers_total',
    'Answers that a model was asked to write, by outcome.',
    'outcome',
    writer.counts,
  );
  metrics.counter(
    'baraza_speech_total',
    'Recordings transcribed and texts spoken.',
    'outcome',
    voiceMeasures.counts,
  );
  metrics.histogram(
    'baraza_transcription_seconds',
    'How long transcriptions took, including the wait for their turn.',
    voiceMeasures.transcriptionSeconds,
  );
  metrics.counter('baraza_leads_total', 'Contacts that visitors left.', 'kind', leadTally.counts);
  metrics.gauge(
    'baraza_conversation_streams',
    'Event streams of conversations open.',
    conversationUpdates.listenerCount,
  );
  metrics.gauge('baraza_live_sessions', 'Live voice sessions open.', () => live.sessions.size);
}

const none: Headers = {};
const exposed = 'retry-after, ratelimit, ratelimit-policy, x-voice, etag, x-request-id';

/**
 * Public endpoints echo the origin, also on refusals, so that a page can read why it was refused; these answers
 * contain no secrets. Owner endpoints send no CORS headers.
 */
function createSiteCors(assistant: Pick<Assistant, 'store'>): Cors<SiteCaller> {
  return {
    headersFor: ({ headers }, route) => {
      if (route?.policy.credential !== 'site') return none;
      const origin = echoableOrigin(headers.origin);
      return origin === undefined
        ? { vary: 'Origin' }
        : {
            vary: 'Origin',
            'access-control-allow-origin': origin,
            'access-control-expose-headers': exposed,
          };
    },
    preflight: async (request, routes, params) => {
      const origin = echoableOrigin(request.headers.origin);
      if (routes.length === 0 || origin === undefined) return undefined;
      // Without a site the preflight passes, so that the page can read the 404 of the call itself.
      const site = await findSite(assistant.store, params.site ?? '');
      if (site !== undefined) {
        const refusal = refusalOfPreflight(gateOf(site), request.headers.origin);
        if (refusal !== undefined)
          throw new Problem(refusal.code, refusal.message, { headers: { vary: 'Origin' } });
      }
      return {
        status: 204,
        headers: {
          vary: 'Origin',
          'access-control-allow-origin': origin,
          'access-control-allow-methods': [...new Set(routes.map(({ method }) => method))].join(
            ', ',
          ),
          'access-control-allow-headers': 'content-type, x-site-key, x-visitor',
          'access-control-max-age': siteLimits.corsMaxAgeSeconds,
        },
      };
    },
  };
}

// Only characters that are safe in a response header; browsers send no others.
function echoableOrigin(origin: string | undefined): string | undefined {
  if (origin === undefined || origin.length > siteLimits.originCharactersMax) return undefined;
  return /^[\x21-\x7e]+$/.test(origin) ? origin : undefined;
}
