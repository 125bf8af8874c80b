/** An answer on its way: the events of an ask or a generation, read until the one that ends it. */
import type { DoneEvent, TokenEvent } from '@baraza/contract';
import { streamOf } from '../platform/download.ts';
import { ConnectionError } from '../transport/problem.ts';
import { readEvents } from '../transport/sse.ts';
import type { Answer } from '../transport/transport.ts';

export type AskEvent = TokenEvent | DoneEvent;

/** One turn of what was said before a question. */
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
  throw new ConnectionError('The answer broke off before its end.', { code: 'connection' });
}

// A newer server may say more; what is not known here is passed over.
function eventOf<Done>(data: string): TokenEvent | Done | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    throw new ConnectionError('The answer holds an event that is no JSON.', {
      code: 'connection',
      cause,
    });
  }
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined;
  return value.type === 'token' || value.type === 'done' ? (value as TokenEvent | Done) : undefined;
}
