import {
  type AskRequest,
  askRequestSchema,
  type FeedbackRequest,
  feedbackRequestSchema,
  okSchema,
  publicQuerySchema,
  siteLimits,
} from '@baraza/contract';
import type { Answer } from '../../http/answer.ts';
import type { Arrival } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Assistant, publicRoute, type SiteRoute, type Visitor } from '../site.ts';
import { limitVisits, toldToVisitor } from '../visits.ts';
import { monthUsedUp } from '../words.ts';
import { answerAsk } from './ask.ts';
import { questionLanguage } from './ask-language.ts';
import { takeFeedback } from './feedback.ts';

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
      handle: (call) => answerVisitor(assistant, call, call.body as AskRequest),
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

/** An ask as any visitor makes it; rejects with a refusal in the visitor's words. */
export async function answerVisitor(
  assistant: Assistant,
  arrival: Pick<Arrival<Visitor>, 'caller' | 'raw' | 'header' | 'signal'>,
  asked: AskRequest,
): Promise<Answer> {
  try {
    return await answerAsk(assistant, arrival.caller.site, asked, arrival.signal);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'quota') throw error;
    const language = await questionLanguage(asked);
    throw await toldToVisitor(assistant, arrival, error, monthUsedUp, language);
  }
}
