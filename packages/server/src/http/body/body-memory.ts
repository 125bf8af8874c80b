/**
 * The memory of a body that is read in order. Node gives every piece of a body memory of its own
 * and leaves it to the collector, which walks the whole heap for every few megabytes that arrive:
 * a third of what an upload costs. Whoever reads in order knows sooner that a piece is done with.
 */
export interface BodyMemory {
  /** A piece of the body is here; from now on its memory is ours to give back. */
  readonly arrive: (piece: Buffer) => void;
  /** The pieces of a part, which may be cut out of those that arrived, each good until the next. */
  readonly eachPiece: (content: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  /** Nobody reads any more. */
  readonly giveBackAll: () => void;
}

export function createBodyMemory(): BodyMemory {
  const arrived: ArrayBuffer[] = [];
  const giveBack = (count: number) => {
    // Detaching frees the bytes at once: the next piece gets the same ones, still in the cache.
    for (const memory of arrived.splice(0, count)) memory.transfer(0);
  };
  return {
    arrive: (piece) => {
      const memory = ownMemory(piece);
      if (memory !== undefined) arrived.push(memory);
    },
    async *eachPiece(content) {
      for await (const piece of content) {
        // One that the parser put together itself, of what it had held back, is not among them.
        const before = arrived.indexOf(piece.buffer as ArrayBuffer);
        if (before > 0) giveBack(before);
        yield piece;
      }
    },
    giveBackAll: () => giveBack(arrived.length),
  };
}

/** Frees a piece at once that nobody will read. */
export function giveBackPiece(piece: Buffer): void {
  ownMemory(piece)?.transfer(0);
}

// A piece that fills only part of its memory shares it with others.
function ownMemory({ buffer, length }: Buffer): ArrayBuffer | undefined {
  return buffer instanceof ArrayBuffer && length === buffer.byteLength && length > 0
    ? buffer
    : undefined;
}
