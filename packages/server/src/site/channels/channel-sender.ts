/** Messages to visitors of a channel: written to the outbox in the transaction that stores them, and sent from it. */
import { type ChannelName, conversationLimits, cutCharacters } from '@baraza/contract';
import { createSender, type Outcome, type Sender } from '../../delivery/retrying-sender.ts';
import { conflict } from '../../kernel/problem.ts';
import { openOutbox, settleTry } from '../../store/outbox.ts';
import {
  type ClaimedSend,
  clearFault,
  deleteSend,
  insertSend,
  noteSent,
  sendOutbox,
} from '../../store/site/channels.ts';
import { type ConversationRow, findConversation } from '../../store/site/conversations.ts';
import { isAccepted, noteAccepted, setDelivery } from '../../store/site/messages.ts';
import { sql, type Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { requireChannel } from './channels.ts';

type SenderContext = Pick<
  Assistant,
  'store' | 'clock' | 'log' | 'seal' | 'channels' | 'conversationUpdates'
>;

export type ChannelOutboxContext = Pick<Assistant, 'makeId' | 'clock' | 'channelWakeup'>;

// A report of the service comes within seconds.
const reportMs = 30_000;
// What is being sent when the server stops gets this time to arrive.
const graceMs = 5_000;

/** Sends the messages of channels, each conversation in its order. */
export function createChannelSender(
  assistant: SenderContext,
  pollMs: (() => number) | undefined,
): Sender {
  const { store, clock, log, conversationUpdates } = assistant;
  return createSender(
    openOutbox<ClaimedSend>(store, clock, sendOutbox),
    {
      attempt: (send, signal) => attempt(assistant, send, signal),
      settle: (send, takenBy, { state, status, fault, dueAt, nowMs }) =>
        store.write(async (tx) => {
          const { id, site_id, channel, conversation, message_id } = send;
          await noteSent(tx, { site_id, channel, fault, nowMs });
          if (state === 'pending') {
            const later = { state, due_at: dueAt, status, fault, finished_at: null };
            return settleTry(tx, sendOutbox, { id, takenBy }, later);
          }
          // The service may have reported by now that it could not deliver it.
          const which = sql`id = ${message_id} AND delivery = 'pending'`;
          const delivery = state === 'delivered' ? 'sent' : 'failed';
          await setDelivery(tx, site_id, which, { delivery, fault });
          tx.afterCommit(() => conversationUpdates.publish(site_id, conversation));
          return deleteSend(tx, id);
        }),
    },
    { clock, log, pollMs },
  );
}

/** Undefined if the server stops and it is not known whether the message has arrived. */
async function attempt(
  assistant: SenderContext,
  send: ClaimedSend,
  stopping: AbortSignal,
): Promise<Outcome | undefined> {
  const { store, clock } = assistant;
  const { id, site_id, conversation, message_id, event, payload, tries, fault } = send;
  const drop = (reason: string): Outcome => ({ kind: 'dropped', status: null, fault: reason });
  const row = await findConversation(store, site_id, conversation);
  if (row === undefined || row.peer === null) return drop('the conversation was deleted');
  if (row.opted_out_at !== null && event !== 'notice') return drop('the visitor wants no messages');
  if (!isWindowOpen(row, clock())) return drop('the 24 hours of WhatsApp are over');
  const found = await requireChannel(assistant, site_id, send.channel).catch(() => undefined);
  if (found === undefined) return drop('the channel was removed');
  if (tries > 1) {
    if (await isAccepted(store, site_id, message_id)) return { kind: 'delivered', status: null };
    // A crash has ended the last attempt: the service knows whether it has the message.
    if (fault === null && found.channel.reportsSends)
      return {
        kind: 'refused',
        status: null,
        fault: 'it is not known whether the message was sent',
        retryAfterMs: reportMs,
      };
    await store.write((tx) => clearFault(tx, id));
  }
  const { peer, contact } = row;
  const message = { id: message_id, text: payload };
  const sent = await withGrace(stopping, (signal) =>
    found.channel.send(found.settings, { peer, contact }, message, signal),
  );
  if ('fault' in sent) {
    if (sent.isFinal) return drop(sent.fault);
    if (stopping.aborted && sent.status === null) return undefined;
    return { kind: 'refused', ...sent };
  }
  const { outsideId } = sent;
  if (outsideId !== null)
    await store.write((tx) => noteAccepted(tx, site_id, { id: message_id, outside_id: outsideId }));
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
  { makeId, clock, channelWakeup }: ChannelOutboxContext,
  tx: Writer,
  { site_id, id: conversation, channel }: ConversationRow,
  message: { readonly id: string; readonly text: string },
  event: 'message' | 'notice' = 'message',
): Promise<void> {
  await insertSend(tx, {
    // Ids order the messages of a conversation.
    id: makeId('notice'),
    site_id,
    channel: channel as ChannelName,
    conversation,
    message_id: message.id,
    event,
    payload: cutCharacters(message.text, conversationLimits.messageCharactersMax),
    created_at: clock(),
  });
  tx.afterCommit(channelWakeup.wake);
}
