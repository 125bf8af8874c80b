import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Blobs, StoredBlob } from '../blobs/blobs.ts';
import { type Clock, isoTime } from '../kernel/clock.ts';
import type { DiskRoom } from '../kernel/disk/disk-room.ts';
import { codeOf } from '../kernel/fault.ts';
import type { Log } from '../kernel/log.ts';
import { conflict, Problem, unavailable } from '../kernel/problem.ts';
import { reasonOf } from '../setup/data-folder.ts';
import { pepperFingerprint } from '../setup/pepper.ts';
import { programVersion } from '../setup/program.ts';
import { dataVersion } from '../store/migrations/data-version.ts';
import { lockPartitions } from '../store/partitions.ts';
import { endHold, holdMs, renewHold } from '../store/platform/unreferenced-blobs.ts';
import { type LastBackup, writeLastBackup } from '../store/processes/installation.ts';
import type { Store } from '../store/store.ts';
import { allTables, storedVersion, transientTables } from '../store/tables.ts';
import { type BackupFile, createBackupFile } from './backup-file.ts';
import {
  columnNames,
  copyTable,
  createTableDigest,
  formatName,
  formatVersion,
  incrementVersion,
  type Manifest,
  type TableDigest,
} from './manifest.ts';
import { inParallel } from './parallel.ts';
import { openPrevious } from './verified.ts';

/** The parts of an installation that are backed up. */
interface BackupSource {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly keyring: { readonly pepper: Buffer };
  readonly disk: Pick<DiskRoom, 'assertFile'>;
  /** A pepper that is kept outside the data folder on purpose is not backed up. */
  readonly config: { readonly pepperFile: string | undefined };
}

export interface BackupOptions {
  readonly file: string;
  readonly force: boolean;
  /** An earlier backup in the same folder: only what has changed since is copied. */
  readonly since?: string | undefined;
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
  { file, force, since, signal }: BackupOptions,
  /** The data version that this program writes. */
  version: number = dataVersion,
): Promise<BackupReport> {
  const assertRoom = (bytes: number) => source.disk.assertFile(file, bytes);
  assertRoom(0);
  const release = await holdBlobs(source);
  try {
    assertFree(file, force);
    const previous = since === undefined ? undefined : await openPrevious(since);
    const out = await createBackupFile(file, assertRoom, previous);
    try {
      const whole = await writeContents(source, out, signal, version);
      const manifest =
        previous === undefined
          ? whole
          : { ...whole, version: incrementVersion, since: previous.since };
      assertFree(file, force);
      const pepper = source.keyring.pepper.toString('utf8');
      const bytes = await out.finish(manifest, manifest.pepper.included ? pepper : undefined);
      return { file, bytes, manifest };
    } catch (error) {
      await out.discard();
      throw error;
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    // The file is new and was never read back, so it is the store that cannot be read.
    const sentence = codeOf(error).startsWith('SQLITE_CORRUPT')
      ? 'The database is damaged, so no whole backup can be taken.'
      : `${file} cannot be written: ${reasonOf(error)}.`;
    throw unavailable(sentence, { cause: error });
  } finally {
    await release();
  }
}

/** From here on no process on this store removes a blob, until the returned release is called. */
export async function holdBlobs({
  store,
  clock,
}: Pick<BackupSource, 'store' | 'clock'>): Promise<() => Promise<void>> {
  const id = randomUUID();
  const renew = () => store.write((tx) => renewHold(tx, id, clock()));
  await renew();
  // After a failure the next renewal follows long before the hold ends.
  const timer = setInterval(() => void renew().catch(() => {}), holdMs / 5).unref();
  return async () => {
    clearInterval(timer);
    // If the hold cannot be ended, it expires.
    await store.write((tx) => endHold(tx, id, clock())).catch(() => {});
  };
}

function assertFree(file: string, force: boolean): void {
  if (!force && existsSync(file)) throw conflict(`${file} exists already; --force overwrites it.`);
}

async function writeContents(
  source: BackupSource,
  out: BackupFile,
  signal: AbortSignal,
  version: number,
): Promise<Manifest> {
  const { store, blobs, clock, keyring, config } = source;
  const takenAt = isoTime(clock());
  const tables = await copyTables(store, out, signal, version);
  // The store snapshot ends here, so that the WAL can be checkpointed again; the hold keeps these blobs.
  const objects = out.objects();
  const toCopy = objects.filter(({ blob }) => !out.isInEarlierBackup(blob));
  await inParallel(toCopy, blobsAtOnce, (object, failed) =>
    copyBlob(blobs, out, object, AbortSignal.any([signal, failed])),
  );
  return {
    format: formatName,
    version: formatVersion,
    dataVersion: version,
    programVersion,
    takenAt,
    engine: store.engine,
    pepper: {
      included: config.pepperFile === undefined,
      fingerprint: pepperFingerprint(keyring.pepper),
    },
    tables,
    blobs: { count: objects.length, bytes: objects.reduce((sum, { size }) => sum + size, 0) },
  };
}

// On a busy server, copying a small blob takes several turns of the event loop rather than disk time, so several are
// copied at once. Each holds a piece in memory.
const blobsAtOnce = 8;

function copyTables(store: Store, out: BackupFile, signal: AbortSignal, version: number) {
  return store.snapshot('backup', async (view) => {
    await lockPartitions(view, store.engine);
    const found = await storedVersion(view);
    // The manifest would name this program's version, but only the program that upgraded the data can restore it.
    if (found !== version)
      throw conflict(
        `The data is of version ${found} and this program knows version ${version}; take the backup with the ` +
          'program that the data was upgraded by.',
      );
    const tables: TableDigest[] = [];
    for (const table of await allTables(view, store.engine)) {
      out.addTable(table);
      const columns = columnNames(table);
      const isTransient = transientTables.has(table.name);
      tables.push(
        isTransient
          ? { name: table.name, columns, ...createTableDigest(columns).end() }
          : await copyTable(view, table, store.engine, async (rows) => {
              assertNotAborted(signal);
              await out.addRows(table, rows);
            }),
      );
    }
    return tables;
  });
}

async function copyBlob(blobs: Blobs, out: BackupFile, object: StoredBlob, signal: AbortSignal) {
  const { blob, size, sha256 } = object;
  // Verified again even if the blobs were verified before: they may have been damaged since.
  const hash = createHash('sha256');
  let part = 0;
  try {
    const pieces =
      size === 0 ? [Buffer.alloc(0)] : await blobs.open(object, { start: 0, end: size });
    if (pieces === undefined) throw damagedBlobProblem(blob);
    for await (const piece of pieces) {
      assertNotAborted(signal);
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

function damagedBlobProblem(blob: string, cause?: unknown): Problem {
  return unavailable(
    `The bytes of ${blob} are missing or damaged, so no whole backup can be taken; upload or delete its object.`,
    { cause },
  );
}

function assertNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw unavailable('The backup was given up; nothing was left behind.');
}

export type Backups = ReturnType<typeof createBackups>;

/** Backups of one installation, one at a time. */
export function createBackups(
  source: BackupSource,
  log: Log,
  /** Called after each backup, also a failed one. */
  afterwards: () => Promise<void> = async () => {},
) {
  let running: Promise<BackupReport> | undefined;
  const takeOne = async (options: BackupOptions): Promise<BackupReport> => {
    const report = await takeBackup(source, options);
    const last: LastBackup = {
      at: report.manifest.takenAt,
      file: report.file,
      bytes: report.bytes,
      machine: hostname(),
    };
    try {
      await source.store.write((tx) => writeLastBackup(tx, last));
    } catch (cause) {
      log.warn('the time of the backup could not be recorded', { cause });
    }
    return report;
  };
  return {
    take: async (options: BackupOptions): Promise<BackupReport> => {
      if (running !== undefined)
        throw conflict('A backup is being taken already; wait for its end.');
      running = takeOne(options);
      try {
        return await running;
      } finally {
        running = undefined;
        await afterwards().catch((cause: unknown) =>
          log.warn('the work after the backup failed', { cause }),
        );
      }
    },
    isTaking: () => running !== undefined,
    /** Resolves when no backup is running. */
    idle: async () => {
      await running?.catch(() => {});
    },
  };
}
