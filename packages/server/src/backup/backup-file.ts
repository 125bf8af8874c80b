import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { StoredBlob } from '../blobs/blobs.ts';
import { syncPath } from '../kernel/sync-path.ts';
import type { Row, Table } from '../store/tables.ts';
import { createChunkSink, type Previous, type RowSink } from './increment.ts';
import { columnNames, hashFile, type Manifest, ownTables, sealLine } from './manifest.ts';

export type BackupFile = Awaited<ReturnType<typeof createBackupFile>>;

// Synced in steps of this size: a server that runs meanwhile is blocked for milliseconds only, and its own
// syncs never wait behind gigabytes of ours.
const commitBytes = 2 * 1024 * 1024;
const syncBytes = 32 * 1024 * 1024;

// A temporary file that is still being written changes every few seconds.
const abandonedMs = 3_600_000;

/** Removes the temporary files of backups that were killed. */
async function sweepParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/\.(?:backup|increment)\.part$/.test(name)) continue;
    const part = path.join(folder, name);
    const found = await stat(part).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < Date.now() - abandonedMs)
      await rm(part, { force: true });
  }
}

/**
 * A backup being written: nothing appears under its name before `finish`. With `previous`, an increment with only what
 * `previous` lacks.
 */
export async function createBackupFile(
  file: string,
  /** Refuses bytes for which its disk has no room. */
  assertRoom: (bytes: number) => void,
  previous?: Previous,
) {
  const temporary = `${file}.part`;
  await rm(temporary, { force: true });
  await sweepParts(path.dirname(file));
  const handle = await open(temporary, 'wx', 0o600);
  let database: Database.Database;
  try {
    database = openEmpty(temporary);
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw error;
  }
  const sink =
    previous === undefined ? createTableSink(database) : createChunkSink(database, previous);
  const insertPiece = database.prepare(
    `INSERT INTO ${ownTables.blobs} (name, part, bytes) VALUES (?, ?, ?)`,
  );
  const paceWrites = createPace(database, handle, assertRoom);
  return {
    addTable: sink.addTable,
    addRows: async (table: Table, rows: readonly Row[]) => {
      let bytes = 0;
      for (const row of rows) {
        sink.addRow(table, row);
        for (const value of Object.values(row))
          bytes += typeof value === 'string' ? value.length : 8;
      }
      await paceWrites(bytes);
    },
    addPiece: async (blob: string, part: number, bytes: Uint8Array) => {
      insertPiece.run(blob, part, bytes);
      await paceWrites(bytes.length);
    },
    /** The objects written so far, in order. */
    objects: sink.objects,
    isInEarlierBackup: (blob: string) => previous?.blobs.has(blob) === true,
    /** Seals, syncs and renames the file; returns its size in bytes. */
    finish: async (manifest: Manifest, pepper: string | undefined) => {
      sink.end();
      const insertEntry = database.prepare(
        `INSERT INTO ${ownTables.manifest} (name, value) VALUES (?, ?)`,
      );
      insertEntry.run('manifest', JSON.stringify(manifest));
      if (pepper !== undefined) insertEntry.run('pepper', pepper);
      database.exec('COMMIT');
      database.close();
      const bytes = await appendSeal(temporary, handle, manifest.version);
      await handle.sync();
      await handle.close();
      await rename(temporary, file);
      await syncPath(path.dirname(file));
      return bytes;
    },
    /** Removes the temporary file. */
    discard: async () => {
      database.close();
      await handle.close().catch(() => {});
      await rm(temporary, { force: true });
    },
  };
}

function createTableSink(database: Database.Database): RowSink {
  const inserts = new Map<string, Database.Statement>();
  return {
    addTable: ({ name, columns }) => {
      const declared = columns.map((column) => `"${column.name}" ${column.type}`);
      database.exec(`CREATE TABLE "${name}" (${declared.join(', ')})`);
      const places = columns.map(() => '?').join(', ');
      inserts.set(name, database.prepare(`INSERT INTO "${name}" VALUES (${places})`));
    },
    addRow: (table, row) => {
      inserts.get(table.name)?.run(...columnNames(table).map((name) => row[name] ?? null));
    },
    objects: () =>
      database
        .prepare<[], StoredBlob>('SELECT blob, size, sha256 FROM objects ORDER BY blob')
        .all(),
    end: () => {},
  };
}

function openEmpty(file: string): Database.Database {
  const database = new Database(file);
  // A partial file is discarded, so neither rollback nor durability is needed before the end.
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.pragma('locking_mode = EXCLUSIVE');
  database.exec(`CREATE TABLE ${ownTables.manifest} (name TEXT PRIMARY KEY, value TEXT NOT NULL)`);
  database.exec(
    `CREATE TABLE ${ownTables.blobs} (name TEXT, part INTEGER, bytes BLOB, PRIMARY KEY (name, part))`,
  );
  database.exec('BEGIN');
  return database;
}

/** Returns a function to call after each write with its size: it commits and syncs in steps. */
function createPace(
  database: Database.Database,
  handle: FileHandle,
  assertRoom: (bytes: number) => void,
) {
  let uncommitted = 0;
  let unsynced = 0;
  return async (bytes: number): Promise<void> => {
    assertRoom(bytes);
    uncommitted += bytes;
    unsynced += bytes;
    if (uncommitted >= commitBytes) {
      database.exec('COMMIT');
      database.exec('BEGIN');
      uncommitted = 0;
    }
    if (unsynced >= syncBytes) {
      unsynced = 0;
      await handle.datasync();
    } else await setImmediate();
  };
}

async function appendSeal(file: string, handle: FileHandle, version: number): Promise<number> {
  const { size } = await stat(file);
  const line = Buffer.from(sealLine(await hashFile(file, size), version));
  await handle.write(line, 0, line.length, size);
  return size + line.length;
}
