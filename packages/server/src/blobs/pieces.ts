export const pieceBytes = 512 * 1024;
const piecesKept = 16;

// Buffers are kept for the next file: making one costs as much as filling it.
const pieces: Buffer[] = [];

export function takePiece(): Buffer {
  return pieces.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
}

export function givePiece(piece: Buffer): void {
  if (pieces.length < piecesKept) pieces.push(piece);
}

const over = { done: true, value: undefined } as const;

/**
 * The pieces that `next` gives until it is undefined. `close` is called once, however the iteration ends; a generator
 * that was never started would run no `finally`, and so leave its file or connection open.
 */
export function closingPieces(
  next: () => Promise<Buffer | undefined>,
  close: () => Promise<void>,
): AsyncIterable<Buffer> {
  let isClosed = false;
  const end = async () => {
    if (!isClosed) {
      isClosed = true;
      await close();
    }
    return over;
  };
  const iterator: AsyncIterator<Buffer> = {
    next: async () => {
      if (isClosed) return over;
      try {
        const value = await next();
        return value === undefined ? await end() : { done: false, value };
      } catch (error) {
        await end();
        throw error;
      }
    },
    return: end,
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
