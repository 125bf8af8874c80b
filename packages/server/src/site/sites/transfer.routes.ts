import {
  type ExportQuery,
  exportQuerySchema,
  importBodySchema,
  importedSiteSchema,
  siteExportSchema,
  siteLimits,
} from '@baraza/contract';
import { type Answer, jsonType } from '../../http/answer.ts';
import { readTags } from '../../http/preconditions.ts';
import { requireOwnSite } from '../admission.ts';
import type { Assistant } from '../assistant.ts';
import { assertSupported } from '../features.ts';
import { textAnswer } from '../json.response.ts';
import { ownerRoute, type SiteRoute } from '../route.ts';
import { profileTag } from './sites.ts';
import { exportSite, importSite } from './transfer.ts';

export function transferRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store } = assistant;
  return [
    ownerRoute({
      method: 'GET',
      path: '/v1/admin/sites/:site/export',
      summary: 'The profile as one JSON document, on request with questions and leads',
      query: exportQuerySchema,
      answers: { 200: siteExportSchema },
      handle: async ({ caller, params, query }) => {
        const site = await requireOwnSite(store, caller.ownerId, params.site ?? '');
        const document = await exportSite(assistant, site, query as ExportQuery);
        return attachment(`${site.id}.json`, document);
      },
    }),
    ownerRoute({
      method: 'POST',
      path: '/v1/admin/sites/:site/import',
      summary: 'Bring in an export of a site',
      limit: async ({ caller, params }) => {
        assertSupported(assistant, 'profile');
        await requireOwnSite(store, caller.ownerId, params.site ?? '');
      },
      body: importBodySchema,
      isReadByRule: true,
      bodyBytesMax: siteLimits.importBytesMax,
      answers: { 200: importedSiteSchema },
      handle: async ({ caller, params, bodyBytes, header, signal }) => {
        const site = await requireOwnSite(store, caller.ownerId, params.site ?? '');
        const ifMatch = readTags(header('if-match'));
        const { text, version } = await importSite(assistant, site, bodyBytes, { ifMatch, signal });
        return textAnswer(200, text, profileTag(version));
      },
    }),
  ];
}

/** A document as a download, written as fast as the client reads. */
function attachment(name: string, document: AsyncIterable<string>): Answer {
  return {
    stream: async (sink) => {
      sink.start(200, {
        'content-type': jsonType,
        'content-disposition': `attachment; filename="${name}"`,
      });
      for await (const text of document) await sink.write(text);
    },
  };
}
