/** A queue of one piece between who writes an answer and who hears it: the writer goes no faster than the reader. */
export interface PieceQueue {
  /** Resolves when the reader asks for the next piece; rejects when there is no reader any more. */
  readonly put: (piece: string) => Promise<void>;
  /** The next piece, which a writer that was let go has left too; undefined when no more will come. */
  readonly take: () => Promise<string | undefined>;
  /** Nothing more is written. */
  readonly end: () => void;
  /** Nothing more is read. */
  readonly leave: () => void;
}

/** The signal aborts when the reader is gone, even while it waits for a piece. */
export function createPieceQueue(left: AbortSignal): PieceQueue {
  let waiting: string | undefined;
  let writer: PromiseWithResolvers<void> | undefined;
  let wakeReader = () => {};
  let isEnded = false;
  let gone: { readonly reason: unknown } | undefined;

  const lose = (reason: unknown) => {
    gone ??= { reason };
    left.removeEventListener('abort', onLeft);
    writer?.reject(gone.reason);
    writer = undefined;
  };
  const onLeft = () => lose(left.reason);

  return {
    put: (piece) => {
      if (left.aborted) onLeft();
      if (gone !== undefined) return Promise.reject(gone.reason);
      // Only here: most answers are told whole, and a listener costs more than the rest of the queue.
      left.addEventListener('abort', onLeft, { once: true });
      waiting = piece;
      writer = Promise.withResolvers<void>();
      wakeReader();
      return writer.promise;
    },
    take: async () => {
      // To ask for more says that the last piece is through.
      if (waiting === undefined) {
        writer?.resolve();
        writer = undefined;
        if (!isEnded)
          await new Promise<void>((resolve) => {
            wakeReader = resolve;
          });
      }
      const piece = waiting;
      waiting = undefined;
      return piece;
    },
    end: () => {
      isEnded = true;
      left.removeEventListener('abort', onLeft);
      wakeReader();
    },
    leave: () => {
      if (!isEnded) lose(new Error('nobody listens'));
    },
  };
}
