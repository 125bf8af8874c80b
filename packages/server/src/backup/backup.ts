import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Blobs } from '../blobs/blobs.ts';
import { reasonOf } from '../data-folder.ts';
import { type Clock, isoTime } from '../kernel/clock.ts';
import { codeOf } from '../kernel/fault.ts';
import { Problem } from '../kernel/problem.ts';
import type { Store } from '../store/store.ts';
import { allTables, passingTables, type Row, rowsOf, storedVersion } from '../store/tables.ts';
import { type BackupFile, type BackupObject, createBackupFile } from './backup-file.ts';
import { holdBlobs } from './blob-hold.ts';
import {
  columnNames,
  createTableDigest,
  formatName,
  formatVersion,
  type Manifest,
  pepperFingerprint,
  type TableDigest,
} from './manifest.ts';

export interface BackupSource {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly pepper: Buffer;
  /** False when the pepper is kept outside the data folder on purpose: it is not backed up. */
  readonly pepperIsOurs: boolean;
  readonly programVersion: string;
  /** The data version that this program writes. */
  readonly dataVersion: number;
}

export interface BackupOptions {
  readonly file: string;
  readonly force: boolean;
  readonly signal: AbortSignal;
}

export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly manifest: Manifest;
}

/** A consistent snapshot of tables and objects in one file, taken while others write. */
export async function takeBackup(
  source: BackupSource,
  { file, force, signal }: BackupOptions,
): Promise<BackupReport> {
  const release = await holdBlobs(source.store, source.clock);
  try {
    assertFree(file, force);
    const out = await createBackupFile(file);
    try {
      const manifest = await writeContents(source, out, signal);
      assertFree(file, force);
      const pepper = source.pepperIsOurs ? source.pepper.toString('utf8') : undefined;
      return { file, bytes: await out.finish(manifest, pepper), manifest };
    } catch (error) {
      await out.discard();
      throw error;
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    // What is written here is new and was never read back, so it is the store that cannot be read.
    if (codeOf(error).startsWith('SQLITE_CORRUPT'))
      throw new Problem(
        'unavailable',
        'The database is damaged, so no whole backup can be taken.',
        {
          cause: error,
        },
      );
    throw new Problem('unavailable', `${file} cannot be written: ${reasonOf(error)}.`, {
      cause: error,
    });
  } finally {
    await release();
  }
}

function assertFree(file: string, force: boolean): void {
  if (!force && existsSync(file))
    throw new Problem('conflict', `${file} exists already; --force writes over it.`);
}

async function writeContents(
  source: BackupSource,
  out: BackupFile,
  signal: AbortSignal,
): Promise<Manifest> {
  const takenAt = isoTime(source.clock());
  const tables = await copyTables(source, out, signal);
  // The store snapshot ends here, so that the WAL can be checkpointed again; the hold keeps these blobs.
  const objects = out.objects();
  await copyBlobs(source.blobs, out, objects, signal);
  return {
    format: formatName,
    version: formatVersion,
    dataVersion: source.dataVersion,
    programVersion: source.programVersion,
    takenAt,
    engine: source.store.engine,
    pepper: {
      included: source.pepperIsOurs,
      fingerprint: pepperFingerprint(source.pepper),
    },
    tables,
    blobs: { count: objects.length, bytes: objects.reduce((sum, { size }) => sum + size, 0) },
  };
}

function copyTables({ store, dataVersion }: BackupSource, out: BackupFile, signal: AbortSignal) {
  return store.snapshot('backup', async (view) => {
    const found = await storedVersion(view);
    // It would be of tables that only the newer program can restore, and told as a backup of this one.
    if (found !== dataVersion)
      throw new Problem(
        'conflict',
        `The data is of version ${found} and this program knows version ${dataVersion}; take the backup with the ` +
          'program that the data was upgraded by.',
      );
    const tables: TableDigest[] = [];
    for (const table of await allTables(view, store.engine)) {
      out.addTable(table);
      const columns = columnNames(table);
      const digest = createTableDigest(columns);
      const isKept = !passingTables.has(table.name);
      for await (const rows of isKept ? view.each<Row>(rowsOf(table, store.engine)) : []) {
        assertWanted(signal);
        rows.forEach(digest.add);
        await out.addRows(table, rows);
      }
      tables.push({ name: table.name, columns, ...digest.end() });
    }
    return tables;
  });
}

// Small blobs wait for turns of the event loop rather than for the disk: one after the other, a backup of a
// busy server would take several turns for each of them. Each one open holds a piece of memory.
const blobsAtOnce = 8;

/** Ends when no copy is running any more, also after a failure: what follows is the end of the file. */
async function copyBlobs(
  blobs: Blobs,
  out: BackupFile,
  objects: readonly BackupObject[],
  signal: AbortSignal,
): Promise<void> {
  const rest = objects.values();
  const failed = new AbortController();
  const wanted = AbortSignal.any([signal, failed.signal]);
  const copyRest = async () => {
    for (const object of rest) {
      if (failed.signal.aborted) return;
      // Only the first failure tells what happened; the others were ended by it.
      await copyBlob(blobs, out, object, wanted).catch((error: unknown) => failed.abort(error));
    }
  };
  await Promise.all(Array.from({ length: blobsAtOnce }, copyRest));
  failed.signal.throwIfAborted();
}

async function copyBlob(
  blobs: Blobs,
  out: BackupFile,
  object: BackupObject,
  signal: AbortSignal,
): Promise<void> {
  const { blob, size, sha256 } = object;
  // Verified again even if the blobs were verified before: they may have been damaged since.
  const hash = createHash('sha256');
  let part = 0;
  try {
    const pieces = size === 0 ? [Buffer.alloc(0)] : await openBlob(blobs, object);
    for await (const piece of pieces) {
      assertWanted(signal);
      hash.update(piece);
      await out.addPiece(blob, part, piece);
      part += 1;
    }
  } catch (error) {
    // I/O errors carry a code; a blob that ends early does not.
    throw error instanceof Problem || codeOf(error) !== ''
      ? error
      : damagedBlobProblem(blob, error);
  }
  if (hash.digest('hex') !== sha256) throw damagedBlobProblem(blob);
}

async function openBlob(blobs: Blobs, object: BackupObject) {
  const pieces = await blobs.open(object, { start: 0, end: object.size });
  if (pieces === undefined) throw damagedBlobProblem(object.blob);
  return pieces;
}

function damagedBlobProblem(blob: string, cause?: unknown): Problem {
  return new Problem(
    'unavailable',
    `The bytes of ${blob} are missing or damaged, so no whole backup can be taken; upload or delete its object.`,
    { cause },
  );
}

function assertWanted(signal: AbortSignal): void {
  if (signal.aborted)
    throw new Problem('unavailable', 'The backup was given up; nothing was left behind.');
}
