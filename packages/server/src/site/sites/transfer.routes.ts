import {
  type ExportQuery,
  exportQuerySchema,
  importBodySchema,
  importedSiteSchema,
  minuteMs,
  siteExportSchema,
  siteLimits,
} from '@baraza/contract';
import { jsonType } from '../../http/answer.ts';
import { readTags } from '../../http/preconditions.ts';
import type { Assistant } from '../assistant.ts';
import { attachment, ownSiteRoute, type SiteRoute, textAnswer } from '../route.ts';
import { profileTag } from './sites.ts';
import { exportSite, importSite } from './transfer.ts';

export function transferRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    ownSiteRoute(assistant, 'GET /export', {
      summary: 'The profile as one JSON document, on request with questions and leads',
      query: exportQuerySchema,
      answers: { 200: siteExportSchema },
      handle: async ({ site, query }) => {
        const document = await exportSite(assistant, site, query);
        return attachment(`${site.id}-${contentOf(query)}.json`, jsonType, document);
      },
    }),
    ownSiteRoute(assistant, 'POST /import', {
      summary: 'Import an export of a site',
      feature: 'profile',
      body: importBodySchema,
      isReadByRule: true,
      bodyBytesMax: siteLimits.importBytesMax,
      answerMs: 10 * minuteMs,
      answers: { 200: importedSiteSchema },
      handle: async ({ site, bodyBytes, header, signal }) => {
        const ifMatch = readTags(header('if-match'));
        const { text, version } = await importSite(assistant, site, bodyBytes, { ifMatch, signal });
        return textAnswer(text, 200, profileTag(version));
      },
    }),
  ];
}

/** The name of a file says whether it has what visitors wrote, with their names and numbers. */
function contentOf({ questions, leads, conversations }: ExportQuery): string {
  return questions || leads || conversations ? 'with-customers' : 'information';
}
