import {
  deletedSchema,
  leadListSchema,
  leadPatchSchema,
  leadReceiptSchema,
  leadRequestSchema,
  leadSchema,
  leadsQuerySchema,
  publicQuerySchema,
  type SiteLead,
  siteLimits,
} from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import type { Assistant } from '../assistant.ts';
import { attachment, jsonAnswer, ownSiteRoute, publicRoute, type SiteRoute } from '../route.ts';
import { limitVisits, readVisitorInfo } from '../visit.request.ts';
import { visitorLanguage } from '../visits.ts';
import { leadTaken } from '../words.ts';
import { csvLine, csvTexts, csvType } from './csv.ts';
import { allLeads, changeLead, pageOfLeads, removeLead, takeLead } from './leads.ts';

export function leadRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store, profiles } = assistant;
  return [
    publicRoute('POST /v1/sites/:site/leads', {
      name: 'createLead',
      summary: 'Leave contact details',
      query: publicQuerySchema,
      body: leadRequestSchema,
      bodyBytesMax: siteLimits.leadBytesMax,
      answers: { 200: leadReceiptSchema, 201: leadReceiptSchema },
      limit: limitVisits(assistant, 'leads'),
      handle: async (call) => {
        const { caller, body, header } = call;
        const { row, isNew } = await takeLead(assistant, readVisitorInfo(assistant, call), body);
        const { languages } = await profiles.headOf(caller.site);
        const language = visitorLanguage(body.language, header('accept-language'), languages);
        const receivedAt = isoTime(row.received_at);
        return jsonAnswer(
          { ok: true, id: row.id, received_at: receivedAt, message: leadTaken[language] },
          isNew ? 201 : 200,
        );
      },
    }),
    ownSiteRoute(assistant, 'GET /leads', {
      name: 'listLeads',
      summary: 'Contacts that visitors left',
      query: leadsQuerySchema,
      answers: { 200: leadListSchema },
      handle: async ({ site, query }) => {
        const isSmall = query.since === undefined && query.format !== 'csv';
        const reader = isSmall ? store : store.scan(site.owner_id);
        if (query.format !== 'csv') return jsonAnswer(await pageOfLeads(reader, site, query));
        const texts = csvTexts(heading, lineOf, allLeads(reader, site, query));
        return attachment('leads.csv', csvType, texts);
      },
    }),
    ownSiteRoute(assistant, 'PATCH /leads/:id', {
      name: 'changeLead',
      summary: 'Change the status of a lead',
      body: leadPatchSchema,
      bodyBytesMax: siteLimits.smallBodyBytesMax,
      answers: { 200: leadSchema },
      reply: ({ site, params, body }) => changeLead(store, site, params.id ?? '', body.status),
    }),
    ownSiteRoute(assistant, 'DELETE /leads/:id', {
      name: 'deleteLead',
      summary: 'Delete a lead permanently',
      answers: { 200: deletedSchema },
      reply: async ({ site, params: { id = '' } }) => {
        await removeLead(store, site, id);
        return { deleted: true, id };
      },
    }),
  ];
}

const fields = [
  'id',
  'received_at',
  'name',
  'contact',
  'message',
  'language',
  'page',
  'question_id',
  'conversation',
  'status',
] as const satisfies readonly (keyof SiteLead)[];

const heading = csvLine(fields);

function lineOf(lead: SiteLead): string {
  return csvLine(fields.map((field) => lead[field]));
}
