/**
 * Changes of one conversation inside a transaction. The first step locks its row, so that every decision about
 * who answers is made with the stored state.
 */
import {
  type ConversationChannel,
  type ConversationState,
  hourMs,
  type Language,
} from '@baraza/contract';
import {
  type ConversationRow,
  insertConversation,
  lockConversation,
  updateConversation,
} from '../../store/site/conversations.ts';
import { insertMessage, type MessageRow, takePositions } from '../../store/site/messages.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { together, type Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { enqueueSend, whyUnreachable } from '../channels/channel-sends.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { type VisitorInfo, visitorName } from '../visits.ts';
import { handedBack } from '../words.ts';

export type LogContext = Pick<
  Assistant,
  'clock' | 'makeId' | 'conversationUpdates' | 'conversationSecrets' | 'outbox'
>;

/** A conversation whose row is locked. */
export interface Held {
  row: ConversationRow;
  /** The secret of a new conversation; only its hash is stored. */
  readonly secret: string | undefined;
}

interface NewConversation {
  readonly channel: ConversationChannel;
  readonly language: Language | null;
  /** The id that the page gave its visitor. */
  readonly visitor?: string | undefined;
  readonly peer?: string;
  readonly name?: string | null;
  readonly contact?: string | null;
}

/** The columns of a conversation without messages. */
export const emptyConversation = {
  state: 'assistant',
  peer: null,
  secret_hash: null,
  visitor_hash: null,
  person: null,
  person_until: null,
  person_at: null,
  visitor_at: null,
  opted_out_at: null,
  unread: 0,
} as const;

/** Creates the conversation if it does not exist. Undefined if it belongs to another channel. */
export async function openConversation(
  context: LogContext,
  tx: Writer,
  site: SiteRow,
  id: string,
  { channel, language, visitor, peer, name, contact }: NewConversation,
): Promise<Held | undefined> {
  const { mint, hashOf } = context.conversationSecrets;
  const secret = channel === 'web' ? mint() : undefined;
  const namedVisitor = visitorName(visitor);
  const nowMs = context.clock();
  const fresh: ConversationRow = {
    ...emptyConversation,
    site_id: site.id,
    id,
    channel,
    language,
    peer: peer ?? null,
    name: name ?? null,
    contact: contact ?? null,
    secret_hash: secret?.hash ?? null,
    visitor_hash: namedVisitor === undefined ? null : hashOf(namedVisitor),
    created_at: nowMs,
    // So that the first message can have the time `nowMs`.
    last_at: nowMs - 1,
  };
  const isNew = (await insertConversation(tx, fresh)) > 0;
  const row = isNew ? fresh : await lockConversation(tx, site.id, id);
  if (row === undefined || row.channel !== channel) return undefined;
  const held: Held = { row, secret: isNew ? secret?.text : undefined };
  await returnOverdue(context, tx, held);
  return held;
}

/** Whether a request is from the visitor of a conversation: it has its secret, or the id of who began it. */
export function isFromItsVisitor(
  { conversationSecrets: { isRight } }: Pick<LogContext, 'conversationSecrets'>,
  row: Pick<ConversationRow, 'secret_hash' | 'visitor_hash'>,
  { secret, visitor }: Pick<VisitorInfo, 'secret' | 'visitor'>,
): boolean {
  return isRight(secret, row.secret_hash) || isRight(visitorName(visitor), row.visitor_hash);
}

export function isWithPerson(
  row: Pick<ConversationRow, 'state' | 'person_until'> | undefined,
  nowMs: number,
): boolean {
  return row?.state === 'person' && (row.person_until === null || row.person_until > nowMs);
}

/** The assistant answers again if the person has been silent for too long. */
export async function returnOverdue(context: LogContext, tx: Writer, held: Held): Promise<void> {
  if (held.row.state === 'person' && !isWithPerson(held.row, context.clock()))
    await changeState(context, tx, held, { state: 'assistant', by: null });
}

/**
 * Writes a change of the state; does nothing if the state and the person are the same. When a person leaves the
 * conversation, its visitor is told that the assistant answers again.
 */
export async function changeState(
  context: LogContext,
  tx: Writer,
  held: Held,
  { state, by }: { readonly state: ConversationState; readonly by: string | null },
): Promise<void> {
  const { row } = held;
  if (row.state === state && (state !== 'person' || row.person === by)) return;
  const person = state === 'person' ? by : null;
  held.row = { ...row, state, person, person_until: state === 'person' ? row.person_until : null };
  await append(context, tx, held, { kind: 'state', author: by, text: state });
  if (row.state === 'person' && state !== 'person' && canReach(held.row, context.clock()))
    await say(context, tx, held, handedBack(held.row.language));
}

function canReach(row: ConversationRow, nowMs: number): boolean {
  return row.channel === 'web' || whyUnreachable(row, nowMs) === undefined;
}

/** A sentence of the assistant that is no answer. */
export async function say(
  context: LogContext,
  tx: Writer,
  held: Held,
  text: string,
  event: 'message' | 'notice' = 'message',
): Promise<void> {
  const isOutside = held.row.channel !== 'web';
  const message = { kind: 'assistant', author: null, text } as const;
  const { id } = await append(context, tx, held, {
    ...message,
    ...(isOutside && { delivery: 'pending' }),
  });
  if (isOutside) await enqueueSend(context, tx, held.row, { id, text }, event);
}

/** A person takes the conversation, or says something in it. */
export async function giveToPerson(
  context: LogContext,
  tx: Writer,
  held: Held,
  person: string | null,
  profile: Pick<ProfileHead, 'people_hours'>,
): Promise<void> {
  const person_until = context.clock() + profile.people_hours * hourMs;
  held.row = { ...held.row, person_until, unread: 0 };
  await changeState(context, tx, held, { state: 'person', by: person });
  await updateConversation(tx, held.row);
}

type NewMessage = Pick<MessageRow, 'kind' | 'author' | 'text'> &
  Partial<Pick<MessageRow, 'id' | 'delivery' | 'outside_id'>>;

/** Appends to the log, and wakes the streams after the commit. Returns the row. */
export async function append(
  context: LogContext,
  tx: Writer,
  held: Held,
  { id, delivery, outside_id, ...message }: NewMessage,
): Promise<MessageRow> {
  const { row } = held;
  // The answer of an ask takes the next position and the next millisecond.
  const positions = message.kind === 'ask' ? 2 : 1;
  const at = Math.max(context.clock(), row.last_at + 1);
  const isFromVisitor = message.kind === 'ask' || message.kind === 'visitor';
  held.row = {
    ...row,
    last_at: at + positions - 1,
    visitor_at: isFromVisitor ? at : row.visitor_at,
    person_at: message.kind === 'person' ? at : row.person_at,
    unread: isFromVisitor ? row.unread + 1 : row.unread,
  };
  const { site_id, id: conversation } = row;
  const written: MessageRow = {
    ...message,
    site_id,
    id: id ?? context.makeId('message'),
    conversation,
    at,
    seq: await takePositions(tx, site_id, positions),
    delivery: delivery ?? null,
    fault: null,
    outside_id: outside_id ?? null,
  };
  await together(insertMessage(tx, written), updateConversation(tx, held.row));
  tx.afterCommit(() => context.conversationUpdates.publish(site_id, conversation));
  return written;
}
