/**
 * Keeps a reserve free on the disk of the data folder, so that deletions always have room: a database needs some to
 * delete anything. What fills the disk is refused below the reserve, and every other change below half of it.
 */
import { statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../problem.ts';
import { noSpare, type SpareFile } from './spare-file.ts';

/**
 * What a request does to the disk: `fills` it by as much as its sender likes, `writes` a little, or `frees` it, as a
 * deletion does, or ends what was begun.
 */
export type DiskUse = 'frees' | 'writes' | 'fills';

export interface DiskRoom {
  /** Refuses with `busy` if there is no room for this use; the bytes count as written from now on. */
  readonly assertRoom: (use: DiskUse, bytes?: number) => void;
  /** As `assertRoom`; the bytes count as about to be written until the returned function is called. */
  readonly hold: (use: DiskUse, bytes: number) => () => void;
  /** As `assertRoom`, for a file that may be on another disk, which is not ours to keep free. */
  readonly assertFile: (file: string, bytes: number) => void;
  /** Refuses while the objects are below half of the reserve of their disk. */
  readonly assertObjects: () => void;
  readonly figures: () => { readonly freeBytes: number; readonly reserveBytes: number };
  /** From now on the spare file is made whenever there is room for it; resolves after the first time. */
  readonly keepSpare: () => Promise<void>;
  /** After the database was closed: a start needs room too, so what closing has freed becomes the spare file. */
  readonly close: () => Promise<void>;
}

interface Disk {
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** How many more files it takes, and how many in all; undefined if it has no such limit. */
  readonly files?: { readonly free: number; readonly total: number } | undefined;
}

/** What the database has committed and not yet done to its file, and what it can take without growing. */
export interface DatabaseRoom {
  /** Bytes that its file will still grow by. */
  readonly owedBytes: number;
  /** Bytes in its file that deletions have freed. */
  readonly spareBytes: number;
  /** Grows the file by what is owed, as far as there is room. */
  readonly settle: () => void;
}

interface DiskRoomOptions {
  /** The data folder and that of the objects, which may be on another disk. */
  readonly folder: string;
  readonly objects: string;
  /** The reserve of a disk by its size. */
  readonly reserveOf: (totalBytes: number) => number;
  /** Undefined if the database is not a file in the data folder: its disk is not ours. */
  readonly database: (() => DatabaseRoom | undefined) | undefined;
  readonly spare?: SpareFile;
  readonly readDisk?: (folder: string) => Disk | undefined;
  readonly monotonicMs?: () => number;
}

/** For rules without an installation, as in tests of one rule. */
export const ampleRoom: Pick<DiskRoom, 'assertRoom' | 'hold'> = {
  assertRoom: () => {},
  hold: () => () => {},
};

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** The reserve if no setting names one. */
export function usualReserve(totalBytes: number): number {
  return Math.floor(Math.min(Math.max(64 * MB, totalBytes * 0.02), GB, totalBytes / 4));
}

// The database, each start and other programs need some; a request that fills the disk makes one each.
const filesMin = 1_000;

function lacksFiles({ files }: Disk): boolean {
  return files !== undefined && files.free < Math.min(filesMin, files.total / 4);
}

// A database that keeps its log short deletes with less.
const spareBytesMax = 2 * MB;
// Other programs fill the disk too: they are seen this late, or once so much of the reserve was taken meanwhile.
const readingMsMax = 10;
const takenShareMax = 1 / 8;

interface Reading extends Disk {
  readonly atMs: number;
  readonly reserveBytes: number;
  /** What each use can still take. */
  readonly room: { readonly [use in DiskUse]: number };
  readonly objectsRoom: number;
}

export function createDiskRoom({
  folder,
  objects,
  reserveOf,
  database,
  spare = noSpare,
  readDisk = diskOf,
  monotonicMs = () => performance.now(),
}: DiskRoomOptions): DiskRoom {
  let reading: Reading | undefined;
  /** Bytes that were taken since the reading. */
  let taken = 0;
  /** Bytes that are about to be written, and how many of them were so at the reading. */
  let held = 0;
  let heldBefore = 0;
  let keepsSpare = false;
  let making: Promise<void> | undefined;

  const measure = (): Reading => {
    const own = readDisk(folder) ?? unknownDisk;
    const other = readDisk(objects) ?? own;
    const reserveBytes = reserveOf(own.totalBytes);
    const otherReserve = reserveOf(other.totalBytes);
    const { owedBytes = 0, spareBytes = 0 } = database?.() ?? {};
    const half = reserveBytes / 2;
    // A little is always owed. Much is while somebody reads one snapshot for long: without room for it, the log of the
    // database could never begin again.
    const left = own.freeBytes - Math.max(0, owedBytes - half / 2);
    return {
      ...own,
      atMs: monotonicMs(),
      reserveBytes,
      room: {
        frees: Number.POSITIVE_INFINITY,
        // Records that were deleted leave room inside the file. It may stand for half of what must be free, but no
        // more: each change is first written beside the file.
        writes:
          database === undefined
            ? Number.POSITIVE_INFINITY
            : left + Math.min(spareBytes, half / 2) - half,
        fills:
          lacksFiles(own) || lacksFiles(other)
            ? Number.NEGATIVE_INFINITY
            : Math.min(left - reserveBytes, other.freeBytes - otherReserve),
      },
      objectsRoom: other.freeBytes - otherReserve / 2,
    };
  };

  const read = (): Reading => {
    reading = measure();
    if (reading.freeBytes < reading.reserveBytes / 4 && spare.remove()) {
      // At once, since another program may take the room that was made: deletions need what is owed to be paid.
      database?.()?.settle();
      reading = measure();
    } else if (keepsSpare) makeSpare(reading);
    taken = 0;
    heldBefore = held;
    return reading;
  };

  const makeSpare = ({ freeBytes, reserveBytes }: Reading) => {
    const bytes = spareBytesFor(reserveBytes);
    if (freeBytes < reserveBytes + bytes) return;
    making ??= spare
      .make(bytes)
      // Such as a disk that another program has filled meanwhile: tried again with a later reading.
      .catch(() => {})
      .finally(() => {
        making = undefined;
      });
  };

  const current = (): Reading => {
    if (
      reading === undefined ||
      monotonicMs() - reading.atMs > readingMsMax ||
      taken > reading.reserveBytes * takenShareMax
    )
      return read();
    return reading;
  };

  const assertRoom = (use: DiskUse, bytes = 0): void => {
    // A byte that was held at the reading may have been written before or after it, so it counts as not yet written.
    const left = ({ room }: Reading) => room[use] - taken - heldBefore - bytes;
    if (left(current()) < 0 && left(read()) < 0)
      throw refusal[use === 'fills' ? 'fills' : 'writes']();
    taken += bytes;
  };

  return {
    assertRoom,
    hold: (use, bytes) => {
      const counted = use === 'frees' ? 0 : bytes;
      assertRoom(use, counted);
      held += counted;
      return () => {
        held -= counted;
      };
    },
    assertFile: (file, bytes) => {
      const disks = [folder, objects].map(deviceOf);
      if (disks.includes(deviceOf(path.dirname(file)))) assertRoom('fills', bytes);
    },
    assertObjects: () => {
      if (read().objectsRoom < 0) throw refusal.writes();
    },
    figures: () => current(),
    keepSpare: async () => {
      keepsSpare = true;
      read();
      await making;
    },
    close: async () => {
      if (!keepsSpare) return;
      keepsSpare = false;
      await making;
      const { freeBytes, totalBytes } = readDisk(folder) ?? unknownDisk;
      await spare
        .make(Math.min(spareBytesFor(reserveOf(totalBytes)), freeBytes))
        // Then the next start tries without.
        .catch(() => {});
    },
  };
}

function spareBytesFor(reserveBytes: number): number {
  return Math.min(spareBytesMax, Math.floor(reserveBytes / 4));
}

const refusal = {
  fills: () => full('The disk is nearly full: delete something, or try again later.'),
  writes: () => full('The disk is full: only deletions work until there is room again.'),
};

function full(sentence: string): Problem {
  return new Problem('busy', sentence, { retryAfterSeconds: 60 });
}

function deviceOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.dev;
}

const unknownDisk: Disk = { freeBytes: Number.MAX_SAFE_INTEGER, totalBytes: 0 };

// Undefined if the folder does not exist yet, or cannot be looked at: then writing to it fails by itself.
function diskOf(folder: string): Disk | undefined {
  try {
    const { bavail, blocks, bsize, ffree, files } = statfsSync(folder);
    return {
      freeBytes: bavail * bsize,
      totalBytes: blocks * bsize,
      files: files === 0 ? undefined : { free: ffree, total: files },
    };
  } catch {
    return undefined;
  }
}
