/** Backups in one folder under names with their time, of which the newest are kept. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Clock, isoTime } from '../kernel/clock.ts';

const named = /^baraza-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.backup$/;

/** A file stays as it is; a folder becomes a file in it that is called after the time. */
export function backupFileAt(place: string, clock: Clock): string {
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  const time = isoTime(clock()).replaceAll(/[:.]/g, '-');
  return isFolder ? path.join(place, `baraza-${time}.backup`) : place;
}

/** Removes all but the newest; other files in the folder are never touched. */
export function keepNewest(folder: string, count: number): readonly string[] {
  const old = readdirSync(folder)
    .filter((name) => named.test(name))
    .toSorted()
    .slice(0, -count);
  for (const name of old) rmSync(path.join(folder, name));
  return old;
}
