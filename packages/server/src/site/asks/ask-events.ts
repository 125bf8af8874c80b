/** The events of an ask: tokens as they become known, then exactly one `done`. */
import type { DoneEvent } from '@baraza/contract';
import type { AskResult } from './ask-outcome.ts';
import type { PieceQueue } from './piece-queue.ts';

export type AskEvent =
  | {
      readonly type: 'tokens';
      /** Words that became known together; those of all events, put together, are the text. */
      readonly tokens: readonly string[];
      /** Whether the `done` is at hand too: whoever sends this need not send it alone. */
      readonly isLast: boolean;
    }
  | { readonly type: 'done'; readonly done: Omit<DoneEvent, 'type'> };

/** Streams the queued pieces, then the rest of the result's text, then `done`. */
export async function* askEvents(
  pieces: Pick<PieceQueue, 'take' | 'leave'>,
  result: Promise<AskResult>,
): AsyncGenerator<AskEvent, void, undefined> {
  let sentText = '';
  try {
    for (let piece = await pieces.take(); piece !== undefined; piece = await pieces.take()) {
      sentText += piece;
      yield { type: 'tokens', tokens: tokensOf(piece), isLast: false };
    }
    const { text, done } = await result;
    // An answer that could not be kept ends with another sentence than it began with.
    const rest = text.startsWith(sentText) ? text.slice(sentText.length) : `\n${text}`;
    const tokens = tokensOf(rest);
    if (tokens.length > 0) yield { type: 'tokens', tokens, isLast: true };
    yield { type: 'done', done };
  } finally {
    pieces.leave();
  }
}

/** The text word by word; put together again it is the same text. */
export function tokensOf(text: string): readonly string[] {
  return text.match(/\s*\S+\s*/g) ?? [];
}
