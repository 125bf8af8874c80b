import {
  type AskRequest,
  askEventSchema,
  askRequestSchema,
  type FeedbackRequest,
  feedbackRequestSchema,
  okSchema,
  publicQuerySchema,
  siteLimits,
} from '@baraza/contract';
import type { Assistant } from '../assistant.ts';
import { publicRoute, type SiteRoute } from '../route.ts';
import { limitVisits, readVisitorInfo } from '../visit.request.ts';
import { askResponse } from './ask.response.ts';
import { askAsVisitor } from './ask.ts';
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
      events: askEventSchema,
      limit: limitVisits(assistant, 'ask'),
      handle: async (call) => {
        const visitorInfo = readVisitorInfo(assistant, call);
        const asked = call.body as AskRequest;
        const events = await askAsVisitor(assistant, visitorInfo, asked, call.signal);
        return askResponse(events, assistant.asks.silenceMs);
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
