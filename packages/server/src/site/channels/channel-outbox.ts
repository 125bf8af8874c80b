/** Messages to visitors of a channel, written to the outbox in the transaction that stores them. */
import { type ChannelName, conversationLimits, cutCharacters } from '@baraza/contract';
import { conflict } from '../../kernel/problem.ts';
import { insertSend } from '../../store/site/channels.ts';
import type { ConversationRow } from '../../store/site/conversations.ts';
import type { Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';

/** Whether the channel delivers messages now: WhatsApp does so for 24 hours after the visitor wrote. */
export function isWindowOpen(
  { channel, visitor_at }: Pick<ConversationRow, 'channel' | 'visitor_at'>,
  nowMs: number,
): boolean {
  if (channel !== 'whatsapp') return true;
  return visitor_at !== null && visitor_at + conversationLimits.whatsappWindowMs > nowMs;
}

/** Refuses a message that would not be sent. */
export function assertReachable(row: ConversationRow, nowMs: number): void {
  if (row.opted_out_at !== null) throw conflict('The visitor has asked for no more messages.');
  if (row.peer === null)
    throw conflict('This conversation was imported and has no visitor to write to.');
  if (!isWindowOpen(row, nowMs))
    throw conflict(
      'WhatsApp delivers messages only within 24 hours after the visitor wrote; this time is over.',
    );
}

export async function enqueueSend(
  { makeId, clock, channelBell }: Assistant,
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
  tx.afterCommit(channelBell.ring);
}
