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
import type { Caller } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import type { Arrival } from '../../http/route.ts';
import { requireOwnSite } from '../admission.ts';
import { preview } from '../asks/preview.ts';
import type { Assistant } from '../assistant.ts';
import { assertSupported } from '../features.ts';
import { csvResponse } from '../leads/csv.response.ts';
import { ownerRoute, type SiteRoute } from '../route.ts';
import {
  allQuestions,
  pageOfQuestions,
  questionDetails,
  removeQuestion,
  setStatus,
} from './questions.ts';
import { questionHeading, questionLine } from './questions-view.ts';
import { teach } from './teach.ts';

const questions = '/v1/admin/sites/:site/questions';
const question = `${questions}/:id`;

export function questionRoutes(assistant: Assistant): readonly SiteRoute[] {
  const siteOf = ({ caller, params }: Pick<Arrival<Caller>, 'caller' | 'params'>) =>
    requireOwnSite(assistant.store, caller.ownerId, params.site ?? '');
  const changeStatus = (path: string, summary: string, to: 'dismissed' | 'new') =>
    ownerRoute({
      method: 'POST',
      path: `${question}/${path}`,
      summary,
      query: statusQuerySchema,
      answers: { 200: questionSchema },
      handle: async (call) => {
        const { params, query } = call;
        const site = await siteOf(call);
        return json(await setStatus(assistant, site, params.id ?? '', to, query as StatusQuery));
      },
    });
  return [
    ownerRoute({
      method: 'GET',
      path: questions,
      summary: 'What visitors asked',
      query: questionsQuerySchema,
      answers: { 200: questionListSchema },
      handle: async (call) => {
        const site = await siteOf(call);
        const wanted = call.query as QuestionsQuery;
        if (wanted.format !== 'csv') return json(await pageOfQuestions(assistant, site, wanted));
        const rows = allQuestions(assistant, site, wanted);
        return csvResponse('questions', questionHeading, questionLine, rows);
      },
    }),
    ownerRoute({
      method: 'GET',
      path: question,
      summary: 'A question with its conversation',
      answers: { 200: questionDetailsSchema },
      handle: async (call) =>
        json(await questionDetails(assistant, await siteOf(call), call.params.id ?? '')),
    }),
    ownerRoute({
      method: 'POST',
      path: `${question}/answer`,
      summary: 'Teach the answer to a question',
      limit: async (arrival) => {
        assertSupported(assistant, 'profile');
        await siteOf(arrival);
      },
      body: teachRequestSchema,
      isReadByRule: true,
      bodyBytesMax: siteLimits.profileBytesMax,
      answers: { 200: taughtQuestionSchema },
      handle: async (call) => {
        const { caller, params, bodyBytes, signal } = call;
        const site = await siteOf(call);
        const work = { account: caller.ownerId, signal };
        const lesson = await assistant.profiles.run('lesson', { body: bodyBytes }, work);
        return json(await teach(assistant, site, params.id ?? '', lesson, signal));
      },
    }),
    changeStatus('dismiss', 'Put a question aside', 'dismissed'),
    changeStatus('reopen', 'Take a dismissal back', 'new'),
    ownerRoute({
      method: 'DELETE',
      path: question,
      summary: 'Delete a question for good',
      answers: { 200: deletedSchema },
      handle: async (call) => {
        const { id } = call.params;
        await removeQuestion(assistant, await siteOf(call), id ?? '');
        return json({ deleted: true, id });
      },
    }),
    ownerRoute({
      method: 'POST',
      path: '/v1/admin/sites/:site/preview',
      summary: 'Try a question on a profile that is not saved',
      limit: async (arrival) => void (await siteOf(arrival)),
      body: previewRequestSchema,
      isReadByRule: true,
      bodyBytesMax:
        siteLimits.profileBytesMax + siteLimits.profileSlackBytes + siteLimits.askBytesMax,
      answers: { 200: previewSchema },
      handle: async (call) =>
        json(await preview(assistant, await siteOf(call), call.bodyBytes, call.signal)),
    }),
  ];
}

function json(body: unknown): TextAnswer {
  return { status: 200, body: JSON.stringify(body) };
}
