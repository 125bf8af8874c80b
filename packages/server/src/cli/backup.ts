import path from 'node:path';
import type { BackupReport } from '../backup/backup.ts';
import { runOnServer } from './admin/run-operation.ts';
import type { BackupInput } from './backup-source.ts';
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
    const report = (await runOnServer(config, { name: 'backup', input }, async () =>
      (await import('./backup-run.ts')).takeOurselves(config, log, input),
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
