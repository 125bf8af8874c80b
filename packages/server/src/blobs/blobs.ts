/**
 * The blob port: bytes under names that we make. A name is used once and its bytes never change,
 * so readers see the old bytes or the new, never a mixture.
 */
export interface Blobs {
  /** How much memory a writer holds until its end. */
  readonly writerBytes: number;
  /** Opens a new blob; nothing is visible under its name before `commit`. */
  readonly create: (name: string) => Promise<BlobWriter>;
  /**
   * The bytes from `start` up to and without `end`, piece by piece; undefined when there is no
   * such blob. Rejects with `DamagedBlob` when the whole of it is not what was stored, also where
   * the range is: nothing of a damaged blob is read. A place that keeps checksums of its own may
   * trust those. A piece may be used until the next one is asked for: its memory is used again.
   * Whoever opens it iterates over it, and however that ends, nothing stays open.
   */
  readonly open: (
    blob: StoredBlob,
    range: { readonly start: number; readonly end: number },
  ) => Promise<AsyncIterable<Buffer> | undefined>;
  /** Succeeds also when the blob is gone already. */
  readonly remove: (name: string) => Promise<void>;
  /** Every name there is, in no order, for finding blobs that nothing refers to. */
  readonly names: () => AsyncIterable<string>;
  /** How many bytes are free; rejects when the place cannot be used. */
  readonly freeBytes: () => Promise<number>;
}

/** A blob with what its bytes are known by; whoever stored it keeps that. */
export interface StoredBlob {
  readonly blob: string;
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** The bytes of a blob are not those that were stored; the message says in what. */
export class DamagedBlob extends Error {}

export interface BlobWriter {
  /** Resolves when there is room for more; the chunk's memory may then be used again. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** Resolves when the bytes and their name would survive a power cut. */
  readonly commit: () => Promise<void>;
  /** Leaves nothing behind; allowed at any time before `commit` has resolved. */
  readonly discard: () => Promise<void>;
}
