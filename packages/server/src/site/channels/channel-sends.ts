/** Messages to visitors of a channel: written to the outbox in the transaction that stores them, and sent from it. */
import { type ChannelName, conversationLimits, cutCharacters } from '@baraza/contract';
import type { Handler, Outcome } from '../../delivery/sender.ts';
import { conflict } from '../../kernel/problem.ts';
import { aboutOf, type Item, receiverOf } from '../../store/outbox.ts';
import { noteSent } from '../../store/site/channels.ts';
import { type ConversationRow, findConversation } from '../../store/site/conversations.ts';
import { isAccepted, noteAccepted, setDelivery } from '../../store/site/messages.ts';
import { ownerOfSite } from '../../store/site/sites.ts';
import { sql, type Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { requireChannel } from './channels.ts';

type SendContext = Pick<
  Assistant,
  'store' | 'clock' | 'log' | 'seal' | 'channels' | 'conversationUpdates'
>;

export type ChannelOutboxContext = Pick<Assistant, 'makeId' | 'clock' | 'outbox'>;

interface Send {
  readonly channel: ChannelName;
  /** A `notice` is sent even to a visitor who has opted out, such as the confirmation of the opt-out. */
  readonly event: 'message' | 'notice';
  /** The id of the message. */
  readonly message: string;
  readonly text: string;
}

// A report of the service comes within seconds.
const reportMs = 30_000;
// What is being sent when the server stops gets this time to arrive.
const graceMs = 5_000;
// Of one conversation; more than anybody writes while a service is down.
const pendingMax = 10_000;

/** Sends the messages of channels, each conversation in its order. */
export function sendHandler(assistant: SendContext): Handler {
  return {
    attempt: (item, signal) => attempt(assistant, item, signal),
    before: async (tx, item, { state, fault, nowMs }) => {
      const { channel, message } = sendOf(item);
      const [site_id, conversation] = conversationOf(item);
      await noteSent(tx, { site_id, channel, fault, nowMs });
      if (state === 'pending') return;
      // The service may have reported by now that it could not deliver it.
      const which = sql`id = ${message} AND delivery = 'pending'`;
      const delivery = state === 'delivered' ? 'sent' : 'failed';
      await setDelivery(tx, site_id, which, { delivery, fault });
      tx.afterCommit(() => assistant.conversationUpdates.publish(site_id, conversation));
    },
  };
}

function sendOf({ payload }: Item): Send {
  return JSON.parse(payload) as Send;
}

/** The site and the conversation, which are the receiver of messages in both directions. */
export function conversationOf({ receiver }: Item): readonly [string, string] {
  const [site = '', conversation = ''] = receiver.split(' ');
  return [site, conversation];
}

async function attempt(
  assistant: SendContext,
  item: Item,
  stopping: AbortSignal,
): Promise<Outcome> {
  const { store, clock } = assistant;
  const { channel: name, message, event, text } = sendOf(item);
  const [siteId, conversation] = conversationOf(item);
  const drop = (reason: string): Outcome => ({ kind: 'dropped', status: null, fault: reason });
  const row = await findConversation(store, siteId, conversation);
  if (row === undefined || row.peer === null) return drop('the conversation was deleted');
  if (row.opted_out_at !== null && event !== 'notice') return drop('the visitor wants no messages');
  if (!isWindowOpen(row, clock())) return drop('the 24 hours of WhatsApp are over');
  const found = await requireChannel(assistant, siteId, name).catch(() => undefined);
  if (found === undefined) return drop('the channel was removed');
  if (item.tries > 1 && (await isAccepted(store, siteId, message)))
    return { kind: 'delivered', status: null };
  // A crash has ended the last attempt. The service cannot be asked whether it has the message: it reports that.
  if (item.unknown > 0 && item.fault === null && found.channel.reportsSends)
    return {
      kind: 'refused',
      status: null,
      fault: 'it is not known whether the message was sent',
      retryAfterMs: reportMs,
    };
  const { peer, contact } = row;
  const sent = await withGrace(stopping, (signal) =>
    found.channel.send(found.settings, { peer, contact }, { id: message, text }, signal),
  );
  if ('fault' in sent) {
    if (sent.isFinal) return drop(sent.fault);
    if (stopping.aborted && sent.status === null) return { kind: 'unknown' };
    return { kind: 'refused', ...sent };
  }
  const { outsideId } = sent;
  if (outsideId !== null)
    await store.write((tx) => noteAccepted(tx, siteId, { id: message, outside_id: outsideId }));
  return { kind: 'delivered', status: 200 };
}

async function withGrace<Result>(
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(() => late.abort(stopping.reason), graceMs);
  };
  if (stopping.aborted) wait();
  else stopping.addEventListener('abort', wait, { once: true });
  try {
    return await work(late.signal);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', wait);
  }
}

/** Whether the channel delivers messages now: WhatsApp does so for 24 hours after the visitor wrote. */
function isWindowOpen(
  { channel, visitor_at }: Pick<ConversationRow, 'channel' | 'visitor_at'>,
  nowMs: number,
): boolean {
  if (channel !== 'whatsapp') return true;
  return visitor_at !== null && visitor_at + conversationLimits.whatsappWindowMs > nowMs;
}

/** Refuses a message that would not be sent. */
export function assertReachable(row: ConversationRow, nowMs: number): void {
  const reason = whyUnreachable(row, nowMs);
  if (reason !== undefined) throw conflict(reason);
}

/** Why a message would not be sent; undefined if it would. */
export function whyUnreachable(row: ConversationRow, nowMs: number): string | undefined {
  if (row.opted_out_at !== null) return 'The visitor has asked for no more messages.';
  if (row.peer === null) return 'This conversation was imported and has no visitor to write to.';
  if (isWindowOpen(row, nowMs)) return undefined;
  return 'WhatsApp delivers messages only within 24 hours after the visitor wrote; this time is over.';
}

export async function enqueueSend(
  { makeId, clock, outbox }: ChannelOutboxContext,
  tx: Writer,
  { site_id, id: conversation, channel }: ConversationRow,
  message: { readonly id: string; readonly text: string },
  event: 'message' | 'notice' = 'message',
): Promise<void> {
  const owner = await ownerOfSite(tx, site_id);
  const text = cutCharacters(message.text, conversationLimits.messageCharactersMax);
  const send: Send = { channel: channel as ChannelName, event, message: message.id, text };
  // Ids order the messages of a conversation.
  const id = makeId('notice');
  const [receiver, about] = [receiverOf(site_id, conversation), aboutOf(site_id, conversation)];
  const item = {
    id,
    kind: 'send',
    owner,
    receiver,
    place: id,
    created_at: clock(),
    about,
  } as const;
  await outbox.enqueue(tx, { ...item, payload: JSON.stringify(send) }, pendingMax);
}
