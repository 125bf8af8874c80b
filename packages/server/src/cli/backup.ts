import { existsSync } from 'node:fs';
import path from 'node:path';
import { assemble } from '../assemble.ts';
import type { BackupReport } from '../backup/backup.ts';
import { createBackups } from '../backup/backups.ts';
import { holdable } from '../blobs/hold.ts';
import type { Config } from '../config.ts';
import { dataPaths } from '../data-folder.ts';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { runOnServer } from './admin/run-operation.ts';
import { type BackupInput, backupSource } from './backup-source.ts';
import type { Command } from './command.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Back up everything to one file: a consistent snapshot, also while a server runs.',
  usage: 'FILE [--force]',
  example: 'baraza backup /var/backups/baraza-monday.backup',
  options: { force: { type: 'boolean' } },
  positionals: ['FILE'],
  run: async (given, { config, log }) => {
    const input: BackupInput = {
      file: path.resolve(given.positional(0)),
      force: given.flag('force'),
    };
    const report = (await runOnServer(config, { name: 'backup', input }, () =>
      takeOurselves(config, log, input),
    )) as BackupReport;
    const { file, bytes, manifest } = report;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return {
      value: { file, bytes, ...manifest },
      lines: [
        `${file}: ${bytes} bytes, ${rows} rows and ${manifest.blobs.count} objects of ${manifest.takenAt}.`,
        manifest.pepper.included
          ? 'It holds the pepper, so keep it as safe as the data folder.'
          : 'It does not hold the pepper of BARAZA_PEPPER_FILE; keep that too.',
      ],
    };
  },
};

async function takeOurselves(config: Config, log: Log, input: BackupInput): Promise<BackupReport> {
  const paths = dataPaths(config.dataFolder);
  const isInUse = config.databaseUrl !== undefined || existsSync(paths.database);
  // Checked first: opening the store would create an installation.
  if (!isInUse && !existsSync(paths.restore))
    throw new Problem('not_found', `There is nothing to back up in ${paths.folder}.`);
  const installation = await assemble(config, log);
  try {
    const source = backupSource(installation, holdable(installation.openBlobs()));
    const signal = new AbortController().signal;
    return await createBackups(source, paths, log).take({ ...input, signal });
  } finally {
    await installation.close();
  }
}
