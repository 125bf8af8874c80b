import {
  type AskRequest,
  askRequestSchema,
  type FeedbackRequest,
  feedbackRequestSchema,
  okSchema,
  publicQuerySchema,
  siteLimits,
} from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import { answerAsk } from './ask.ts';
import { questionLanguage } from './ask-language.ts';
import { takeFeedback } from './feedback.ts';
import { type Assistant, publicRoute, type SiteRoute } from './site.ts';
import { limitVisits, toldToVisitor } from './visits.ts';
import { monthUsedUp } from './words.ts';

export function askRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    publicRoute({
      method: 'POST',
      path: '/v1/sites/:site/ask',
      summary: 'Ask a question; the answer is a stream of events',
      query: publicQuerySchema,
      body: askRequestSchema,
      bodyBytesMax: siteLimits.askBytesMax,
      answers: { 200: 'events' },
      limit: limitVisits(assistant, 'ask'),
      handle: async (call) => {
        const asked = call.body as AskRequest;
        const { site } = call.caller;
        try {
          return await answerAsk(assistant, site, asked);
        } catch (error) {
          if (!(error instanceof Problem) || error.code !== 'quota') throw error;
          const language = await questionLanguage(asked);
          throw await toldToVisitor(assistant, call, error, monthUsedUp, language);
        }
      },
    }),
    publicRoute({
      method: 'POST',
      path: '/v1/sites/:site/feedback',
      summary: 'Say whether an answer helped',
      query: publicQuerySchema,
      body: feedbackRequestSchema,
      bodyBytesMax: siteLimits.smallBodyBytesMax,
      answers: { 200: okSchema },
      limit: limitVisits(assistant, 'feedback'),
      handle: async ({ caller, body }) => {
        await takeFeedback(assistant, caller.site, body as FeedbackRequest);
        return { status: 200, body: '{"ok":true}' };
      },
    }),
  ];
}
