import { type GapsQuery, gapsQuerySchema, siteGapsSchema } from '@baraza/contract';
import { requireOwnSite } from '../admission.ts';
import type { Assistant } from '../assistant.ts';
import { ownerRoute, type SiteRoute } from '../route.ts';
import { gapsOf } from './gaps.ts';

export function gapRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    ownerRoute({
      method: 'GET',
      path: '/v1/admin/sites/:site/gaps',
      summary: 'What the information of a site lacks',
      query: gapsQuerySchema,
      answers: { 200: siteGapsSchema },
      handle: async ({ caller, params, query }) => {
        const site = await requireOwnSite(assistant.store, caller.ownerId, params.site ?? '');
        return {
          status: 200,
          body: JSON.stringify(await gapsOf(assistant, site, query as GapsQuery)),
        };
      },
    }),
  ];
}
