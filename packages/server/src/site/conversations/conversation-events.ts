/** Event streams of conversations: messages and states in their order, and who is typing. */
import type { ConversationEvent } from '@baraza/contract';
import { createWakeSignal } from '../../kernel/race.ts';
import { findConversation } from '../../store/site/conversations.ts';
import {
  feedFrom,
  lastPosition,
  messagesFrom,
  type ReadMessage,
} from '../../store/site/messages.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import type { Typist } from './conversation-updates.ts';
import { eventsIn, forVisitor, type PositionedEvent } from './conversations-view.ts';

export type StreamItem =
  /** Subscribed: from here on nothing is missed. */
  | { readonly type: 'listening' }
  | { readonly type: 'beat' }
  /** `id` is the position to resume from; typing has none. */
  | { readonly type: 'event'; readonly id: string | undefined; readonly event: ConversationEvent };

type StreamContext = Pick<Assistant, 'store' | 'conversationUpdates'>;

interface Feed {
  readonly site: SiteRow;
  /** Undefined for all conversations of the site. */
  readonly conversation: string | undefined;
  /** Whose typing is shown. */
  readonly typist: Typist;
  /** The next rows of the feed after a position. */
  readonly read: (after: number) => Promise<readonly ReadMessage[]>;
  readonly positionOf: (positioned: Pick<PositionedEvent, 'seq' | 'at'>) => number;
  /** False if the reader may read no longer, or the conversation was deleted. */
  readonly isOpen: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

const batchSize = 200;

/** The events of all conversations of a site, after a position or from now on. */
export async function followSite(
  context: StreamContext,
  site: SiteRow,
  lastEventId: string | undefined,
  { isOpen, signal }: Pick<Feed, 'isOpen' | 'signal'>,
): Promise<AsyncIterable<StreamItem>> {
  const newest = await lastPosition(context.store, site.id);
  const given = positionOf(lastEventId);
  const feed: Feed = {
    site,
    conversation: undefined,
    typist: 'visitor',
    // The row of an answer is that of its question, which has the position before.
    read: (after) => feedFrom(context.store, site.id, after, batchSize),
    positionOf: ({ seq }) => seq,
    isOpen,
    signal,
  };
  // After a restore from a backup the feed continues from an earlier position.
  return follow(context, feed, Math.min(given ?? newest, newest));
}

/** The events of one conversation, after a position or from its first message on. */
export function followConversation(
  context: StreamContext,
  site: SiteRow,
  conversation: string,
  lastEventId: string | undefined,
  { isOpen, signal }: Pick<Feed, 'isOpen' | 'signal'>,
): AsyncIterable<StreamItem> {
  const { store } = context;
  const feed: Feed = {
    site,
    conversation,
    typist: 'person',
    read: (after) => messagesFrom(store, site.id, conversation, after, batchSize),
    positionOf: ({ at }) => at,
    isOpen: async () =>
      (await findConversation(store, site.id, conversation)) !== undefined && (await isOpen()),
    signal,
  };
  return follow(context, feed, positionOf(lastEventId) ?? 0);
}

function positionOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

async function* follow(
  { conversationUpdates }: StreamContext,
  feed: Feed,
  start: number,
): AsyncGenerator<StreamItem, void, undefined> {
  const { site, conversation, signal } = feed;
  const wakeSignal = createWakeSignal();
  const typing = new Set<string>();
  const stopListening = conversationUpdates.listen(site.id, {
    ...wakeSignal.listener,
    conversation,
    onTyping: (where, from) => {
      if (from !== feed.typist) return;
      typing.add(where);
      wakeSignal.listener.onChange();
    },
  });
  signal.addEventListener('abort', wakeSignal.listener.onChange, { once: true });
  const isOver = () => signal.aborted || conversationUpdates.isClosed();
  try {
    yield { type: 'listening' };
    let after = yield* eventsAfter(feed, start, isOver);
    while (!isOver()) {
      const beat = await wakeSignal.next();
      if (isOver() || !(await feed.isOpen())) return;
      if (beat) yield { type: 'beat' };
      after = yield* eventsAfter(feed, after, isOver);
      for (const where of typing) {
        typing.delete(where);
        const event = { type: 'typing', conversation: where, from: feed.typist } as const;
        yield { type: 'event', id: undefined, event };
      }
    }
  } finally {
    stopListening();
  }
}

/** The events after a position, and the new position. */
async function* eventsAfter(
  feed: Feed,
  start: number,
  isOver: () => boolean,
): AsyncGenerator<StreamItem, number, undefined> {
  let after = start;
  for (let isFull = true; isFull && !isOver(); ) {
    const before = after;
    // The row at the position may have an answer that was not sent.
    const rows = await feed.read(Math.max(after - 1, 0));
    isFull = rows.length === batchSize;
    for (const positioned of rows.flatMap(eventsIn)) {
      const position = feed.positionOf(positioned);
      if (position <= after) continue;
      after = position;
      const event =
        feed.conversation === undefined ? positioned.event : forVisitor(positioned.event);
      yield { type: 'event', id: String(position), event };
    }
    // Questions that were deleted have rows without events.
    const last = rows.at(-1);
    if (last !== undefined)
      after = Math.max(after, feed.positionOf({ seq: last.seq ?? 0, at: last.at }));
    // A whole batch at one position: what follows it would never be reached.
    if (isFull && after === before) after += 1;
  }
  return after;
}
