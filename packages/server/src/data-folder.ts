import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { codeOf, isMissing } from './kernel/fault.ts';
import { Problem } from './kernel/problem.ts';

const pepperBytes = 32;

/** What lies in the data folder, and under which names. */
export function dataPaths(folder: string) {
  return {
    folder,
    database: path.join(folder, 'baraza.db'),
    blobs: path.join(folder, 'objects'),
    pepper: path.join(folder, 'pepper'),
    bootstrap: path.join(folder, 'bootstrap.json'),
    run: path.join(folder, 'run.json'),
    socket: socketPath(folder),
    lock: path.join(folder, 'serve.lock'),
  };
}
// The system takes about 100 bytes for the name of a socket; a deeper folder has it elsewhere.
function socketPath(folder: string): string {
  const inside = path.join(folder, 'control.sock');
  if (Buffer.byteLength(inside) <= 100) return inside;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return path.join(tmpdir(), `baraza-${name}.sock`);
}

export type DataPaths = ReturnType<typeof dataPaths>;

export function makeDataFolder(paths: DataPaths): void {
  try {
    mkdirSync(paths.folder, { recursive: true, mode: 0o700 });
    if (!statSync(paths.folder).isDirectory()) throw new Error('it is no folder');
    accessSync(paths.folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Problem(
      'unavailable',
      `The data folder ${paths.folder} cannot be used: ${reason(cause)}.`,
      { cause },
    );
  }
}

/**
 * Keeps a second server off the folder. The lock is the operating system's, on an open file: it
 * ends with the process, however the process ends. (And with any other open and close of this file
 * by the process, so nothing else may touch it.)
 */
export function lockDataFolder(paths: DataPaths, waitMs: number): (() => void) | undefined {
  const lock = new Database(paths.lock, { timeout: waitMs });
  try {
    lock.pragma('journal_mode = DELETE');
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (codeOf(error) === 'SQLITE_BUSY') return undefined;
    throw error;
  }
}

/**
 * The secret that keys are hashed with; made for a new installation, and never in the database. A
 * new one beside old keys would open nothing, so a lost one is told and not replaced.
 */
export function readPepper(paths: DataPaths, file: string | undefined, isNew: boolean): Buffer {
  const place = file ?? paths.pepper;
  if (isNew && file === undefined && !existsSync(place))
    writePrivate(place, `${randomBytes(pepperBytes).toString('base64url')}\n`);
  let text: string;
  try {
    text = readFileSync(place, 'utf8').trim();
  } catch (cause) {
    throw new Problem(
      'unavailable',
      `The pepper ${place} cannot be read: ${reason(cause)}; keys cannot be checked without it.`,
      { cause },
    );
  }
  if (text.length < pepperBytes)
    throw new Problem(
      'unavailable',
      `The pepper ${place} must have at least ${pepperBytes} characters.`,
    );
  return Buffer.from(text, 'utf8');
}

/** Written in one piece for its owner's eyes only. */
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

function writePrivate(file: string, text: string): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  renameSync(temporary, file);
}

function reason(cause: unknown): string {
  switch (codeOf(cause)) {
    case 'EACCES':
    case 'EPERM':
      return 'permission is missing';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'there is a file in its place';
    case 'EROFS':
      return 'the disk is read-only';
    case 'ENOSPC':
      return 'the disk is full';
    case 'ENOENT':
      return 'it does not exist';
    default:
      return (cause as Error).message;
  }
}
