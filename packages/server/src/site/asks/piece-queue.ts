/** Queue of one piece between the writer and the reader of an answer, for backpressure. */
export interface PieceQueue {
  /**
   * Resolves when the reader asks for the next piece; rejects when the signal says that nobody is
   * waited for any more, or when the reader has left.
   */
  readonly put: (piece: string, unheard: AbortSignal) => Promise<void>;
  /** The next piece, which a writer that was let go has left too; undefined when no more will come. */
  readonly take: () => Promise<string | undefined>;
  /** Nothing more is written. */
  readonly end: () => void;
  /** Nothing more is read. */
  readonly leave: () => void;
}

export function createPieceQueue(): PieceQueue {
  let waiting: string | undefined;
  let isEnded = false;
  let hasLeft = false;
  let wakeReader = () => {};
  let onRead = () => {};
  let onLeft = () => {};

  return {
    put: (piece, unheard) =>
      new Promise((resolve, reject) => {
        if (hasLeft) throw leftError();
        unheard.throwIfAborted();
        const onAbort = () => reject(unheard.reason);
        unheard.addEventListener('abort', onAbort, { once: true });
        onRead = () => {
          unheard.removeEventListener('abort', onAbort);
          resolve();
        };
        onLeft = () => {
          unheard.removeEventListener('abort', onAbort);
          reject(leftError());
        };
        waiting = piece;
        wakeReader();
      }),
    take: async () => {
      if (waiting === undefined) {
        // To ask for more says that the last piece is through.
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
    end: () => {
      isEnded = true;
      wakeReader();
    },
    leave: () => {
      hasLeft = true;
      onLeft();
    },
  };
}

function leftError(): Error {
  return new Error('nobody listens');
}
