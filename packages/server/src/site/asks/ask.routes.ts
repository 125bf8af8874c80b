import {
  askEventSchema,
  askRequestSchema,
  feedbackRequestSchema,
  okSchema,
  publicQuerySchema,
  siteLimits,
} from '@baraza/contract';
import type { Answer } from '../../http/answer.ts';
import { eventLine, eventStreamHeaders } from '../../http/sse.ts';
import type { Assistant } from '../assistant.ts';
import { takeFeedback } from '../questions/questions.ts';
import { keepAlive, publicRoute, type SiteRoute } from '../route.ts';
import { limitVisits, readVisitorInfo } from '../visit.request.ts';
import { askAsVisitor } from './ask.ts';
import type { AskEvent } from './ask-events.ts';

export function askRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    publicRoute('POST /v1/sites/:site/ask', {
      name: 'askQuestion',
      summary: 'Ask a question; the answer is a stream of events',
      query: publicQuerySchema,
      body: askRequestSchema,
      bodyBytesMax: siteLimits.askBytesMax,
      answers: { 200: 'events' },
      // `askAsVisitor` refuses, in the visitor's language and with a way to reach a person.
      disk: 'frees',
      limit: limitVisits(assistant, 'ask'),
      events: askEventSchema,
      handle: async (call) => {
        const visitorInfo = readVisitorInfo(assistant, call);
        const asked = call.body;
        const events = await askAsVisitor(assistant, visitorInfo, asked, call.signal);
        return streamEvents(events, assistant.asks.silenceMs);
      },
    }),
    publicRoute('POST /v1/sites/:site/feedback', {
      name: 'rateAnswer',
      summary: 'Rate an answer',
      query: publicQuerySchema,
      body: feedbackRequestSchema,
      bodyBytesMax: siteLimits.smallBodyBytesMax,
      answers: { 200: okSchema },
      limit: limitVisits(assistant, 'feedback'),
      reply: async ({ caller, body }) => {
        await takeFeedback(assistant, caller.site, body);
        return { ok: true };
      },
    }),
  ];
}

/** The events as they become known, no faster than the visitor reads; a comment after each longer silence. */
function streamEvents(events: AsyncIterable<AskEvent>, silenceMs: number): Answer {
  return {
    stream: async (sink) => {
      sink.start(200, eventStreamHeaders);
      const endComments = keepAlive(sink, silenceMs);
      try {
        for await (const event of events) {
          if (event.type === 'done' || event.isLast) endComments();
          await sink.write(linesOf(event));
          // The last tokens leave as one piece with their `done`.
          if (event.type === 'done' || !event.isLast) await sink.flush();
        }
      } finally {
        endComments();
      }
    },
  };
}

function linesOf(event: AskEvent): string {
  if (event.type === 'done') return eventLine({ type: 'done', ...event.done });
  return event.tokens.map((text) => eventLine({ type: 'token', text })).join('');
}
