import { hostname } from 'node:os';
import type { Log } from '../kernel/log.ts';
import { conflict } from '../kernel/problem.ts';
import { type LastBackup, writeLastBackup } from '../store/processes/installation.ts';
import { type BackupOptions, type BackupReport, type BackupSource, takeBackup } from './backup.ts';

/** Backups of one installation, one at a time. */
export interface Backups {
  readonly take: (options: BackupOptions) => Promise<BackupReport>;
  readonly isTaking: () => boolean;
  /** Resolves when no backup is running. */
  readonly idle: () => Promise<void>;
}

export function createBackups(
  source: BackupSource,
  log: Log,
  /** Called after each backup, also a failed one. */
  afterwards: () => Promise<void> = async () => {},
): Backups {
  let running: Promise<BackupReport> | undefined;
  const takeOne = async (options: BackupOptions): Promise<BackupReport> => {
    const report = await takeBackup(source, options);
    const last: LastBackup = {
      at: report.manifest.takenAt,
      file: report.file,
      bytes: report.bytes,
      machine: hostname(),
    };
    try {
      await source.store.write((tx) => writeLastBackup(tx, last));
    } catch (cause) {
      log.warn('the time of the backup could not be recorded', { cause });
    }
    return report;
  };
  return {
    take: async (options) => {
      if (running !== undefined)
        throw conflict('A backup is being taken already; wait for its end.');
      running = takeOne(options);
      try {
        return await running;
      } finally {
        running = undefined;
        await afterwards().catch((cause: unknown) =>
          log.warn('the work after the backup failed', { cause }),
        );
      }
    },
    isTaking: () => running !== undefined,
    idle: async () => {
      await running?.catch(() => {});
    },
  };
}
