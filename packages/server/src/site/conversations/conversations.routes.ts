import {
  contactSchema,
  conversationDetailsSchema,
  conversationEventSchema,
  conversationListSchema,
  conversationQuerySchema,
  conversationSchema,
  conversationsQuerySchema,
  deletedSchema,
  messageSchema,
  okSchema,
  ownerEventsQuerySchema,
  peopleQuerySchema,
  personErasedSchema,
  personExportSchema,
  personMessageSchema,
  siteLimits,
  takeQuerySchema,
} from '@baraza/contract';
import { isKeyAlive } from '../../access/keys.ts';
import { invalid } from '../../kernel/problem.ts';
import { findSite } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { jsonAnswer, ownSiteRoute, type SiteRoute } from '../route.ts';
import { conversationStream } from './conversation-events.response.ts';
import { followSite } from './conversation-events.ts';
import {
  changeConversation,
  conversationDetails,
  pageOfConversations,
  removeConversation,
  requireConversation,
  writeAsPerson,
} from './conversations.ts';
import { erasePerson, exportPerson } from './people.ts';

/** The owner's side of conversations. */
export function conversationRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store, conversationBell } = assistant;
  return [
    ownSiteRoute(assistant, 'GET /conversations', {
      summary: 'Conversations, newest first',
      query: conversationsQuerySchema,
      answers: { 200: conversationListSchema },
      handle: async ({ site, query }) =>
        jsonAnswer(await pageOfConversations(assistant, site, query)),
    }),
    ownSiteRoute(assistant, 'GET /conversations/events', {
      summary: 'Messages and states of all conversations as they happen',
      query: ownerEventsQuerySchema,
      answers: { 200: 'events' },
      events: conversationEventSchema,
      handle: async ({ site, caller, query, header, signal }) => {
        const lastEventId = header('last-event-id') ?? query.last_event_id;
        const isOpen = async () =>
          (await isKeyAlive(assistant, caller.keyId)) &&
          (await findSite(store, site.id))?.owner_id === caller.ownerId;
        return conversationStream(
          await followSite(assistant, site, lastEventId, { isOpen, signal }),
        );
      },
    }),
    ownSiteRoute(assistant, 'GET /conversations/:id', {
      summary: 'A conversation with its messages',
      query: conversationQuerySchema,
      answers: { 200: conversationDetailsSchema },
      handle: async ({ site, params, query }) => {
        const { before } = query;
        return jsonAnswer(await conversationDetails(assistant, site, params.id ?? '', before));
      },
    }),
    ownSiteRoute(assistant, 'POST /conversations/:id/messages', {
      summary: 'Write to the visitor; this takes the conversation over',
      body: personMessageSchema,
      bodyBytesMax: siteLimits.smallBodyBytesMax,
      answers: { 201: messageSchema },
      handle: async ({ site, caller, params, body }) => {
        const { text, name } = body;
        const written = { text, person: caller.person?.name ?? name ?? caller.keyName };
        return jsonAnswer(await writeAsPerson(assistant, site, params.id ?? '', written), 201);
      },
    }),
    ...(['take', 'release', 'close', 'read'] as const).map((action) =>
      ownSiteRoute(assistant, `POST /conversations/:id/${action}`, {
        summary: summaries[action],
        query: takeQuerySchema,
        answers: { 200: conversationSchema },
        handle: async ({ site, caller, params, query }) => {
          const person = caller.person?.name ?? query.name ?? caller.keyName;
          return jsonAnswer(
            await changeConversation(assistant, site, params.id ?? '', action, person),
          );
        },
      }),
    ),
    ownSiteRoute(assistant, 'POST /conversations/:id/typing', {
      summary: 'Show the visitor that a person is typing',
      answers: { 200: okSchema },
      handle: async ({ site, params: { id = '' } }) => {
        await requireConversation(store, site, id);
        conversationBell.ringTyping(site.id, id, 'person');
        return jsonAnswer({ ok: true });
      },
    }),
    ownSiteRoute(assistant, 'DELETE /conversations/:id', {
      summary: 'Delete a conversation permanently, with its questions',
      answers: { 200: deletedSchema },
      handle: async ({ site, params: { id = '' } }) => {
        await removeConversation(assistant, site, id);
        return jsonAnswer({ deleted: true, id });
      },
    }),
    ownSiteRoute(assistant, 'GET /people', {
      summary: 'All data about one person',
      query: peopleQuerySchema,
      answers: { 200: personExportSchema },
      handle: async ({ site, query }) => {
        const texts = exportPerson(assistant, site, contactIn(query));
        return {
          stream: async (sink) => {
            sink.start(200, { 'content-type': 'application/json; charset=utf-8' });
            for await (const text of texts) await sink.write(text);
          },
        };
      },
    }),
    ownSiteRoute(assistant, 'DELETE /people', {
      summary: 'Delete all data about one person permanently',
      query: peopleQuerySchema,
      answers: { 200: personErasedSchema },
      handle: async ({ site, query }) => {
        const erased = await erasePerson(assistant, site, contactIn(query));
        return jsonAnswer({ deleted: true, ...erased });
      },
    }),
  ];
}

function contactIn(query: { readonly [name: string]: unknown }): string {
  const read = contactSchema.safeParse(query.contact);
  if (read.success) return read.data;
  throw invalid(read.error.issues[0]?.message ?? 'contact is required.');
}

const summaries = {
  take: 'Take a conversation over from the assistant',
  release: 'Let the assistant answer again',
  close: 'Close a conversation',
  read: 'Mark the messages of a conversation as read',
} as const;
