import {
  deletedSchema,
  gapsQuerySchema,
  previewRequestSchema,
  previewSchema,
  questionDetailsSchema,
  questionListSchema,
  questionSchema,
  questionsQuerySchema,
  siteGapsSchema,
  siteLimits,
  statusQuerySchema,
  taughtQuestionSchema,
  teachRequestSchema,
} from '@baraza/contract';
import type { z } from 'zod';
import { attributed } from '../../access/scopes.ts';
import { preview } from '../asks/preview.ts';
import type { Assistant } from '../assistant.ts';
import { gapsOf } from '../gaps/gaps.ts';
import { csvTexts, csvType } from '../leads/csv.ts';
import {
  attachment,
  jsonAnswer,
  type OwnSiteDefinition,
  ownSiteRoute,
  type RequestLine,
  type SiteRoute,
} from '../route.ts';
import { finishQuestionChanges } from './question-changes.ts';
import {
  allQuestions,
  pageOfQuestions,
  questionDetails,
  removeQuestion,
  setStatus,
  teach,
} from './questions.ts';
import { questionHeading, questionLine } from './questions-view.ts';

export function questionRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store, profiles } = assistant;
  // A change of many questions that a killed process left half done is finished before they are read.
  const questionRoute = <Query extends z.ZodObject, Body extends z.ZodType>(
    line: RequestLine,
    route: OwnSiteDefinition<Query, Body>,
  ) =>
    ownSiteRoute(assistant, line, {
      ...route,
      prepare: ({ id }) => finishQuestionChanges(store, id),
    });
  const changeStatus = (verb: string, summary: string, to: 'dismissed' | 'new') =>
    questionRoute(`POST /questions/:id/${verb}`, {
      name: `${verb}Question`,
      summary,
      query: statusQuerySchema,
      answers: { 200: questionSchema },
      reply: ({ site, params, query }) => setStatus(store, site, params.id ?? '', to, query),
    });
  return [
    questionRoute('GET /questions', {
      name: 'listQuestions',
      summary: 'What visitors asked',
      query: questionsQuerySchema,
      answers: { 200: questionListSchema },
      handle: async ({ site, query }) => {
        if (query.format !== 'csv') return jsonAnswer(await pageOfQuestions(store, site, query));
        const rows = allQuestions(store.scan(site.owner_id), site, query);
        const texts = csvTexts(questionHeading, questionLine, rows);
        return attachment('questions.csv', csvType, texts);
      },
    }),
    questionRoute('GET /questions/:id', {
      name: 'getQuestion',
      summary: 'A question with its conversation',
      answers: { 200: questionDetailsSchema },
      reply: ({ site, params }) => questionDetails(store, site, params.id ?? ''),
    }),
    questionRoute('POST /questions/:id/answer', {
      name: 'teachAnswer',
      summary: 'Teach the answer to a question',
      feature: 'profile',
      body: teachRequestSchema,
      parsesOwnBody: true,
      bodyBytesMax: siteLimits.profileBytesMax,
      answers: { 200: taughtQuestionSchema },
      reply: async ({ site, caller, params, bodyBytes: body, signal }) => {
        const lesson = await profiles.run('lesson', { body }, { account: caller.ownerId, signal });
        const by = caller.via ?? attributed(caller, 'teach');
        return teach(assistant, site, params.id ?? '', lesson, { by, signal });
      },
    }),
    changeStatus('dismiss', 'Dismiss a question', 'dismissed'),
    changeStatus('reopen', 'Reopen a dismissed question', 'new'),
    questionRoute('DELETE /questions/:id', {
      name: 'deleteQuestion',
      summary: 'Delete a question permanently',
      answers: { 200: deletedSchema },
      reply: async ({ site, params: { id = '' } }) => {
        await removeQuestion(store, site, id);
        return { deleted: true, id };
      },
    }),
    questionRoute('POST /preview', {
      name: 'previewAnswer',
      summary: 'Try a question on a profile that is not saved',
      body: previewRequestSchema,
      parsesOwnBody: true,
      bodyBytesMax:
        siteLimits.profileBytesMax + siteLimits.profileSlackBytes + siteLimits.askBytesMax,
      answers: { 200: previewSchema },
      reply: ({ site, bodyBytes, signal }) => preview(assistant, site, bodyBytes, signal),
    }),
    questionRoute('GET /gaps', {
      name: 'listGaps',
      summary: 'What the information of a site lacks',
      query: gapsQuerySchema,
      answers: { 200: siteGapsSchema },
      reply: ({ site, query }) => gapsOf(assistant, site, query),
    }),
  ];
}
