import { existsSync } from 'node:fs';
import { dayMs } from '@baraza/contract';
import type { LastBackup } from '../../backup/backups.ts';
import type { Config } from '../../config.ts';
import { dataPaths, readJsonFile } from '../../data-folder.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import type { Finding } from './doctor-check.ts';

const name = 'backup';
const daysMax = 7;
const remedy = 'npx baraza backup FILE takes one, also while the server runs';

/** Checks the time of the last backup, and whether an interrupted restore is pending. */
export function examineBackup(config: Config, clock: Clock = systemClock): readonly Finding[] {
  const paths = dataPaths(config.dataFolder);
  const last = lastBackup(paths.lastBackup);
  const begun: readonly Finding[] = existsSync(paths.restore)
    ? [
        {
          name: 'restore',
          status: 'missing',
          saw: 'a restore was interrupted after it was decided',
          remedy: 'the next start or command ends it',
        },
      ]
    : [];
  if (last === undefined) return [...begun, { name, status: 'missing', saw: 'none yet', remedy }];
  const days = Math.floor((clock() - Date.parse(last.at)) / dayMs);
  const saw = `${last.at}, ${last.bytes} bytes in ${last.file}`;
  return [
    ...begun,
    days >= daysMax
      ? { name, status: 'missing', saw: `the last is ${days} days old: ${saw}`, remedy }
      : { name, status: 'ok', saw },
  ];
}

function lastBackup(file: string): LastBackup | undefined {
  try {
    return readJsonFile<LastBackup>(file);
  } catch {
    // A file in place of the data folder is reported by its own check.
    return undefined;
  }
}
