import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import type { StoredBlob } from '../blobs/blobs.ts';
import { codeOf } from '../kernel/fault.ts';
import { invalid, Problem } from '../kernel/problem.ts';
import { reasonOf } from '../setup/data-folder.ts';
import type { Row } from '../store/tables.ts';
import { findPrevious, type Previous, readChain, readPrevious, textsOf } from './increment.ts';
import {
  createTableDigest,
  formatName,
  formatVersion,
  hashFile,
  incrementVersion,
  type Manifest,
  magic,
  ownTables,
  readEnds,
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

/**
 * Opens a backup after checking that it is complete and undamaged, and for an increment also the earlier backups that
 * it continues; else refuses it with one sentence.
 */
export async function openBackup(file: string, dataVersionMax: number): Promise<VerifiedBackup> {
  const chain: Link[] = [];
  let last = file;
  try {
    for (;;) {
      const link = await openLink(last, dataVersionMax);
      chain.push(link);
      if (link.manifest.since === undefined) break;
      last = await findPrevious(last, link.manifest);
    }
    const [newest] = chain as [Link];
    if (chain.length === 1) checkNames(file, newest);
    const backup = await readerOf(chain);
    checkTables(file, backup);
    checkBlobs(file, backup);
    if (chain.length === 1) checkNoMoreBlobs(file, newest);
    return backup;
  } catch (error) {
    for (const { database } of chain) database.close();
    throw refusalOf(last, error);
  }
}

/**
 * What an increment to a backup need not copy. The bytes of that backup are verified; of the earlier backups that it
 * continues, only that they exist.
 */
export async function openPrevious(file: string): Promise<Previous> {
  await checkSeal(file);
  try {
    const manifest = readManifest(file);
    checkVersions(file, manifest, Number.POSITIVE_INFINITY);
    for (let [at, current] = [file, manifest]; current.since !== undefined; ) {
      at = await findPrevious(at, current);
      current = readManifest(at);
    }
    return await readPrevious(file, manifest);
  } catch (error) {
    throw refusalOf(file, error);
  }
}

/** The file that an increment continues; undefined if there is none. */
export async function previousOf(file: string): Promise<string | undefined> {
  const manifest = readManifest(file);
  if (manifest.since === undefined) return undefined;
  return findPrevious(file, manifest).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  });
}

function readManifest(file: string): Manifest {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return manifestOf(database);
  } finally {
    database.close();
  }
}

/** One file of a chain. */
interface Link {
  readonly database: Database.Database;
  readonly manifest: Manifest;
}

async function openLink(file: string, dataVersionMax: number): Promise<Link> {
  await checkSeal(file);
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    const manifest = manifestOf(database);
    checkVersions(file, manifest, dataVersionMax);
    if (database.pragma('integrity_check', { simple: true }) !== 'ok')
      throw alteredFileProblem(file, 'its pages are');
    return { database, manifest };
  } catch (error) {
    database?.close();
    throw refusalOf(file, error);
  }
}

function refusalOf(file: string, error: unknown): unknown {
  if (error instanceof Problem) return error;
  const isDamaged =
    codeOf(error).startsWith('SQLITE_') ||
    error instanceof SyntaxError ||
    error instanceof TypeError;
  return isDamaged ? alteredFileProblem(file, 'its tables are', error) : error;
}

async function checkSeal(file: string): Promise<void> {
  const { size, first, last } = await readEnds(file).catch((cause: unknown) => {
    throw invalid(`${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  });
  if (size === 0) throw invalid(`${file} is empty.`);
  const seal = readSeal(last);
  if (first !== magic || seal === undefined)
    throw invalid(`${file} is not a backup of Baraza, or its end is missing.`);
  if (seal.version > incrementVersion) throw newerFormatProblem(file);
  if ((await hashFile(file, size - sealBytes)) !== seal.sha256)
    throw alteredFileProblem(file, 'its bytes are');
}

function manifestOf(database: Database.Database): Manifest {
  return JSON.parse(entryOf(database, 'manifest') ?? '') as Manifest;
}

function entryOf(database: Database.Database, name: string): string | undefined {
  return database
    .prepare<[string], { value: string }>(`SELECT value FROM ${ownTables.manifest} WHERE name = ?`)
    .get(name)?.value;
}

/** The newest file is the first, the whole backup the last. */
async function readerOf(chain: readonly Link[]): Promise<VerifiedBackup> {
  const [{ database, manifest }] = chain as [Link];
  const databases = chain.map((link) => link.database);
  const increments =
    chain.length === 1
      ? undefined
      : await readChain(databases, manifest, (chain.at(-1) as Link).manifest);
  return {
    manifest,
    pepper: entryOf(database, 'pepper'),
    rows:
      increments?.rows ??
      ((table) =>
        database
          .prepare<[], Row>(`SELECT * FROM "${table.replaceAll('"', '""')}" ORDER BY rowid`)
          .iterate()),
    objects:
      increments?.objects ??
      (() =>
        database
          .prepare<[], StoredBlob>('SELECT blob, size, sha256 FROM objects ORDER BY blob')
          .all()),
    pieces: function* (blob) {
      const holder = increments === undefined ? database : increments.holderOf(blob);
      const pieces = holder
        ?.prepare<[string], { bytes: Buffer }>(
          `SELECT bytes FROM ${ownTables.blobs} WHERE name = ? ORDER BY part`,
        )
        .iterate(blob);
      for (const { bytes } of pieces ?? []) yield bytes;
    },
    close: () => {
      for (const each of databases) each.close();
    },
  };
}

function checkVersions(file: string, manifest: Manifest, dataVersionMax: number): void {
  if (manifest.format !== formatName || !Number.isInteger(manifest.version))
    throw invalid(`${file} is not a backup of Baraza.`);
  const known = manifest.since === undefined ? formatVersion : incrementVersion;
  if (manifest.version > known || manifest.dataVersion > dataVersionMax)
    throw newerFormatProblem(file);
}

function checkTables(file: string, { manifest, rows }: VerifiedBackup): void {
  for (const table of manifest.tables) {
    const digest = createTableDigest(table.columns);
    for (const row of rows(table.name)) digest.add(row);
    const found = digest.end();
    if (found.rows !== table.rows || found.sha256 !== table.sha256)
      throw alteredFileProblem(file, `its table ${table.name} is`);
  }
}

function checkBlobs(file: string, backup: VerifiedBackup): void {
  const objects = backup.objects();
  for (const { blob, size, sha256 } of objects) {
    if (!blobName.test(blob)) throw alteredFileProblem(file, 'the name of an object is');
    const hash = createHash('sha256');
    let bytes = 0;
    let pieces = 0;
    for (const piece of backup.pieces(blob)) {
      hash.update(piece);
      bytes += piece.length;
      pieces += 1;
    }
    if (pieces === 0) throw damagedFileProblem(file, `${blob} is missing`);
    if (bytes !== size || hash.digest('hex') !== sha256)
      throw alteredFileProblem(file, `${blob} is`);
  }
  if (backup.manifest.blobs.count !== objects.length)
    throw alteredFileProblem(file, 'the number of its objects is');
}

/** A whole backup has exactly the tables that its manifest names. */
function checkNames(file: string, { database, manifest }: Link): void {
  const own = `'${ownTables.manifest}', '${ownTables.blobs}'`;
  const names = new Set(
    textsOf(
      database,
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN (${own})`,
    ),
  );
  for (const { name } of manifest.tables)
    if (!names.has(name)) throw alteredFileProblem(file, `its table ${name} is`);
  if (names.size !== manifest.tables.length) throw alteredFileProblem(file, 'its tables are');
}

function checkNoMoreBlobs(file: string, { database, manifest }: Link): void {
  const blobs = textsOf(database, `SELECT DISTINCT name FROM ${ownTables.blobs}`);
  if (blobs.length !== manifest.blobs.count)
    throw damagedFileProblem(file, 'it contains an object that nothing refers to');
}

function newerFormatProblem(file: string): Problem {
  return invalid(`${file} was made by a newer program; restore it with that one.`);
}

/** `part` is a subject with its verb, such as "its pages are". */
function alteredFileProblem(file: string, part: string, cause?: unknown): Problem {
  return damagedFileProblem(file, `${part} not what was backed up`, cause);
}

function damagedFileProblem(file: string, reason: string, cause?: unknown): Problem {
  return invalid(`${file} is damaged: ${reason}.`, { cause });
}
