import {
  deletedSchema,
  type LeadRequest,
  type LeadsQuery,
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
import type { Caller } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import type { Call } from '../../http/route.ts';
import { isoTime } from '../../kernel/clock.ts';
import type { LeadRow } from '../../store/site/leads.ts';
import { requireOwnSite } from '../admission.ts';
import type { Assistant } from '../assistant.ts';
import { ownerRoute, publicRoute, type SiteRoute } from '../route.ts';
import { limitVisits } from '../visit.request.ts';
import { visitorLanguage } from '../visitor-language.ts';
import { leadTaken } from '../words.ts';
import { csvResponse } from './csv.response.ts';
import { csvLine } from './csv.ts';
import { allLeads, changeLead, pageOfLeads, removeLead, takeLead } from './leads.ts';

const leads = '/v1/admin/sites/:site/leads';

export function leadRoutes(assistant: Assistant): readonly SiteRoute[] {
  const siteOf = ({ caller, params }: Pick<Call<Caller>, 'caller' | 'params'>) =>
    requireOwnSite(assistant.store, caller.ownerId, params.site ?? '');
  return [
    publicRoute({
      method: 'POST',
      path: '/v1/sites/:site/leads',
      summary: 'Leave contact details',
      query: publicQuerySchema,
      body: leadRequestSchema,
      bodyBytesMax: siteLimits.leadBytesMax,
      answers: { 200: leadReceiptSchema, 201: leadReceiptSchema },
      limit: limitVisits(assistant, 'leads'),
      handle: async ({ caller, body, header }) => {
        const given = body as LeadRequest;
        const { row, isNew } = await takeLead(assistant, caller.site, given);
        const profile = await assistant.profiles.headOf(caller.site);
        const language = visitorLanguage(
          given.language,
          header('accept-language'),
          profile.languages,
        );
        const receipt = {
          ok: true,
          id: row.id,
          received_at: isoTime(row.received_at),
          message: leadTaken[language],
        };
        return json(receipt, isNew ? 201 : 200);
      },
    }),
    ownerRoute({
      method: 'GET',
      path: leads,
      summary: 'Contacts that visitors left',
      query: leadsQuerySchema,
      answers: { 200: leadListSchema },
      handle: async (call) => {
        const site = await siteOf(call);
        const wanted = call.query as LeadsQuery;
        return wanted.format === 'csv'
          ? csvResponse('leads', heading, lineOf, allLeads(assistant, site, wanted))
          : json(await pageOfLeads(assistant, site, wanted));
      },
    }),
    ownerRoute({
      method: 'PATCH',
      path: `${leads}/:id`,
      summary: 'Say what became of a lead',
      body: leadPatchSchema,
      bodyBytesMax: siteLimits.smallBodyBytesMax,
      answers: { 200: leadSchema },
      handle: async (call) => {
        const { status } = call.body as { readonly status: LeadRow['status'] };
        return json(await changeLead(assistant, await siteOf(call), call.params.id ?? '', status));
      },
    }),
    ownerRoute({
      method: 'DELETE',
      path: `${leads}/:id`,
      summary: 'Delete a lead for good',
      answers: { 200: deletedSchema },
      handle: async (call) => {
        const { id } = call.params;
        await removeLead(assistant, await siteOf(call), id ?? '');
        return json({ deleted: true, id });
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

function json(body: unknown, status = 200): TextAnswer {
  return { status, body: JSON.stringify(body) };
}
