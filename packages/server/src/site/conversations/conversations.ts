import {
  type Conversation,
  type ConversationDetails,
  type ConversationList,
  type ConversationMessage,
  type ConversationsQuery,
  conversationLimits,
  isConversationId,
  type Language,
  siteLimits,
} from '@baraza/contract';
import { pick } from '../../kernel/language/bilingual.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import { decodeCursor, encodeCursor } from '../../store/cursor.ts';
import { deleteItemsAbout } from '../../store/outbox.ts';
import {
  type ConversationRow,
  countConversations,
  findConversation,
  findListed,
  type ListedConversation,
  listConversations,
  lockConversation,
  overdueConversations,
  updateConversation,
} from '../../store/site/conversations.ts';
import { deleteSomeMessages, lastMessages, messagesBefore } from '../../store/site/messages.ts';
import { findSite, type SiteRow } from '../../store/site/sites.ts';
import { deleteVisits, visitTables } from '../../store/site/visits.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import {
  assertReachable,
  type ChannelOutboxContext,
  enqueueSend,
} from '../channels/channel-sends.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { deleteInSteps } from '../sites/site-removal.ts';
import {
  append,
  changeState,
  giveToPerson,
  type Held,
  type LogContext,
  returnOverdue,
} from './conversation-log.ts';
import { changeIn, messagesIn, viewConversation } from './conversations-view.ts';

export type ConversationContext = LogContext & Pick<Assistant, 'store' | 'profiles'>;

/** Newest first. */
export async function pageOfConversations(
  { store, clock }: Pick<Assistant, 'store' | 'clock'>,
  site: SiteRow,
  { state, channel, cursor, limit = siteLimits.pageSizeDefault }: ConversationsQuery,
): Promise<ConversationList> {
  const position = decodeCursor(cursor, (text) => positionFormat.test(text), 'next');
  const [, at, id = ''] = positionFormat.exec(position ?? '') ?? [];
  const before = position === undefined ? undefined : { atMs: Number(at), id };
  // With a filter, many rows may be read for few results.
  const reader = state === undefined && channel === undefined ? store : store.scan(site.owner_id);
  const page = { before, limit: limit + 1 };
  const found = await listConversations(reader, site.id, { state, channel }, page);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const counts = await countConversations(store, site.id);
  return {
    conversations: [...(await viewAll(store, site, rows, clock()))],
    waiting: counts.waiting,
    counts,
    next: found.length > limit && last ? encodeCursor(`${last.last_at} ${last.id}`) : null,
  };
}

const positionFormat = /^(\d{1,15}) (.{1,200})$/su;

async function viewAll(
  reader: Reader,
  site: SiteRow,
  rows: readonly ListedConversation[],
  nowMs: number,
): Promise<readonly Conversation[]> {
  const ids = rows.map(({ id }) => id);
  const newest = await lastMessages(reader, site.id, ids);
  const messages = new Map<string, readonly ConversationMessage[]>(
    newest.map((row) => [row.conversation, messagesIn(row).map(({ message }) => message)]),
  );
  return rows.map((row) => viewConversation(row, messages.get(row.id) ?? [], nowMs));
}

/** A conversation with its messages; the newest ones if there are many. */
export async function conversationDetails(
  { store, clock }: Pick<Assistant, 'store' | 'clock'>,
  site: SiteRow,
  id: string,
  before?: string,
): Promise<ConversationDetails> {
  const beforeMs = Number(
    decodeCursor(before, (position) => /^\d{1,15}$/.test(position), 'next') ??
      Number.MAX_SAFE_INTEGER,
  );
  return store.read(async (view) => {
    const conversation = await viewListed(view, site, id, clock());
    const max = conversationLimits.messagesShownMax;
    const found = await messagesBefore(view, site.id, id, beforeMs, max + 1);
    const rows = found.slice(0, max).toReversed();
    return {
      ...conversation,
      messages: rows.flatMap(messagesIn).map(({ message }) => message),
      changes: rows.flatMap(changeIn),
      next: found.length > max ? encodeCursor(String(rows[0]?.at ?? 0)) : null,
    };
  });
}

export async function requireConversation(
  reader: Reader,
  site: SiteRow,
  id: string,
): Promise<ConversationRow> {
  const row = isConversationId(id) ? await findConversation(reader, site.id, id) : undefined;
  if (row === undefined) throw absent('conversation');
  return row;
}

/** Locks a conversation of the site for a change by its owner. */
async function lockOwnConversation(
  context: LogContext,
  tx: Writer,
  site: SiteRow,
  id: string,
): Promise<Held> {
  const row = isConversationId(id) ? await lockConversation(tx, site.id, id) : undefined;
  if (row === undefined) throw absent('conversation');
  const held: Held = { row, secret: undefined };
  await returnOverdue(context, tx, held);
  return held;
}

/** What a person does with a conversation. */
export async function changeConversation(
  context: ConversationContext,
  site: SiteRow,
  id: string,
  action: 'take' | 'release' | 'close' | 'read',
  /** The name that visitors see. */
  person: string | undefined,
): Promise<Conversation> {
  const profile = await context.profiles.headOf(site);
  return context.store.write(async (tx) => {
    const held = await lockOwnConversation(context, tx, site, id);
    const by = person ?? businessOf(profile, held.row.language);
    if (action === 'take') await giveToPerson(context, tx, held, by, profile);
    else {
      held.row = { ...held.row, unread: 0 };
      if (action === 'release') await changeState(context, tx, held, { state: 'assistant', by });
      if (action === 'close') await changeState(context, tx, held, { state: 'closed', by });
      await updateConversation(tx, held.row);
    }
    tx.afterCommit(() => context.conversationUpdates.publish(site.id, id));
    return viewListed(tx, site, id, context.clock());
  });
}

/** A person writes, and so takes the conversation over. */
export async function writeAsPerson(
  context: ConversationContext & ChannelOutboxContext,
  site: SiteRow,
  id: string,
  { text, person }: { readonly text: string; readonly person: string | undefined },
): Promise<ConversationMessage> {
  const profile = await context.profiles.headOf(site);
  return context.store.write(async (tx) => {
    const held = await lockOwnConversation(context, tx, site, id);
    const isOutside = held.row.channel !== 'web';
    if (isOutside) assertReachable(held.row, context.clock());
    const author = person ?? businessOf(profile, held.row.language);
    await giveToPerson(context, tx, held, author, profile);
    const message = { kind: 'person', author, text } as const;
    const delivery = isOutside ? { delivery: 'pending' as const } : {};
    const row = await append(context, tx, held, { ...message, ...delivery });
    if (isOutside) await enqueueSend(context, tx, held.row, { id: row.id, text });
    const [positioned] = messagesIn({ ...row, question: null, answer: null, answered: null });
    if (positioned === undefined) throw new Error('a message of a person has no view');
    return positioned.message;
  });
}

/** What visitors see instead of the name of a person who gave none; null if it is unknown, too. */
function businessOf(
  { business, languages }: Pick<ProfileHead, 'business' | 'languages'>,
  language: Language | null,
): string | null {
  return pick(business, language ?? languages[0] ?? 'en') || null;
}

async function viewListed(reader: Reader, site: SiteRow, id: string, nowMs: number) {
  const row = await findListed(reader, site.id, id);
  if (row === undefined) throw absent('conversation');
  const [view] = await viewAll(reader, site, [row], nowMs);
  return view as Conversation;
}

/** Deletes a conversation with its messages, questions and notices that were not sent yet. */
export async function removeConversation(
  { store, conversationUpdates }: Pick<Assistant, 'store' | 'conversationUpdates'>,
  site: SiteRow,
  id: string,
) {
  if ((await findListed(store, site.id, id)) === undefined) throw absent('conversation');
  let questions = 0;
  const remove = async (tx: Writer, max: number) => {
    const deleted = await deleteSomeMessages(tx, site.id, id, max);
    questions += deleted.questions;
    return deleted.messages;
  };
  await deleteInSteps(store, remove, () => false);
  return store.write(async (tx) => {
    // Messages may have come meanwhile.
    await lockConversation(tx, site.id, id);
    await remove(tx, 1_000);
    await deleteItemsAbout(tx, site.id, { conversation: id });
    await deleteVisits(tx, visitTables.conversations, site.id, [id]);
    tx.afterCommit(() => conversationUpdates.publish(site.id, id));
    return { questions };
  });
}

const overdueAtOnce = 100;

/** Gives a conversation back to the assistant if the person who took it has been silent for too long. */
export async function returnOverdueConversations(
  context: LogContext & { readonly store: Store },
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { store, clock } = context;
  for (;;) {
    const overdue = await overdueConversations(store, clock(), overdueAtOnce);
    for (const { site_id, id } of overdue) {
      if (isStopped()) return;
      const site = await findSite(store, site_id);
      if (site !== undefined)
        await store.write(async (tx) => {
          await lockOwnConversation(context, tx, site, id).catch(ignoreAbsent);
        });
    }
    if (overdue.length < overdueAtOnce) return;
  }
}

function ignoreAbsent(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}
