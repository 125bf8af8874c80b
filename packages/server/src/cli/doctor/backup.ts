import { accessSync, constants, existsSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { dayMs } from '@baraza/contract';
import type { Config } from '../../config.ts';
import { dataPaths, reasonOf } from '../../data-folder.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import type { LastBackup } from '../../store/processes/installation.ts';
import type { Finding } from './doctor-check.ts';

const name = 'backup';
const daysMax = 7;
const remedy = 'npx baraza backup FILE takes one, also while the server runs';

const unknown: Finding = {
  name,
  status: 'missing',
  saw: 'not known: the database cannot tell it now',
  remedy: 'see to the database first',
};

/** Checks the last backup that the store knows of, and whether an interrupted restore is pending. */
export function examineBackup(
  config: Config,
  last: LastBackup | 'none' | undefined,
  clock: Clock = systemClock,
): readonly Finding[] {
  const begun: readonly Finding[] = existsSync(dataPaths(config.dataFolder).restore)
    ? [
        {
          name: 'restore',
          status: 'missing',
          saw: 'a restore was interrupted after it was decided',
          remedy: 'the next start or command ends it',
        },
      ]
    : [];
  if (last === 'none') return [...begun, { name, status: 'missing', saw: 'none yet', remedy }];
  if (last === undefined) return [...begun, unknown];
  const days = Math.floor((clock() - Date.parse(last.at)) / dayMs);
  const isHere = last.machine === hostname();
  const saw = `${last.at}, ${last.bytes} bytes in ${last.file}${isHere ? '' : ` on ${last.machine}`}`;
  return [
    ...begun,
    days >= daysMax
      ? { name, status: 'missing', saw: `the last is ${days} days old: ${saw}`, remedy }
      : { name, status: 'ok', saw },
    ...(isHere ? examineFolder(path.dirname(last.file)) : []),
  ];
}

/** The next one will go there too. */
function examineFolder(folder: string): readonly Finding[] {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return [];
  } catch (cause) {
    return [
      {
        name,
        status: 'missing',
        saw: `the folder of the last one, ${folder}, cannot be written by this user: ${reasonOf(cause)}`,
        remedy: 'make it writable for the user of the server, or choose another',
      },
    ];
  }
}
