import {
  conversationEventSchema,
  isConversationId,
  okSchema,
  personAskedSchema,
  visitorEventsQuerySchema,
} from '@baraza/contract';
import type { Call } from '../../http/route.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import { findConversation } from '../../store/site/conversations.ts';
import { admitVisitor, requireSite } from '../admission.ts';
import type { Assistant, Visitor } from '../assistant.ts';
import { visitorLanguage } from '../language.ts';
import { jsonAnswer, publicRoute, type SiteRoute } from '../route.ts';
import { limitVisits, readCallOrigin } from '../visit.request.ts';
import { conversationStream } from './conversation-events.response.ts';
import { followConversation } from './conversation-events.ts';
import { askForPerson } from './person-request.ts';

/** The visitor's side of conversations. */
export function visitorConversationRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store, profiles, conversationBell } = assistant;
  return [
    publicRoute('POST /v1/sites/:site/conversations/:id/person', {
      summary: 'Ask for a person',
      query: visitorEventsQuerySchema,
      answers: { 200: personAskedSchema },
      limit: limitVisits(assistant, 'leads'),
      handle: async (call) => {
        const { caller, params, query, header } = call;
        const { languages } = await profiles.headOf(caller.site);
        const wanted = query.language;
        const language = visitorLanguage(wanted, header('accept-language'), languages);
        const wish = { conversation: params.id ?? '', secret: secretIn(call), language };
        return jsonAnswer(await askForPerson(assistant, caller.site, wish));
      },
    }),
    publicRoute('POST /v1/sites/:site/conversations/:id/typing', {
      summary: 'Show the person that the visitor is typing',
      query: visitorEventsQuerySchema,
      answers: { 200: okSchema },
      limit: limitVisits(assistant, 'feedback'),
      handle: async (call) => {
        const { id } = await requireReadable(assistant, call);
        conversationBell.ringTyping(call.caller.site.id, id, 'visitor');
        return jsonAnswer({ ok: true });
      },
    }),
    publicRoute('GET /v1/sites/:site/conversations/:id/events', {
      summary: 'Messages and states of a conversation as they happen',
      query: visitorEventsQuerySchema,
      answers: { 200: 'events' },
      events: conversationEventSchema,
      handle: async (call) => {
        const { caller, raw, header, query, signal } = call;
        const { id } = await requireReadable(assistant, call);
        const { last_event_id } = query;
        const origin = readCallOrigin(raw);
        // A site that was deleted, or admits this page or key no longer, ends the stream.
        const isOpen = async () => {
          try {
            admitVisitor(assistant, await requireSite(store, caller.site.id), origin);
            return true;
          } catch (error) {
            if (error instanceof Problem) return false;
            throw error;
          }
        };
        const lastEventId = header('last-event-id') ?? last_event_id;
        return conversationStream(
          followConversation(assistant, caller.site, id, lastEventId, { isOpen, signal }),
        );
      },
    }),
  ];
}

/** The conversation of a caller who knows its secret; else it does not exist. */
async function requireReadable(
  { store, conversationSecrets }: Assistant,
  call: Call<Visitor>,
): Promise<{ readonly id: string }> {
  const id = call.params.id ?? '';
  const row = isConversationId(id)
    ? await findConversation(store, call.caller.site.id, id)
    : undefined;
  if (row === undefined || !conversationSecrets.isRight(secretIn(call), row.secret_hash))
    throw absent('conversation');
  return row;
}

function secretIn({ query, header }: Pick<Call<Visitor>, 'query' | 'header'>): string | undefined {
  const { conversation_secret, secret } = query as { readonly [name: string]: string | undefined };
  return header('x-conversation-secret') ?? conversation_secret ?? secret;
}
