import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import Database from 'better-sqlite3';
import type { StoredBlob } from '../blobs/blobs.ts';
import { reasonOf } from '../data-folder.ts';
import { codeOf } from '../kernel/fault.ts';
import { Problem } from '../kernel/problem.ts';
import type { Row } from '../store/tables.ts';
import {
  createTableDigest,
  formatName,
  formatVersion,
  type Manifest,
  ownTables,
  readSeal,
  sealBytes,
} from './manifest.ts';

/** A backup whose every byte was verified. */
export interface VerifiedBackup {
  readonly manifest: Manifest;
  readonly pepper: string | undefined;
  readonly rows: (table: string) => Iterable<Row>;
  readonly objects: () => readonly StoredBlob[];
  readonly pieces: (blob: string) => Iterable<Buffer>;
  readonly close: () => void;
}

const blobName = /^blob_[0-9a-z]{26}$/;
const magic = 'SQLite format 3\0';

/** Opens a backup after checking that it is complete and undamaged; else refuses it with one sentence. */
export async function openBackup(file: string, dataVersionMax: number): Promise<VerifiedBackup> {
  await checkSeal(file);
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    const backup = readerOf(database);
    checkVersions(file, backup.manifest, dataVersionMax);
    if (database.pragma('integrity_check', { simple: true }) !== 'ok')
      throw damagedFileProblem(file, 'its pages are');
    checkTables(file, backup, tableNames(database));
    checkBlobs(file, backup, blobCount(database));
    return backup;
  } catch (error) {
    database?.close();
    if (error instanceof Problem) throw error;
    if (
      codeOf(error).startsWith('SQLITE_') ||
      error instanceof SyntaxError ||
      error instanceof TypeError
    )
      throw damagedFileProblem(file, 'its tables are', error);
    throw error;
  }
}

async function checkSeal(file: string): Promise<void> {
  const { size, first, last } = await readEnds(file).catch((cause: unknown) => {
    throw new Problem('invalid', `${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  });
  if (size === 0) throw new Problem('invalid', `${file} is empty.`);
  const seal = readSeal(last);
  if (first !== magic || seal === undefined)
    throw new Problem('invalid', `${file} is no backup of Baraza, or its end is missing.`);
  if (seal.version > formatVersion) throw newerFormatProblem(file);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, {
    end: size - sealBytes - 1,
    highWaterMark: 1024 * 1024,
  }))
    hash.update(chunk as Buffer);
  if (hash.digest('hex') !== seal.sha256) throw damagedFileProblem(file, 'its bytes are');
}

async function readEnds(file: string) {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const first = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    const at = Math.max(0, size - sealBytes);
    const last = await handle.read(Buffer.alloc(sealBytes), 0, sealBytes, at);
    return {
      size,
      first: first.buffer.toString('latin1'),
      last: last.buffer.toString('latin1'),
    };
  } finally {
    await handle.close();
  }
}

function readerOf(database: Database.Database): VerifiedBackup {
  const manifestRows = database
    .prepare<[], { name: string; value: string }>(`SELECT name, value FROM ${ownTables.manifest}`)
    .all();
  const textOf = (wanted: string) => manifestRows.find(({ name }) => name === wanted)?.value;
  return {
    manifest: JSON.parse(textOf('manifest') ?? '') as Manifest,
    pepper: textOf('pepper'),
    rows: (table) =>
      database.prepare<[], Row>(`SELECT * FROM ${quoted(table)} ORDER BY rowid`).iterate(),
    objects: () =>
      database
        .prepare<[], StoredBlob>('SELECT blob, size, sha256 FROM objects ORDER BY blob')
        .all(),
    pieces: function* (blob) {
      const pieces = database
        .prepare<[string], { bytes: Buffer }>(
          `SELECT bytes FROM ${ownTables.blobs} WHERE name = ? ORDER BY part`,
        )
        .iterate(blob);
      for (const { bytes } of pieces) yield bytes;
    },
    close: () => database.close(),
  };
}

function checkVersions(file: string, manifest: Manifest, dataVersionMax: number): void {
  if (manifest.format !== formatName || !Number.isInteger(manifest.version))
    throw new Problem('invalid', `${file} is no backup of Baraza.`);
  if (manifest.version > formatVersion || manifest.dataVersion > dataVersionMax)
    throw newerFormatProblem(file);
}

function checkTables(
  file: string,
  { manifest, rows }: VerifiedBackup,
  names: ReadonlySet<string>,
): void {
  for (const { name } of manifest.tables)
    if (!names.has(name)) throw damagedFileProblem(file, `its table ${name} is`);
  if (names.size !== manifest.tables.length) throw damagedFileProblem(file, 'its tables are');
  for (const table of manifest.tables) {
    const digest = createTableDigest(table.columns);
    for (const row of rows(table.name)) digest.add(row);
    const found = digest.end();
    if (found.rows !== table.rows || found.sha256 !== table.sha256)
      throw damagedFileProblem(file, `its table ${table.name} is`);
  }
}

function checkBlobs(file: string, backup: VerifiedBackup, blobs: number): void {
  const objects = backup.objects();
  for (const { blob, size, sha256 } of objects) {
    if (!blobName.test(blob)) throw damagedFileProblem(file, 'the name of an object is');
    const hash = createHash('sha256');
    let bytes = 0;
    let pieces = 0;
    for (const piece of backup.pieces(blob)) {
      hash.update(piece);
      bytes += piece.length;
      pieces += 1;
    }
    if (pieces === 0) throw damagedFileProblem(file, `${blob}, which is missing, is`);
    if (bytes !== size || hash.digest('hex') !== sha256)
      throw damagedFileProblem(file, `${blob} is`);
  }
  if (blobs !== objects.length || backup.manifest.blobs.count !== blobs)
    throw damagedFileProblem(file, 'an object that nothing refers to is');
}

function tableNames(database: Database.Database): ReadonlySet<string> {
  const rows = database
    .prepare<[], { name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table'
        AND name NOT IN ('${ownTables.manifest}', '${ownTables.blobs}')`,
    )
    .all();
  return new Set(rows.map(({ name }) => name));
}

function blobCount(database: Database.Database): number {
  const row = database
    .prepare<[], { blobs: number }>(`SELECT count(DISTINCT name) AS blobs FROM ${ownTables.blobs}`)
    .get();
  return row?.blobs ?? 0;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function newerFormatProblem(file: string): Problem {
  return new Problem('invalid', `${file} was made by a newer program; restore it with that one.`);
}

function damagedFileProblem(file: string, what: string, cause?: unknown): Problem {
  return new Problem('invalid', `${file} is damaged: ${what} not what was backed up.`, {
    cause,
  });
}
