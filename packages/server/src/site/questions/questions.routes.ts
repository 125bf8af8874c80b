import {
  deletedSchema,
  type GapsQuery,
  gapsQuerySchema,
  previewRequestSchema,
  previewSchema,
  type QuestionsQuery,
  questionDetailsSchema,
  questionListSchema,
  questionSchema,
  questionsQuerySchema,
  type StatusQuery,
  siteGapsSchema,
  siteLimits,
  statusQuerySchema,
  taughtQuestionSchema,
  teachRequestSchema,
} from '@baraza/contract';
import { preview } from '../asks/preview.ts';
import type { Assistant } from '../assistant.ts';
import { gapsOf } from '../gaps/gaps.ts';
import { csvResponse } from '../leads/csv.response.ts';
import { jsonAnswer, ownSiteRoute, type SiteRoute } from '../route.ts';
import {
  allQuestions,
  pageOfQuestions,
  questionDetails,
  removeQuestion,
  setStatus,
} from './questions.ts';
import { questionHeading, questionLine } from './questions-view.ts';
import { teach } from './teach.ts';

export function questionRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store, profiles } = assistant;
  const changeStatus = (verb: string, summary: string, to: 'dismissed' | 'new') =>
    ownSiteRoute(assistant, {
      method: 'POST',
      path: `/questions/:id/${verb}`,
      summary,
      query: statusQuerySchema,
      answers: { 200: questionSchema },
      handle: async ({ site, params, query }) =>
        jsonAnswer(await setStatus(store, site, params.id ?? '', to, query as StatusQuery)),
    });
  return [
    ownSiteRoute(assistant, {
      method: 'GET',
      path: '/questions',
      summary: 'What visitors asked',
      query: questionsQuerySchema,
      answers: { 200: questionListSchema },
      handle: async ({ site, query }) => {
        const wanted = query as QuestionsQuery;
        const isSmall = wanted.q === undefined && !wanted.group && wanted.format !== 'csv';
        const reader = isSmall ? store : store.scan(site.owner_id);
        if (wanted.format !== 'csv') return jsonAnswer(await pageOfQuestions(reader, site, wanted));
        const rows = allQuestions(reader, site, wanted);
        return csvResponse('questions', questionHeading, questionLine, rows);
      },
    }),
    ownSiteRoute(assistant, {
      method: 'GET',
      path: '/questions/:id',
      summary: 'A question with its conversation',
      answers: { 200: questionDetailsSchema },
      handle: async ({ site, params }) =>
        jsonAnswer(await questionDetails(store, site, params.id ?? '')),
    }),
    ownSiteRoute(assistant, {
      method: 'POST',
      path: '/questions/:id/answer',
      summary: 'Teach the answer to a question',
      feature: 'profile',
      body: teachRequestSchema,
      isReadByRule: true,
      bodyBytesMax: siteLimits.profileBytesMax,
      answers: { 200: taughtQuestionSchema },
      handle: async ({ site, caller, params, bodyBytes: body, signal }) => {
        const lesson = await profiles.run('lesson', { body }, { account: caller.ownerId, signal });
        return jsonAnswer(await teach(assistant, site, params.id ?? '', lesson, signal));
      },
    }),
    changeStatus('dismiss', 'Put a question aside', 'dismissed'),
    changeStatus('reopen', 'Take a dismissal back', 'new'),
    ownSiteRoute(assistant, {
      method: 'DELETE',
      path: '/questions/:id',
      summary: 'Delete a question for good',
      answers: { 200: deletedSchema },
      handle: async ({ site, params: { id = '' } }) => {
        await removeQuestion(store, site, id);
        return jsonAnswer({ deleted: true, id });
      },
    }),
    ownSiteRoute(assistant, {
      method: 'POST',
      path: '/preview',
      summary: 'Try a question on a profile that is not saved',
      body: previewRequestSchema,
      isReadByRule: true,
      bodyBytesMax:
        siteLimits.profileBytesMax + siteLimits.profileSlackBytes + siteLimits.askBytesMax,
      answers: { 200: previewSchema },
      handle: async ({ site, bodyBytes, signal }) =>
        jsonAnswer(await preview(assistant, site, bodyBytes, signal)),
    }),
    ownSiteRoute(assistant, {
      method: 'GET',
      path: '/gaps',
      summary: 'What the information of a site lacks',
      query: gapsQuerySchema,
      answers: { 200: siteGapsSchema },
      handle: async ({ site, query }) =>
        jsonAnswer(await gapsOf(assistant, site, query as GapsQuery)),
    }),
  ];
}
