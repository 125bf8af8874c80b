import {
  contactSchema,
  conversationDetailsSchema,
  conversationEventSchema,
  conversationListSchema,
  conversationQuerySchema,
  conversationSchema,
  conversationsQuerySchema,
  deletedSchema,
  isConversationId,
  messageSchema,
  newSavedAnswerSchema,
  okSchema,
  ownerEventsQuerySchema,
  peopleQuerySchema,
  personAskedSchema,
  personErasedSchema,
  personExportSchema,
  personMessageSchema,
  savedAnswerListSchema,
  savedAnswerSchema,
  siteLimits,
  takeQuerySchema,
  visitorEventsQuerySchema,
} from '@baraza/contract';
import { isKeyAlive } from '../../access/keys.ts';
import type { Answer, Sink } from '../../http/answer.ts';
import type { Call } from '../../http/route.ts';
import { eventLine, eventStreamHeaders, keepAliveComment } from '../../http/sse.ts';
import { absent, invalid } from '../../kernel/problem.ts';
import { findConversation } from '../../store/site/conversations.ts';
import { admitVisitor, requireOwnSite } from '../admission.ts';
import type { Assistant, Visitor } from '../assistant.ts';
import { ownSiteRoute, publicRoute, type SiteRoute } from '../route.ts';
import { isAdmitted, requireHere } from '../sites/site-here.ts';
import { limitVisits, readCallOrigin, readVisitorInfo } from '../visit.request.ts';
import { visitorLanguage } from '../visits.ts';
import { followConversation, followSite, type StreamItem } from './conversation-events.ts';
import {
  changeConversation,
  conversationDetails,
  pageOfConversations,
  removeConversation,
  requireConversation,
  writeAsPerson,
} from './conversations.ts';
import { erasePerson, exportPerson } from './people.ts';
import { askForPerson } from './person-request.ts';
import { forgetAnswer, saveAnswer, savedAnswersOf } from './saved-answers.ts';

export function conversationRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [...visitorRoutes(assistant), ...ownerRoutes(assistant), ...savedAnswerRoutes(assistant)];
}

function ownerRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store, conversationUpdates } = assistant;
  return [
    ownSiteRoute(assistant, 'GET /conversations', {
      name: 'listConversations',
      summary: 'Conversations, newest first',
      query: conversationsQuerySchema,
      answers: { 200: conversationListSchema },
      reply: ({ site, query }) => pageOfConversations(assistant, site, query),
    }),
    ownSiteRoute(assistant, 'GET /conversations/events', {
      name: 'followConversations',
      summary: 'Messages and states of all conversations as they happen',
      query: ownerEventsQuerySchema,
      answers: { 200: 'events' },
      events: conversationEventSchema,
      handle: async ({ site, caller, query, header, signal }) => {
        const lastEventId = header('last-event-id') ?? query.last_event_id;
        const isOpen = async () =>
          (await isKeyAlive(assistant, caller)) &&
          (await isAdmitted(() => requireOwnSite(store, caller.ownerId, site.id, true)));
        return conversationStream(
          await followSite(assistant, site, lastEventId, { isOpen, signal }),
        );
      },
    }),
    ownSiteRoute(assistant, 'GET /conversations/:id', {
      name: 'getConversation',
      summary: 'A conversation with its messages',
      query: conversationQuerySchema,
      answers: { 200: conversationDetailsSchema },
      reply: ({ site, params, query }) =>
        conversationDetails(assistant, site, params.id ?? '', query.before),
    }),
    ownSiteRoute(assistant, 'POST /conversations/:id/messages', {
      name: 'writeMessage',
      summary: 'Write to the visitor; this takes the conversation over',
      body: personMessageSchema,
      bodyBytesMax: siteLimits.smallBodyBytesMax,
      answers: { 201: messageSchema },
      reply: async ({ site, caller, params, body }) => {
        const { text, name } = body;
        const written = { text, person: caller.firstName ?? name };
        return writeAsPerson(assistant, site, params.id ?? '', written);
      },
    }),
    ...(['take', 'release', 'close', 'read'] as const).map((action) =>
      ownSiteRoute(assistant, `POST /conversations/:id/${action}`, {
        ...actions[action],
        query: takeQuerySchema,
        answers: { 200: conversationSchema },
        reply: async ({ site, caller, params, query }) => {
          const person = caller.firstName ?? query.name;
          return changeConversation(assistant, site, params.id ?? '', action, person);
        },
      }),
    ),
    ownSiteRoute(assistant, 'POST /conversations/:id/typing', {
      name: 'showPersonTyping',
      summary: 'Show the visitor that a person is typing',
      answers: { 200: okSchema },
      reply: async ({ site, params: { id = '' } }) => {
        await requireConversation(store, site, id);
        conversationUpdates.publishTyping(site.id, id, 'person');
        return { ok: true };
      },
    }),
    ownSiteRoute(assistant, 'DELETE /conversations/:id', {
      name: 'deleteConversation',
      summary: 'Delete a conversation permanently, with its questions',
      answers: { 200: deletedSchema },
      reply: async ({ site, params: { id = '' } }) => {
        await removeConversation(assistant, site, id);
        return { deleted: true, id };
      },
    }),
    ownSiteRoute(assistant, 'GET /people', {
      name: 'getPersonData',
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
      name: 'erasePersonData',
      summary: 'Delete all data about one person permanently',
      query: peopleQuerySchema,
      answers: { 200: personErasedSchema },
      reply: async ({ site, query }) => {
        const erased = await erasePerson(assistant, site, contactIn(query));
        return { deleted: true, ...erased };
      },
    }),
  ];
}

function contactIn(query: { readonly [name: string]: unknown }): string {
  const read = contactSchema.safeParse(query.contact);
  if (read.success) return read.data;
  throw invalid(read.error.issues[0]?.message ?? 'contact is required.');
}

const actions = {
  take: { name: 'takeConversation', summary: 'Take a conversation over from the assistant' },
  release: { name: 'releaseConversation', summary: 'Let the assistant answer again' },
  close: { name: 'closeConversation', summary: 'Close a conversation' },
  read: { name: 'markConversationRead', summary: 'Mark the messages of a conversation as read' },
} as const;

function savedAnswerRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    ownSiteRoute(assistant, 'GET /saved-answers', {
      name: 'listSavedAnswers',
      summary: 'Saved answers of the site, newest first',
      answers: { 200: savedAnswerListSchema },
      reply: ({ site }) => savedAnswersOf(assistant.store, site),
    }),
    ownSiteRoute(assistant, 'POST /saved-answers', {
      name: 'createSavedAnswer',
      summary: 'Save an answer',
      body: newSavedAnswerSchema,
      bodyBytesMax: siteLimits.smallBodyBytesMax,
      answers: { 201: savedAnswerSchema },
      reply: ({ site, body }) => saveAnswer(assistant, site, body.text),
    }),
    ownSiteRoute(assistant, 'DELETE /saved-answers/:id', {
      name: 'deleteSavedAnswer',
      summary: 'Delete a saved answer',
      answers: { 200: deletedSchema },
      reply: async ({ site, params: { id = '' } }) => {
        await forgetAnswer(assistant, site, id);
        return { deleted: true, id };
      },
    }),
  ];
}

/** The visitor's side of conversations. */
function visitorRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store, profiles, conversationUpdates } = assistant;
  return [
    publicRoute('POST /v1/sites/:site/conversations/:id/person', {
      name: 'askForPerson',
      summary: 'Ask for a person',
      query: visitorEventsQuerySchema,
      answers: { 200: personAskedSchema },
      limit: limitVisits(assistant, 'leads'),
      reply: async (call) => {
        const { caller, params, query, header } = call;
        const { languages } = await profiles.headOf(caller.site);
        const wanted = query.language;
        const language = visitorLanguage(wanted, header('accept-language'), languages);
        const { visitor, secret } = readVisitorInfo(assistant, call);
        const wish = { conversation: params.id ?? '', secret, visitor, language };
        return askForPerson(assistant, caller.site, wish);
      },
    }),
    publicRoute('POST /v1/sites/:site/conversations/:id/typing', {
      name: 'showVisitorTyping',
      summary: 'Show the person that the visitor is typing',
      query: visitorEventsQuerySchema,
      answers: { 200: okSchema },
      limit: limitVisits(assistant, 'feedback'),
      reply: async (call) => {
        const { id } = await requireReadable(assistant, call);
        conversationUpdates.publishTyping(call.caller.site.id, id, 'visitor');
        return { ok: true };
      },
    }),
    publicRoute('GET /v1/sites/:site/conversations/:id/events', {
      name: 'followConversation',
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
        const isOpen = () =>
          isAdmitted(async () =>
            admitVisitor(assistant, await requireHere(store, caller.site.id, true), origin),
          );
        const lastEventId = header('last-event-id') ?? last_event_id;
        return conversationStream(
          followConversation(assistant, caller.site, id, lastEventId, { isOpen, signal }),
        );
      },
    }),
  ];
}

/** The conversation of a caller who knows its secret; else it does not exist. */
async function requireReadable(assistant: Assistant, call: Call<Visitor>) {
  const { store, conversationSecrets } = assistant;
  const { secret } = readVisitorInfo(assistant, call);
  const id = call.params.id ?? '';
  const row = isConversationId(id)
    ? await findConversation(store, call.caller.site.id, id)
    : undefined;
  if (row === undefined || !conversationSecrets.isRight(secret, row.secret_hash))
    throw absent('conversation');
  return row;
}

const reconnectMs = 2_000;

/** A stream of events, each with its name and, if it can be resumed from, its id. */
function conversationStream(items: AsyncIterable<StreamItem>): Answer {
  return {
    stream: async (sink) => {
      for await (const item of items) {
        // A refusal before the subscription has its own status.
        if (item.type === 'listening') sink.start(200, eventStreamHeaders);
        if (sink.headersOnly) return;
        await writeItem(sink, item);
        await sink.flush();
      }
    },
  };
}

function writeItem(sink: Sink, item: StreamItem): Promise<void> {
  if (item.type === 'listening') return sink.write(`retry: ${reconnectMs}\n\n`);
  if (item.type === 'beat') return sink.write(keepAliveComment);
  const id = item.id === undefined ? '' : `id: ${item.id}\n`;
  return sink.write(`${id}event: ${item.event.type}\n${eventLine(item.event)}`);
}
