import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { dayMs } from '@baraza/contract';
import { sizeText } from '../../kernel/formats/size.ts';
import type { Config } from '../../setup/config.ts';
import { dataPaths } from '../../setup/data-folder.ts';
import type { DatabaseState } from './database.ts';
import { type Finding, failing, missing, ok } from './doctor-check.ts';

const name = 'backup';
const daysMax = 7;
const remedy = 'npx baraza backup FILE takes one, even while the server runs';

/** Checks the last backup that the store has recorded, and whether an interrupted restore is pending. */
export function examineBackup(
  { dataFolder }: Config,
  { lastBackup: last, backupAttempt: attempt }: DatabaseState,
): readonly Finding[] {
  const findings = [examineLast(last)];
  const lastAt = typeof last === 'object' ? last.at : '';
  // A failure of the schedule counts until a backup is taken.
  if (attempt !== undefined && attempt.error !== null && lastAt <= attempt.at) {
    const found = `the scheduled backup failed at ${attempt.at}: ${attempt.error}`;
    findings.unshift(failing('schedule', found, 'remove the cause; it is tried again every hour'));
  }
  if (existsSync(dataPaths(dataFolder).restore)) {
    const found = 'a restore was interrupted before its data was in place';
    findings.unshift(missing('restore', found, 'the next start or command completes it'));
  }
  return findings;
}

function examineLast(last: DatabaseState['lastBackup']): Finding {
  if (last === 'none') return missing(name, 'none yet', remedy);
  const unknown = 'not known: the database cannot be read now';
  if (last === undefined) return missing(name, unknown, 'make the database available first');
  const days = Math.floor((Date.now() - Date.parse(last.at)) / dayMs);
  const machine = last.machine === hostname() ? '' : ` on ${last.machine}`;
  const found = `${last.at}, ${sizeText(last.bytes)} in ${last.file}${machine}`;
  if (days < daysMax) return ok(name, found);
  return missing(name, `the last is ${days} days old: ${found}`, remedy);
}
