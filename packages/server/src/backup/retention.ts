/** Backups in one folder, named by their time; the newest are kept. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Clock, isoTime } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import { previousOf } from './verified.ts';

const named = /^baraza-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.(?:backup|increment)$/;

/** The file to write: `target` itself, or if that is a folder, a file in it named by the time. */
export function backupFileAt(
  target: string,
  clock: Clock,
  kind: 'backup' | 'increment' = 'backup',
): string {
  const time = isoTime(clock()).replaceAll(/[:.]/g, '-');
  return isFolder(target) ? path.join(target, `baraza-${time}.${kind}`) : target;
}

/** The newest backup or increment in a folder, by its name; `fileOrFolder` itself if it is a file. */
export function newestBackup(fileOrFolder: string): string {
  if (!isFolder(fileOrFolder)) return fileOrFolder;
  const [newest] = namedIn(fileOrFolder).slice(-1);
  if (newest !== undefined) return path.join(fileOrFolder, newest);
  throw new Problem(
    'not_found',
    `There is no backup in ${fileOrFolder} to continue; take a whole one there first, without --since.`,
  );
}

/**
 * Removes what is older than the newest whole backups and not needed by a newer increment; other files in the folder
 * are never touched.
 */
export async function keepNewest(folder: string, count: number): Promise<readonly string[]> {
  const names = namedIn(folder);
  const [oldestKept = ''] = names.filter((name) => name.endsWith('.backup')).slice(-count);
  const kept = new Set(names.filter((name) => name >= oldestKept));
  try {
    // The loop also visits the names that it adds.
    for (const name of kept) {
      const before = name.endsWith('.increment') && (await previousOf(path.join(folder, name)));
      if (before) kept.add(path.basename(before));
    }
  } catch {
    // It is unknown which files a damaged increment needs, so none is removed.
    return [];
  }
  const old = names.filter((name) => !kept.has(name));
  for (const name of old) rmSync(path.join(folder, name));
  return old;
}

function namedIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => named.test(name))
    .toSorted();
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
