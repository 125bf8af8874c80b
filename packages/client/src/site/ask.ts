/** Reads the events of an answer or a generation, up to `done`. */
import type { DoneEvent, TokenEvent } from '@baraza/contract';
import { streamOf } from '../platform/download.ts';
import { ConnectionError } from '../transport/problem.ts';
import { readEvents } from '../transport/sse.ts';
import type { Answer } from '../transport/transport.ts';

export type AskEvent = TokenEvent | DoneEvent;

/** An earlier turn of the conversation. */
export type HistoryEntry = { readonly role: 'user' | 'assistant'; readonly content: string };

export async function* readAnswer<Done extends { readonly type: 'done' } = DoneEvent>(
  answer: Answer,
): AsyncGenerator<TokenEvent | Done, void, undefined> {
  try {
    for await (const { data } of readEvents(streamOf(answer))) {
      const event = eventOf<Done>(data);
      if (event === undefined) continue;
      yield event;
      if (event.type === 'done') return;
    }
  } finally {
    answer.watch.end();
  }
  throw new ConnectionError('The answer ended before it was complete.', { code: 'connection' });
}

// Events that a newer server adds are ignored.
function eventOf<Done>(data: string): TokenEvent | Done | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    throw new ConnectionError('The answer has an event that is not JSON.', {
      code: 'connection',
      cause,
    });
  }
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined;
  return value.type === 'token' || value.type === 'done' ? (value as TokenEvent | Done) : undefined;
}
