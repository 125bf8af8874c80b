import {
  deletedSchema,
  newSavedAnswerSchema,
  savedAnswerListSchema,
  savedAnswerSchema,
  siteLimits,
} from '@baraza/contract';
import type { Assistant } from '../assistant.ts';
import { jsonAnswer, ownSiteRoute, type SiteRoute } from '../route.ts';
import { forgetAnswer, saveAnswer, savedAnswersOf } from './saved-answers.ts';

export function savedAnswerRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    ownSiteRoute(assistant, 'GET /saved-answers', {
      summary: 'Saved answers of the site, newest first',
      answers: { 200: savedAnswerListSchema },
      handle: async ({ site }) => jsonAnswer(await savedAnswersOf(assistant.store, site)),
    }),
    ownSiteRoute(assistant, 'POST /saved-answers', {
      summary: 'Save an answer',
      body: newSavedAnswerSchema,
      bodyBytesMax: siteLimits.smallBodyBytesMax,
      answers: { 201: savedAnswerSchema },
      handle: async ({ site, body }) =>
        jsonAnswer(await saveAnswer(assistant, site, body.text), 201),
    }),
    ownSiteRoute(assistant, 'DELETE /saved-answers/:id', {
      summary: 'Delete a saved answer',
      answers: { 200: deletedSchema },
      handle: async ({ site, params: { id = '' } }) => {
        await forgetAnswer(assistant, site, id);
        return jsonAnswer({ deleted: true, id });
      },
    }),
  ];
}
