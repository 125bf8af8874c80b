import path from 'node:path';
import { type RestoreTarget, restoreBackup } from '../backup/restore.ts';
import { settleRestore } from '../backup/swap.ts';
import { openBackup, type VerifiedBackup } from '../backup/verified.ts';
import { isoTime, systemClock } from '../kernel/clock.ts';
import { codeOf } from '../kernel/fault.ts';
import { Problem, unavailable } from '../kernel/problem.ts';
import { openEngines } from '../server/assemble.ts';
import type { Config } from '../setup/config.ts';
import {
  dataPaths,
  lockDataFolder,
  makeDataFolder,
  readable,
  reasonOf,
} from '../setup/data-folder.ts';
import { dataVersion } from '../store/migrations/data-version.ts';
import type { Context, Given, Result } from './command.ts';
import { erasedLists, eraseListed } from './erase-again.ts';
import { assertNoServer, inUseProblem } from './run-operation.ts';

export async function runRestore(given: Given, { config }: Context): Promise<Result> {
  const file = path.resolve(given.positional(0));
  await assertNoServer(config, 'restore');
  const lists = erasedLists(config, given.option('erased'));
  // Verified before anything is changed, the lock included.
  const backup = await openBackup(file, dataVersion);
  let erasedAgain = 0;
  const eraseAgain: RestoreTarget['onFilled'] = async (store, pepper) => {
    erasedAgain = await eraseListed(store, pepper, lists, backup.manifest.takenAt);
  };
  try {
    const keptAs = await restore(config, backup, given.flag('force'), eraseAgain);
    const { manifest } = backup;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return {
      value: {
        file,
        takenAt: manifest.takenAt,
        rows,
        objects: manifest.blobs.count,
        erasedAgain,
        keptAs: keptAs ?? null,
      },
      lines: [
        `Restored ${rows} rows and ${manifest.blobs.count} objects of ${manifest.takenAt}.`,
        ...(erasedAgain === 0
          ? []
          : [
              `This backup is older than the erasure of ${erasedAgain} ` +
                `${erasedAgain === 1 ? 'person, who was' : 'people, who were'} erased again.`,
            ]),
        ...(keptAs === undefined
          ? []
          : [`What was there before is in ${path.join(config.dataFolder, keptAs)}.`]),
      ],
    };
  } finally {
    backup.close();
  }
}

async function restore(
  config: Config,
  backup: VerifiedBackup,
  force: boolean,
  onFilled: NonNullable<RestoreTarget['onFilled']>,
): Promise<string | undefined> {
  const paths = dataPaths(config.dataFolder);
  makeDataFolder(paths);
  const unlock = lockDataFolder(paths, 2_000);
  if (unlock === undefined) throw inUseProblem(paths.folder, 'restore');
  try {
    settleRestore(paths);
    return await restoreBackup(backup, {
      paths,
      pepperFile: config.pepperFile,
      open: (staged) => openEngines(config, staged),
      force,
      onFilled,
      time: isoTime(systemClock()),
    });
  } catch (error) {
    throw describeError(error, config);
  } finally {
    unlock();
  }
}

const diskFault = /^(?:ENOSPC|EDQUOT|EACCES|EPERM|EROFS|EIO|SQLITE_FULL|SQLITE_IOERR)/;

/** Reports disk errors as such, whichever engine met them. */
function describeError(error: unknown, config: Config): unknown {
  const paths = dataPaths(config.dataFolder);
  const causes = error instanceof Problem ? [error.cause] : [error];
  const disk = causes.find((cause) => diskFault.test(codeOf(cause)));
  if (disk === undefined) return readable(error, config, paths);
  const sentence = `${paths.folder} cannot be written: ${reasonOf(disk)}.`;
  return unavailable(sentence, { cause: error });
}
