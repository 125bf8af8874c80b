import {
  type Conversation,
  type ConversationEvent,
  type ConversationMessage,
  type ConversationState,
  conversationLimits,
  type StateChange,
} from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import type { ListedConversation } from '../../store/site/conversations.ts';
import type { ReadMessage } from '../../store/site/messages.ts';
import { isWithPerson } from './conversation-log.ts';

/** A conversation as its owner sees it; `newest` are the messages of its newest row. */
export function viewConversation(
  row: ListedConversation,
  newest: readonly ConversationMessage[],
  nowMs: number,
): Conversation {
  const { visitor_at: visitorAt } = row;
  const last = newest.at(-1);
  const asked = newest.length > 1 ? newest[0]?.text : undefined;
  const isOverdue = row.state === 'person' && !isWithPerson(row, nowMs);
  const state = isOverdue ? 'assistant' : row.state;
  const windowEnd =
    visitorAt === null ? null : isoTime(visitorAt + conversationLimits.whatsappWindowMs);
  return {
    id: row.id,
    state,
    channel: row.channel,
    language: row.language,
    name: row.name ?? row.lead_name,
    contact: row.contact ?? row.lead_contact,
    last:
      last === undefined
        ? null
        : {
            from: last.from,
            text: last.text,
            at: last.at,
            ...(asked === undefined ? {} : { asked }),
          },
    unread: row.unread,
    with: state === 'person' ? row.person : null,
    created_at: isoTime(row.created_at),
    ...(row.channel === 'whatsapp' ? { open_until: windowEnd } : {}),
    ...(row.opted_out_at === null ? {} : { opted_out: true as const }),
  };
}

/** The messages of a row: a question and its answer are two; a deleted question has none. */
export function messagesIn(row: ReadMessage) {
  const { id, at, seq, kind, author, text, delivery, fault } = row;
  const position = { seq: seq ?? 0, at };
  const sent = {
    ...(delivery === null ? {} : { delivery }),
    ...(fault === null ? {} : { fault }),
  };
  if (kind === 'state') return [];
  if (kind !== 'ask') {
    const name = kind === 'person' && author !== null ? { name: author } : {};
    const message = { id, from: kind, text: text ?? '', at: isoTime(at), ...name, ...sent };
    return [{ message, ...position }];
  }
  if (row.question === null) return [];
  const question = {
    id,
    from: 'visitor',
    text: row.question,
    at: isoTime(at),
    question: id,
  } as const;
  const answer = {
    id: `a${id.slice(1)}`,
    from: 'assistant',
    text: row.answer ?? '',
    at: isoTime(at + 1),
    answered: row.answered === 1,
    question: id,
    ...sent,
  } as const;
  return [
    { message: question, ...position },
    ...(answer.text === '' ? [] : [{ message: answer, seq: position.seq + 1, at: at + 1 }]),
  ];
}

export function changeIn({ id, kind, text, at, author }: ReadMessage): readonly StateChange[] {
  if (kind !== 'state') return [];
  return [{ id, state: text as ConversationState, at: isoTime(at), by: author }];
}

export interface PositionedEvent {
  readonly event: ConversationEvent;
  readonly seq: number;
  readonly at: number;
}

export function eventsIn(row: ReadMessage): readonly PositionedEvent[] {
  const { conversation, seq, at, author } = row;
  if (row.kind !== 'state')
    return messagesIn(row).map(({ message, ...position }) => ({
      event: { type: 'message', conversation, ...message },
      ...position,
    }));
  const state = row.text as ConversationState;
  const event: ConversationEvent = {
    type: 'state',
    conversation,
    state,
    with: state === 'person' ? author : null,
    at: isoTime(at),
  };
  return [{ event, seq: seq ?? 0, at }];
}

/** An event without what is only for the owner: delivery notes, and ids of questions that can be taught. */
export function forVisitor(event: ConversationEvent): ConversationEvent {
  if (event.type !== 'message') return event;
  const { delivery: _, fault: __, question: ___, ...shown } = event;
  return shown;
}
