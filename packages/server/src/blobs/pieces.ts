import type { FileHandle } from 'node:fs/promises';

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

/** Writes a file in large pieces; small chunks are copied into one reused buffer. */
export function createFileWriter(file: FileHandle) {
  let open = true;
  // Cheaper than retaining chunks until the write, and fewer system calls.
  const piece = takePiece();
  let filled = 0;
  const flush = async () => {
    const bytes = piece.subarray(0, filled);
    filled = 0;
    await writeWhole(file, bytes);
  };
  return {
    write: async (chunk: Uint8Array) => {
      for (let at = 0; at < chunk.length; ) {
        const part = chunk.subarray(at, at + piece.length - filled);
        piece.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === piece.length) await flush();
      }
    },
    flush,
    /** Closes the file; allowed more than once. */
    close: async () => {
      if (!open) return;
      open = false;
      givePiece(piece);
      await file.close();
    },
  };
}

// A nearly full disk makes a short write, and fails the next one.
async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
}
