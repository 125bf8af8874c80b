/** Operations of the operator on questions and leads. */
import {
  isId,
  type LeadsQuery,
  leadsQuerySchema,
  type QuestionsQuery,
  questionsQuerySchema,
  type TeachRequest,
  teachRequestSchema,
} from '@baraza/contract';
import type { z } from 'zod';
import { Problem } from '../../kernel/problem.ts';
import { pageOfLeads } from '../leads/leads.ts';
import { requireSite, type SiteAdminContext } from '../sites/admin-context.ts';
import { pageOfQuestions } from './questions.ts';
import { teach } from './teach.ts';

/** Options as they were given, by the names of the query of the endpoint. */
type GivenQuery = { readonly [name: string]: string };

export const visitOperations = {
  'sites questions': async (
    desk: SiteAdminContext,
    input: { readonly id: string; readonly query: GivenQuery },
  ) => {
    const site = await requireSite(desk.store, input.id);
    const query = checked(questionsQuerySchema, input.query) as QuestionsQuery;
    return pageOfQuestions(desk.store, site, query);
  },
  'sites teach': async (
    desk: SiteAdminContext,
    input: { readonly id: string; readonly question: string; readonly lesson: GivenQuery },
  ) => {
    const site = await requireSite(desk.store, input.id);
    if (!isId('question', input.question))
      throw new Problem(
        'invalid',
        `${input.question} is no id of a question; see sites questions.`,
      );
    const lesson = checked(teachRequestSchema, input.lesson) as TeachRequest;
    return teach(await desk.assistant(), site, input.question, lesson);
  },
  'sites leads': async (
    desk: SiteAdminContext,
    input: { readonly id: string; readonly query: GivenQuery },
  ) => {
    const site = await requireSite(desk.store, input.id);
    return pageOfLeads(desk.store, site, checked(leadsQuerySchema, input.query) as LeadsQuery);
  },
} as const;

function checked(schema: z.ZodType, given: GivenQuery): unknown {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw new Problem('invalid', read.error.issues[0]?.message ?? 'An option was not understood.');
}
