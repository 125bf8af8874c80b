import { existsSync } from 'node:fs';
import { assemble } from '../assemble.ts';
import type { BackupReport } from '../backup/backup.ts';
import { createBackups } from '../backup/backups.ts';
import type { Config } from '../config.ts';
import { dataPaths } from '../data-folder.ts';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { type BackupInput, backupSource } from './backup-source.ts';

/** A backup where no server runs that could take it. */
export async function takeOurselves(
  config: Config,
  log: Log,
  input: BackupInput,
): Promise<BackupReport> {
  const paths = dataPaths(config.dataFolder);
  const isInUse = config.databaseUrl !== undefined || existsSync(paths.database);
  // Checked first: opening the store would create an installation.
  if (!isInUse && !existsSync(paths.restore))
    throw new Problem('not_found', `There is nothing to back up in ${paths.folder}.`);
  const installation = await assemble(config, log);
  try {
    const source = backupSource(installation, await installation.openBlobs());
    const signal = new AbortController().signal;
    return await createBackups(source, log).take({ ...input, signal });
  } finally {
    await installation.close();
  }
}
