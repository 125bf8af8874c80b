/** The events of an ask: tokens as they become known, then exactly one `done`. */
import type { DoneEvent } from '@baraza/contract';
import { race } from '../../kernel/race.ts';
import type { AskResult } from './ask-outcome.ts';

export type AskEvent =
  | {
      readonly type: 'tokens';
      /** Words that became known together; those of all events, put together, are the text. */
      readonly tokens: readonly string[];
      /** Whether the `done` is at hand too, so that both can be sent as one piece. */
      readonly isLast: boolean;
    }
  | { readonly type: 'done'; readonly done: Omit<DoneEvent, 'type'> };

/** Streams the queued pieces, then the rest of the result's text, then `done`. */
export async function* askEvents(
  pieces: PieceQueue,
  result: Promise<AskResult>,
): AsyncGenerator<AskEvent, void, undefined> {
  let sentText = '';
  try {
    for (let piece = await pieces.take(); piece !== undefined; piece = await pieces.take()) {
      sentText += piece;
      yield { type: 'tokens', tokens: tokensOf(piece), isLast: false };
    }
    const { text, done } = await result;
    // An answer that could not be stored ends with a different sentence than it began with.
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

type PieceQueue = ReturnType<typeof createPieceQueue>;

/** Queue of one piece between the writer and the reader of an answer, for backpressure. */
export function createPieceQueue() {
  const left = new AbortController();
  let waiting: string | undefined;
  let isEnded = false;
  let wakeReader = () => {};
  let onRead = () => {};
  return {
    /** Resolves when the reader asks for the next piece; rejects when the signal aborts or the reader has left. */
    put: async (piece: string, abandoned: AbortSignal): Promise<void> => {
      const signal = AbortSignal.any([abandoned, left.signal]);
      signal.throwIfAborted();
      const read = Promise.withResolvers<void>();
      onRead = read.resolve;
      waiting = piece;
      wakeReader();
      await race(read.promise, { signal });
    },
    /** The next piece, even after its `put` was abandoned; undefined when no more will come. */
    take: async (): Promise<string | undefined> => {
      if (waiting === undefined) {
        // Asking for the next piece shows that the last one was taken.
        onRead();
        if (!isEnded)
          await new Promise<void>((resolve) => {
            wakeReader = resolve;
          });
      }
      const piece = waiting;
      waiting = undefined;
      return piece;
    },
    /** Nothing more is written. */
    end: (): void => {
      isEnded = true;
      wakeReader();
    },
    /** Nothing more is read. */
    leave: (): void => left.abort(new Error('the reader has left')),
  };
}
