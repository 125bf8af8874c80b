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
import { pageOfLeads } from '../leads/leads.ts';
import { changeProfile } from '../profile/profile-saving.ts';
import type { Change } from '../profile/work/change.ts';
import { pageOfQuestions } from '../questions/questions.ts';
import { teach } from '../questions/teach.ts';
import { requireSite, type SiteAdminContext } from './admin-context.ts';
import { commandLine } from './sites.ts';

interface SavedByCommand {
  readonly id: string;
  readonly version: number;
  readonly warnings: readonly string[];
}

/** Options as they were given, by the names of the query of the endpoint. */
type GivenQuery = { readonly [name: string]: string };

export const contentOperations = {
  'sites profile get': async (
    context: SiteAdminContext,
    input: { readonly id: string },
  ): Promise<{ readonly version: number; readonly profile: Profile }> => {
    const site = await requireSite(context.store, input.id);
    const { text } = await (await context.assistant()).profiles.profileText(site);
    return { version: site.version, profile: JSON.parse(text) as Profile };
  },
  'sites profile set': (
    context: SiteAdminContext,
    input: { readonly id: string; readonly profile: JsonObject },
  ): Promise<SavedByCommand> => {
    const body = Buffer.from(JSON.stringify(input.profile));
    return save(context, input.id, { kind: 'put', body, sentBytes: body.length });
  },
  'sites profile patch': (
    context: SiteAdminContext,
    input: { readonly id: string; readonly patch: JsonObject },
  ): Promise<SavedByCommand> => {
    const body = Buffer.from(JSON.stringify(input.patch));
    return save(context, input.id, { kind: 'patch', body });
  },
  'sites questions': async (
    context: SiteAdminContext,
    input: { readonly id: string; readonly query: GivenQuery },
  ) => {
    const site = await requireSite(context.store, input.id);
    const query = checked(questionsQuerySchema, input.query) as QuestionsQuery;
    return pageOfQuestions(context.store, site, query);
  },
  'sites teach': async (
    context: SiteAdminContext,
    input: { readonly id: string; readonly question: string; readonly lesson: GivenQuery },
  ) => {
    const site = await requireSite(context.store, input.id);
    if (!isId('question', input.question))
      throw invalid(`${input.question} is not the id of a question; see sites questions.`);
    const lesson = checked(teachRequestSchema, input.lesson) as TeachRequest;
    return teach(await context.assistant(), site, input.question, lesson);
  },
  'sites leads': async (
    context: SiteAdminContext,
    input: { readonly id: string; readonly query: GivenQuery },
  ) => {
    const site = await requireSite(context.store, input.id);
    return pageOfLeads(context.store, site, checked(leadsQuerySchema, input.query) as LeadsQuery);
  },
} as const;

async function save(
  context: SiteAdminContext,
  id: string,
  change: Change,
): Promise<SavedByCommand> {
  const own = await requireSite(context.store, id);
  const edit = { change, by: commandLine };
  const { site, changed } = await changeProfile(await context.assistant(), own, edit);
  return { id: site.id, version: site.version, warnings: changed.warnings };
}

function checked(schema: z.ZodType, given: GivenQuery): unknown {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw invalid(read.error.issues[0]?.message ?? 'An option was not understood.');
}
