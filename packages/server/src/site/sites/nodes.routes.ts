import {
  descriptorSchema,
  languages,
  moveRequestSchema,
  nodeLimits,
  nodeListSchema,
  publicQuerySchema,
  reportReceiptSchema,
  reportRequestSchema,
  revokedListSchema,
  siteBaseSchema,
  siteLimits,
} from '@baraza/contract';
import type { TextAnswer } from '../../http/answer.ts';
import { siteBase } from '../../store/nodes.ts';
import { siteAddress } from '../../store/site/site-addresses.ts';
import type { Assistant } from '../assistant.ts';
import { capabilitiesOf, speechOffers } from '../features.ts';
import { openRoute, ownSiteRoute, publicRoute, type SiteRoute } from '../route.ts';
import { limitNetwork } from '../visit.request.ts';
import { relocateSite } from './sites.ts';

type NodeContext = Pick<
  Assistant,
  'nodes' | 'off' | 'voice' | 'store' | 'clock' | 'codeOfDay' | 'proxyHops' | 'publicUrl'
>;

/** Also served for a site that has moved: returns its new address. */
export const siteBasePath = '/v1/sites/:site/operator';

/** The descriptor of this server, its nodes, and the base address of a site. */
export function nodeRoutes(assistant: NodeContext): readonly SiteRoute[] {
  return [
    describeRoute(assistant, '/v1/operator'),
    describeRoute(assistant, '/.well-known/site-assistant'),
    openRoute('GET /v1/nodes', {
      name: 'listNodes',
      summary: 'The nodes that are authorised now',
      answers: { 200: nodeListSchema },
      handle: async () => forAnyPage(await assistant.nodes.list()),
    }),
    openRoute('GET /v1/revoked', {
      name: 'listRevokedGrants',
      summary: 'The revoked grants that have not expired',
      answers: { 200: revokedListSchema },
      handle: async () => forAnyPage({ revoked: await assistant.nodes.revoked() }),
    }),
    openRoute('POST /v1/nodes/reports', {
      name: 'reportUsage',
      summary: 'The counts of a node, signed by it',
      // A node sends one every few minutes. Reading and verifying more would waste time.
      limit: ({ raw }) => limitNetwork(assistant, raw, 'reports', nodeLimits.reportsPerMinuteMax),
      body: reportRequestSchema,
      bodyBytesMax: nodeLimits.reportBytesMax,
      answers: { 200: reportReceiptSchema },
      reply: async ({ body }) => ({
        ok: true,
        days: await assistant.nodes.takeReport(body.report),
      }),
    }),
    publicRoute(`GET ${siteBasePath}`, {
      name: 'getSiteAddress',
      summary: 'The current address of the site',
      query: publicQuerySchema,
      answers: { 200: siteBaseSchema },
      reply: async ({ caller }) => {
        const { id } = caller.site;
        const address = await siteAddress(assistant.store, id);
        if (address !== undefined) return { base: address, same_key: true };
        const moved = await siteBase(assistant.store, id);
        const base = moved ?? new URL(assistant.publicUrl()).origin;
        return { base };
      },
    }),
    ownSiteRoute(assistant, 'POST /move', {
      name: 'moveSite',
      summary: 'Record the new address of the site',
      body: moveRequestSchema,
      bodyBytesMax: siteLimits.smallBodyBytesMax,
      answers: { 200: siteBaseSchema },
      reply: ({ caller, site, body }) =>
        relocateSite(assistant, caller.ownerId, site.id, body.base),
    }),
  ];
}

function describeRoute(assistant: NodeContext, path: `/${string}`): SiteRoute {
  return openRoute(`GET ${path}`, {
    name: 'getOperator',
    summary: 'The identity and capabilities of this server',
    answers: { 200: descriptorSchema },
    handle: async () => {
      const { keys, grant, ...identity } = await assistant.nodes.describe();
      return forAnyPage({
        api: 'v1',
        ...identity,
        languages,
        capabilities: capabilitiesOf(assistant),
        ...speechOffers(assistant.voice),
        keys,
        grant,
      });
    },
  });
}

// The answer does not depend on the caller, so any page may read it.
function forAnyPage(value: unknown): TextAnswer {
  const headers = { 'access-control-allow-origin': '*' };
  return { status: 200, headers, body: JSON.stringify(value) };
}
