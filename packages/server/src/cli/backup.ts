import path from 'node:path';
import type { BackupReport } from '../backup/backup.ts';
import { backupFileAt, keepNewest } from '../backup/retention.ts';
import { systemClock } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import { runOnServer } from './admin/run-operation.ts';
import type { BackupInput } from './backup-source.ts';
import type { Command, Given } from './command.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Back up everything to one file: a consistent snapshot, also while a server runs.',
  usage: 'FILE|FOLDER [--force] [--keep N]',
  example: 'baraza backup /var/backups/baraza --keep 14',
  options: { force: { type: 'boolean' }, keep: { type: 'string' } },
  positionals: ['FILE'],
  run: async (given, { config, log }) => {
    const place = path.resolve(given.positional(0));
    const input: BackupInput = {
      file: backupFileAt(place, systemClock),
      force: given.flag('force'),
    };
    const keep = keepOf(given, input.file !== place);
    const report = (await runOnServer(config, { name: 'backup', input }, async () =>
      (await import('./backup-run.ts')).takeOurselves(config, log, input),
    )) as BackupReport;
    const { file, bytes, manifest } = report;
    const removed = keep === undefined ? [] : keepNewest(place, keep);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return {
      value: { file, bytes, ...manifest, removed },
      lines: [
        `${file}: ${bytes} bytes, ${rows} rows and ${manifest.blobs.count} objects of ${manifest.takenAt}.`,
        manifest.pepper.included
          ? 'It holds the pepper, so keep it as safe as the data folder.'
          : 'It does not hold the pepper of BARAZA_PEPPER_FILE; keep that too.',
        ...removed.map((name) => `Removed ${path.join(place, name)}.`),
      ],
    };
  },
};

function keepOf(given: Given, isFolder: boolean): number | undefined {
  const text = given.option('keep');
  if (text === undefined) return undefined;
  if (!isFolder)
    throw new Problem(
      'invalid',
      '--keep needs a folder that exists, where backups are named by time.',
    );
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new Problem('invalid', `--keep must be a whole number from 1 to 9999, not ${text}.`);
}
