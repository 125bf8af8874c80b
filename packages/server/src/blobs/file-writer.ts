import type { FileHandle } from 'node:fs/promises';
import { givePiece, takePiece } from './pieces.ts';

/** Writes a file in large pieces; small chunks are copied into one reused buffer. */
interface FileWriter {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  readonly flush: () => Promise<void>;
  /** Closes the file; allowed more than once. */
  readonly close: () => Promise<void>;
}

export function createFileWriter(file: FileHandle): FileWriter {
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
    write: async (chunk) => {
      for (let at = 0; at < chunk.length; ) {
        const part = chunk.subarray(at, at + piece.length - filled);
        piece.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === piece.length) await flush();
      }
    },
    flush,
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
