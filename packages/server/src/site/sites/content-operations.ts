/** The operator's commands about profiles, questions and leads, for the sites of all owners. */
import {
  isId,
  type JsonObject,
  type LeadsQuery,
  leadsQuerySchema,
  type Profile,
  type QuestionsQuery,
  questionsQuerySchema,
  type TeachRequest,
  teachRequestSchema,
} from '@baraza/contract';
import type { z } from 'zod';
import { invalid } from '../../kernel/problem.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { pageOfLeads } from '../leads/leads.ts';
import { changeProfile } from '../profile/profile-saving.ts';
import type { Change } from '../profile/work/change.ts';
import { pageOfQuestions, teach } from '../questions/questions.ts';
import { requireSite, type SiteAdminContext } from './site-operations.ts';
import { commandLine } from './sites.ts';

/** Options as they were given, by the names of the query of the endpoint. */
type GivenQuery = { readonly [name: string]: string };

export const contentOperations = {
  'sites profile get': forSite(async (site, context) => {
    const { text } = await (await context.assistant()).profiles.profileText(site);
    return { version: site.version, profile: JSON.parse(text) as Profile };
  }),
  'sites profile set': forSite((site, context, input: { readonly profile: JsonObject }) => {
    const body = Buffer.from(JSON.stringify(input.profile));
    return save(context, site, { kind: 'put', body, sentBytes: body.length });
  }),
  'sites profile patch': forSite((site, context, input: { readonly patch: JsonObject }) => {
    const body = Buffer.from(JSON.stringify(input.patch));
    return save(context, site, { kind: 'patch', body });
  }),
  'sites questions': forSite((site, context, input: { readonly query: GivenQuery }) => {
    const query = checked(questionsQuerySchema, input.query) as QuestionsQuery;
    return pageOfQuestions(context.store, site, query);
  }),
  'sites teach': forSite(
    async (
      site,
      context,
      { question, lesson }: { readonly question: string; readonly lesson: GivenQuery },
    ) => {
      if (!isId('question', question))
        throw invalid(`${question} is not the id of a question; see sites questions.`);
      const taught = checked(teachRequestSchema, lesson) as TeachRequest;
      return teach(await context.assistant(), site, question, taught);
    },
  ),
  'sites leads': forSite((site, context, input: { readonly query: GivenQuery }) =>
    pageOfLeads(context.store, site, checked(leadsQuerySchema, input.query) as LeadsQuery),
  ),
} as const;

/** A command about the site that `id` names. */
function forSite<Input, Result>(
  run: (site: SiteRow, context: SiteAdminContext, input: Input) => Promise<Result>,
) {
  return async (context: SiteAdminContext, input: Input & { readonly id: string }) =>
    run(await requireSite(context.store, input.id), context, input);
}

async function save(context: SiteAdminContext, own: SiteRow, change: Change) {
  const edit = { change, by: commandLine };
  const { site, changed } = await changeProfile(await context.assistant(), own, edit);
  return { id: site.id, version: site.version, warnings: changed.warnings };
}

function checked(schema: z.ZodType, given: GivenQuery): unknown {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw invalid(read.error.issues[0]?.message ?? 'An option was not understood.');
}
