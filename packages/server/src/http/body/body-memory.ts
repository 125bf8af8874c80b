/**
 * Frees the memory of a body early. Node allocates every chunk separately and leaves it to the garbage
 * collector, which then walks the heap for every few megabytes: a third of the cost of an upload. A
 * sequential reader can free a chunk as soon as the next one is requested.
 */
export type BodyMemory = ReturnType<typeof createBodyMemory>;

export function createBodyMemory() {
  const arrived: ArrayBuffer[] = [];
  const giveBack = (count: number) => {
    // Detaching frees the buffer at once: the next chunk reuses the same memory, still in the CPU cache.
    for (const memory of arrived.splice(0, count)) memory.transfer(0);
  };
  return {
    /** Registers a chunk; from now on its memory may be freed here. */
    arrive: (piece: Buffer) => {
      const memory = ownMemory(piece);
      if (memory !== undefined) arrived.push(memory);
    },
    /** The slices of a part, each valid until the next one is requested. */
    async *eachPiece(content: AsyncIterable<Buffer>) {
      for await (const piece of content) {
        // A buffer that the parser assembled from held-back bytes is not registered.
        const before = arrived.indexOf(piece.buffer as ArrayBuffer);
        if (before > 0) giveBack(before);
        yield piece;
      }
    },
    /** Called when reading has ended. */
    giveBackAll: () => giveBack(arrived.length),
  };
}

/** Frees a chunk that will not be read. */
export function giveBackPiece(piece: Buffer): void {
  ownMemory(piece)?.transfer(0);
}

// A chunk smaller than its buffer shares that buffer with others, so it must not be detached.
function ownMemory({ buffer, length }: Buffer): ArrayBuffer | undefined {
  return buffer instanceof ArrayBuffer && length === buffer.byteLength && length > 0
    ? buffer
    : undefined;
}
