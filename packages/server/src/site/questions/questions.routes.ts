import {
  deletedSchema,
  previewRequestSchema,
  previewSchema,
  type QuestionsQuery,
  questionDetailsSchema,
  questionListSchema,
  questionSchema,
  questionsQuerySchema,
  type StatusQuery,
  siteLimits,
  statusQuerySchema,
  taughtQuestionSchema,
  teachRequestSchema,
} from '@baraza/contract';
import type { TextAnswer } from '../../http/answer.ts';
import { requireOwnSite } from '../admission.ts';
import { preview } from '../asks/preview.ts';
import type { Assistant } from '../assistant.ts';
import { assertSupported } from '../features.ts';
import { csvResponse } from '../leads/csv.response.ts';
import { ownerRoute, type SiteRoute } from '../route.ts';
import {
  allQuestions,
  dismissQuestion,
  pageOfQuestions,
  questionDetails,
  removeQuestion,
  reopenQuestion,
} from './questions.ts';
import { questionHeading, questionLine } from './questions-view.ts';
import { teach } from './teach.ts';

const questions = '/v1/admin/sites/:site/questions';
const question = `${questions}/:id`;

export function questionRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store } = assistant;
  return [
    ownerRoute({
      method: 'GET',
      path: questions,
      summary: 'What visitors asked',
      query: questionsQuerySchema,
      answers: { 200: questionListSchema },
      handle: async ({ caller, params, query }) => {
        const site = await requireOwnSite(store, caller.ownerId, params.site ?? '');
        const wanted = query as QuestionsQuery;
        if (wanted.format === 'csv') {
          const rows = allQuestions(assistant, site, wanted);
          return csvResponse('questions', questionHeading, questionLine, rows);
        }
        return json(await pageOfQuestions(assistant, site, wanted));
      },
    }),
    ownerRoute({
      method: 'GET',
      path: question,
      summary: 'A question with its conversation',
      answers: { 200: questionDetailsSchema },
      handle: async ({ caller, params }) => {
        const site = await requireOwnSite(store, caller.ownerId, params.site ?? '');
        return json(await questionDetails(assistant, site, params.id ?? ''));
      },
    }),
    ownerRoute({
      method: 'POST',
      path: `${question}/answer`,
      summary: 'Teach the answer to a question',
      limit: async ({ caller, params }) => {
        assertSupported(assistant, 'profile');
        await requireOwnSite(store, caller.ownerId, params.site ?? '');
      },
      body: teachRequestSchema,
      isReadByRule: true,
      bodyBytesMax: siteLimits.profileBytesMax,
      answers: { 200: taughtQuestionSchema },
      handle: async ({ caller, params, bodyBytes, signal }) => {
        const site = await requireOwnSite(store, caller.ownerId, params.site ?? '');
        const work = { account: caller.ownerId, signal };
        const lesson = await assistant.profiles.run('lesson', { body: bodyBytes }, work);
        return json(await teach(assistant, site, params.id ?? '', lesson, signal));
      },
    }),
    ownerRoute({
      method: 'POST',
      path: `${question}/dismiss`,
      summary: 'Put a question aside',
      query: statusQuerySchema,
      answers: { 200: questionSchema },
      handle: async ({ caller, params, query }) => {
        const site = await requireOwnSite(store, caller.ownerId, params.site ?? '');
        return json(await dismissQuestion(assistant, site, params.id ?? '', query as StatusQuery));
      },
    }),
    ownerRoute({
      method: 'POST',
      path: `${question}/reopen`,
      summary: 'Take a dismissal back',
      query: statusQuerySchema,
      answers: { 200: questionSchema },
      handle: async ({ caller, params, query }) => {
        const site = await requireOwnSite(store, caller.ownerId, params.site ?? '');
        return json(await reopenQuestion(assistant, site, params.id ?? '', query as StatusQuery));
      },
    }),
    ownerRoute({
      method: 'DELETE',
      path: question,
      summary: 'Delete a question for good',
      answers: { 200: deletedSchema },
      handle: async ({ caller, params }) => {
        const site = await requireOwnSite(store, caller.ownerId, params.site ?? '');
        await removeQuestion(assistant, site, params.id ?? '');
        return json({ deleted: true, id: params.id });
      },
    }),
    ownerRoute({
      method: 'POST',
      path: '/v1/admin/sites/:site/preview',
      summary: 'Try a question on a profile that is not saved',
      limit: async ({ caller, params }) => {
        await requireOwnSite(store, caller.ownerId, params.site ?? '');
      },
      body: previewRequestSchema,
      isReadByRule: true,
      bodyBytesMax:
        siteLimits.profileBytesMax + siteLimits.profileSlackBytes + siteLimits.askBytesMax,
      answers: { 200: previewSchema },
      handle: async ({ caller, params, bodyBytes, signal }) => {
        const site = await requireOwnSite(store, caller.ownerId, params.site ?? '');
        return json(await preview(assistant, site, bodyBytes, signal));
      },
    }),
  ];
}

function json(body: unknown): TextAnswer {
  return { status: 200, body: JSON.stringify(body) };
}
