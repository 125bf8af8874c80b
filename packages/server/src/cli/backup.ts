import { existsSync } from 'node:fs';
import path from 'node:path';
import { type BackupReport, createBackups } from '../backup/backup.ts';
import { backupFileAt, keepNewest, newestBackup } from '../backup/retention.ts';
import { systemClock } from '../kernel/clock.ts';
import { sizeText } from '../kernel/formats/size.ts';
import { invalid, Problem } from '../kernel/problem.ts';
import { assemble } from '../server/assemble.ts';
import type { BackupInput } from '../server/operations.ts';
import { dataPaths } from '../setup/data-folder.ts';
import type { Context, Given, Result } from './command.ts';
import { runOnServer } from './run-operation.ts';

export async function runBackup(given: Given, context: Context): Promise<Result> {
  const target = path.resolve(given.positional(0));
  const since = sinceOf(given);
  const kind = since === undefined ? 'backup' : 'increment';
  const file = backupFileAt(target, systemClock, kind);
  const input = { file, force: given.flag('force'), ...(since === undefined ? {} : { since }) };
  if (since !== undefined) assertBeside(file, since);
  const keep = keepOf(given, input.file !== target);
  const takeHere = () => takeWithoutServer(context, input);
  const request = { name: 'backup', input };
  const report = (await runOnServer(context.config, request, takeHere)) as BackupReport;
  const { bytes, manifest } = report;
  const removed = keep === undefined ? [] : await keepNewest(target, keep);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    value: { file, bytes, ...manifest, removed },
    lines: [
      `${file}: ${sizeText(bytes)}, ${rows} rows and ${manifest.blobs.count} objects of ${manifest.takenAt}.`,
      ...(manifest.since === undefined
        ? []
        : [
            `It has what changed since ${manifest.since.name}; a restore needs both, in one folder.`,
          ]),
      manifest.pepper.included
        ? 'It contains the pepper, the secret that protects keys, so keep it as safe as the data folder.'
        : 'It does not contain the pepper of BARAZA_PEPPER_FILE, the secret that protects keys; keep that too.',
      ...removed.map((name) => `Removed ${path.join(target, name)}.`),
    ],
  };
}

async function takeWithoutServer(
  { config, log }: Context,
  input: BackupInput,
): Promise<BackupReport> {
  const paths = dataPaths(config.dataFolder);
  const isInUse = config.databaseUrl !== undefined || existsSync(paths.database);
  // Checked first: opening the store would create an installation.
  if (!isInUse && !existsSync(paths.restore))
    throw new Problem('not_found', `There is nothing to back up in ${paths.folder}.`);
  await using installation = await assemble(config, log);
  const source = { ...installation, blobs: await installation.openBlobs() };
  const { signal } = new AbortController();
  return await createBackups(source, log).take({ ...input, signal });
}

function sinceOf(given: Given): string | undefined {
  const since = given.option('since');
  return since === undefined ? undefined : newestBackup(path.resolve(since));
}

/** A restore looks for the backups before an increment in its folder. */
function assertBeside(file: string, since: string): void {
  if (file === since) throw invalid(`${file} is the backup to continue; name another file.`);
  if (path.dirname(file) !== path.dirname(since))
    throw invalid(
      `An increment must be written to the folder of the backup that it continues, ${path.dirname(since)}.`,
    );
}

function keepOf(given: Given, isFolder: boolean): number | undefined {
  const text = given.option('keep');
  if (text === undefined) return undefined;
  if (!isFolder)
    throw invalid('--keep needs a folder that exists, where backups are named by time.');
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw invalid(`--keep must be a whole number from 1 to 9999, not ${text}.`);
}
