/** What an ask tells, as events: words of the answer as they become known, then exactly one `done`. */
import type { DoneEvent } from '@baraza/contract';
import type { Told } from './ask-outcome.ts';
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

/** Pieces that were written for the visitor, then whatever of the outcome they have not told. */
export async function* tellAsk(
  pieces: Pick<PieceQueue, 'take' | 'leave'>,
  told: Promise<Told>,
): AsyncGenerator<AskEvent, void, undefined> {
  let heard = '';
  try {
    for (let piece = await pieces.take(); piece !== undefined; piece = await pieces.take()) {
      heard += piece;
      yield { type: 'tokens', tokens: tokensOf(piece), isLast: false };
    }
    const { text, done } = await told;
    // An answer that could not be kept ends with another sentence than it began with.
    const rest = text.startsWith(heard) ? text.slice(heard.length) : `\n${text}`;
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
