import { accessSync, constants, existsSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { dayMs } from '@baraza/contract';
import type { Config } from '../../config.ts';
import { dataPaths, reasonOf } from '../../data-folder.ts';
import { sizeText } from '../../kernel/formats/size.ts';
import type { BackupAttempt, LastBackup } from '../../store/processes/installation.ts';
import { type Finding, failing, missing, ok } from './doctor-check.ts';

const name = 'backup';
const daysMax = 7;
const remedy = 'npx baraza backup FILE takes one, even while the server runs';

/** Checks the last backup that the store has recorded, and whether an interrupted restore is pending. */
export function examineBackup(
  { dataFolder }: Config,
  last: LastBackup | 'none' | undefined,
  attempt?: BackupAttempt | undefined,
): readonly Finding[] {
  const findings = [...examineAttempt(last, attempt), ...examineLast(last)];
  if (!existsSync(dataPaths(dataFolder).restore)) return findings;
  const found = 'a restore was interrupted before its data was in place';
  return [missing('restore', found, 'the next start or command completes it'), ...findings];
}

/** A failure of the schedule counts until a backup is taken. */
function examineAttempt(
  last: LastBackup | 'none' | undefined,
  attempt: BackupAttempt | undefined,
): readonly Finding[] {
  if (attempt === undefined || attempt.error === null) return [];
  if (typeof last === 'object' && last.at > attempt.at) return [];
  const found = `the scheduled backup failed at ${attempt.at}: ${attempt.error}`;
  return [failing('schedule', found, 'remove the cause; it is tried again every hour')];
}

function examineLast(last: LastBackup | 'none' | undefined): readonly Finding[] {
  if (last === 'none') return [missing(name, 'none yet', remedy)];
  const unknown = 'not known: the database cannot be read now';
  if (last === undefined) return [missing(name, unknown, 'make the database available first')];
  const days = Math.floor((Date.now() - Date.parse(last.at)) / dayMs);
  const isHere = last.machine === hostname();
  const found = `${last.at}, ${sizeText(last.bytes)} in ${last.file}${isHere ? '' : ` on ${last.machine}`}`;
  return [
    days >= daysMax
      ? missing(name, `the last is ${days} days old: ${found}`, remedy)
      : ok(name, found),
    ...(isHere ? examineFolder(path.dirname(last.file)) : []),
  ];
}

/** The next backup will go there too. */
function examineFolder(folder: string): readonly Finding[] {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return [];
  } catch (cause) {
    const found = `the folder of the last one, ${folder}, cannot be written by this user: ${reasonOf(cause)}`;
    return [missing(name, found, 'make it writable for the user of the server, or choose another')];
  }
}
