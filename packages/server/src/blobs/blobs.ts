import { Problem } from '../kernel/problem.ts';

/** The longest that storing the bytes of a file may take after they have arrived, on any engine. */
export const storingMsMax = 180_000;

/**
 * The blob port: bytes under names that we make. A name is used once and its bytes never change,
 * so readers see the old bytes or the new, never a mixture.
 */
export interface Blobs {
  /** Where they are, for an operator to read. */
  readonly place: string;
  /** True if no other process can write: blobs without a row were left by a crash. */
  readonly isPrivate: boolean;
  /** Memory that a writer holds until it ends. */
  readonly writerBytes: number;
  /**
   * Opens a new blob; nothing is visible under its name before `commit`. An engine with few connections shares them
   * fairly among accounts.
   */
  readonly create: (name: string, account?: string) => Promise<BlobWriter>;
  /**
   * The bytes of a range, piece by piece; undefined when there is no such blob. Rejects with `DamagedBlob` when the
   * blob as a whole is not what was stored, even if the range is: nothing of a damaged blob is read. An engine with
   * its own checksums may trust those. A piece is valid only until the next one is requested: its memory is reused.
   * The caller must iterate over it; however the iteration ends, the file is closed. An engine with few connections
   * shares them fairly among accounts, and rejects with `busy` if one has too many open.
   */
  readonly open: (
    blob: StoredBlob,
    range: ByteRange,
    account?: string,
  ) => Promise<AsyncIterable<Buffer> | undefined>;
  /** Succeeds even when the blob is gone already. */
  readonly remove: (name: string) => Promise<void>;
  /** Removes what a writer that is gone has left under this name, whole or in part. */
  readonly abandon: (name: string) => Promise<void>;
  /** The id of the store whose blobs are here; undefined before `claim`. */
  readonly owner: () => Promise<string | undefined>;
  /** Rejects with `conflict` when the blobs here are those of another. */
  readonly claim: (id: string) => Promise<void>;
  /** The pepper of the installation, for all its processes; absent if only one process uses the location. */
  readonly pepper?: SharedText;
  /** All names, unordered, for the garbage collection of orphaned blobs. */
  readonly names: () => AsyncIterable<string>;
  /** Tries everything that the server must allow; absent if there is no server. `name` is a new one. */
  readonly examine?: (name: string) => Promise<BlobFault | undefined>;
  /** Free bytes; the largest safe integer if there is no limit. Rejects when the storage cannot be used. */
  readonly freeBytes: () => Promise<number>;
}

/** Writes a blob whole; of one that fails nothing is left. */
export async function writeBlob(
  blobs: Blobs,
  name: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const writer = await blobs.create(name);
  try {
    for await (const piece of pieces) await writer.write(piece);
    await writer.commit();
  } catch (error) {
    await writer.discard().catch(() => {});
    throw error;
  }
}

/** From `start` up to, but without, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A blob with its size and hash, which are kept in the store. */
export interface StoredBlob {
  readonly blob: string;
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** A short text stored with the blobs. */
interface SharedText {
  readonly read: () => Promise<string | undefined>;
  readonly write: (text: string) => Promise<void>;
}

/** The first operation that failed, such as `written`, and why. */
export interface BlobFault {
  readonly what: string;
  readonly cause: unknown;
}

export function takenProblem(place: string): Problem {
  return new Problem(
    'conflict',
    `The objects in ${place} belong to another database; choose another location.`,
  );
}

/** The bytes of a blob are not those that were stored; the message says how they differ. */
export class DamagedBlob extends Error {}

export interface BlobWriter {
  /** Backpressure: resolves when more may be written; the chunk's memory may then be reused. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** Resolves when bytes and name are durable (fsync). */
  readonly commit: () => Promise<void>;
  /**
   * Removes what was written; allowed at any time before `commit` has resolved. False when something may still be
   * there or arrive later: `abandon` its name after a while.
   */
  readonly discard: () => Promise<boolean>;
}
