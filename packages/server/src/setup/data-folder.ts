import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { codeOf, isMissing } from '../kernel/fault.ts';
import { Problem, unavailable } from '../kernel/problem.ts';

/** Paths in the data folder. */
export function dataPaths(folder: string) {
  return {
    folder,
    database: path.join(folder, 'baraza.db'),
    blobs: path.join(folder, 'objects'),
    pepper: path.join(folder, 'pepper'),
    bootstrap: path.join(folder, 'bootstrap.json'),
    consoleLink: path.join(folder, 'console-link.json'),
    run: path.join(folder, 'run.json'),
    socket: path.join(folder, 'control.sock'),
    lock: path.join(folder, 'serve.lock'),
    identity: path.join(folder, 'folder-id'),
    backups: path.join(folder, 'backups'),
    verified: path.join(folder, 'backups', 'verified.json'),
    restoring: path.join(folder, 'restoring'),
    restore: path.join(folder, 'restore.json'),
    erased: path.join(folder, 'erased.jsonl'),
    spare: path.join(folder, 'spare'),
  };
}

export type DataPaths = ReturnType<typeof dataPaths>;

export function makeDataFolder(paths: DataPaths): void {
  try {
    makeFolder(paths.folder);
    accessSync(paths.folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unavailable(
      `The data folder ${paths.folder} cannot be used: ${reasonOf(cause)}; BARAZA_DATA chooses another.`,
      { cause },
    );
  }
  assertPrivate(paths.folder);
}

/** Another user of the machine could replace the database, the pepper or the socket. */
function assertPrivate(folder: string): void {
  if (process.platform === 'win32' || (statSync(folder).mode & 0o002) === 0) return;
  throw unavailable(
    `Every user of this machine can write to the data folder ${folder}; run chmod o-w ${folder}, or set ` +
      'BARAZA_DATA to a folder inside it.',
  );
}

// One level at a time: on file systems such as /proc `recursive` loops forever.
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    return;
  }
  const above = path.dirname(folder);
  makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  syncFolder(above);
}

/**
 * Exclusive lock on the folder against a second server. It is an operating system lock on an open file, so
 * it ends with the process, however that ends. (POSIX locks also end when the process opens and closes the
 * file elsewhere, so nothing else may touch it.)
 */
export function lockDataFolder(paths: DataPaths, waitMs: number): (() => void) | undefined {
  let lock: Database.Database | undefined;
  try {
    const held = new Database(paths.lock, { timeout: waitMs });
    lock = held;
    // Nothing is ever written, so no journal file is needed, also on a full disk.
    held.pragma('journal_mode = MEMORY');
    held.exec('BEGIN EXCLUSIVE');
    return () => held.close();
  } catch (cause) {
    lock?.close();
    if (codeOf(cause) === 'SQLITE_BUSY') return undefined;
    throw unavailable(`${paths.lock} cannot be locked: ${reasonOf(cause)}.`, {
      cause,
    });
  }
}

/** Removes the permissions of other users from a file, such as after a careless copy. */
export function keepPrivate(file: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) !== 0) chmodSync(file, 0o600);
}

/** Names this data folder among those on one database, wherever it is mounted; made once. */
export function folderId(paths: Pick<DataPaths, 'identity'>): string {
  if (!existsSync(paths.identity)) writePrivate(paths.identity, `${randomUUID()}\n`);
  return readFileSync(paths.identity, 'utf8').trim();
}

/** Writes a file atomically and durably, readable by its owner only. */
export function writePrivateJson(file: string, value: unknown): void {
  writePrivate(file, `${JSON.stringify(value, null, 2)}\n`);
}

export function readJsonFile<Value>(file: string): Value | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Value;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function writePrivate(file: string, text: string): void {
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flush: true });
    renameSync(temporary, file);
    syncFolder(path.dirname(file));
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw unavailable(`${file} cannot be written: ${reasonOf(cause)}.`, { cause });
  }
}

// A new name survives a power cut only when the folder that holds it was synced.
export function syncFolder(folder: string): void {
  const handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Why a file or folder cannot be used, in words. */
export function reasonOf(cause: unknown): string {
  switch (codeOf(cause)) {
    case 'EACCES':
    case 'EPERM':
    case 'SQLITE_READONLY':
      return 'permission is missing';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'there is a file in its place';
    case 'EISDIR':
    case 'ERR_FS_EISDIR':
      return 'there is a folder in its place';
    case 'EROFS':
      return 'the disk is read-only';
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return 'the disk is full';
    case 'ENOENT':
      return 'it does not exist';
    case 'ENAMETOOLONG':
      return 'its path is too long';
    default:
      return (cause as Error).message;
  }
}

/** Turns an error of an engine into a sentence for the person who starts the server. */
export function readable(
  error: unknown,
  config: { readonly databaseUrl: string | undefined },
  paths: Pick<DataPaths, 'database'>,
): unknown {
  const code = codeOf(error);
  if (error instanceof Problem && config.databaseUrl === undefined) return error;
  if (
    config.databaseUrl !== undefined &&
    (error instanceof Problem ? error.code === 'busy' : code !== '')
  )
    return unavailable(`The database of DATABASE_URL cannot be used: ${causeOf(error)}.`, {
      cause: error,
    });
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))
    return unavailable(`${paths.database} is damaged or no database.`, {
      cause: error,
    });
  if (code.startsWith('SQLITE_'))
    return unavailable(`${paths.database} cannot be used: ${causeOf(error)}.`, {
      cause: error,
    });
  return error;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Problem ? error.cause : error;
  const text = cause instanceof Error ? cause.message || codeOf(cause) : String(cause);
  return text.replaceAll(/\s+/g, ' ').replace(/\.$/, '');
}
