import { openMigrated } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import { dataPaths } from '../../data-folder.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import { dataVersion, type Migrated } from '../../store/migrations/migrations.ts';

export interface MigrateReport extends Migrated {
  /** The engine with its version. */
  readonly store: string;
}

/** Migrates the store itself; on SQLite the caller has locked the data folder. The pepper is not needed. */
export async function migrateOurselves(config: Config, log: Log): Promise<MigrateReport> {
  const paths = dataPaths(config.dataFolder);
  const { store, storeName, migrated } = await openMigrated(config, paths, log, systemClock);
  await store.close();
  return { ...migrated, store: storeName };
}

/** A running server has migrated at its start to the version of its program, which may not be this one. */
export async function migrateBeside(
  config: Config,
  log: Log,
  told: MigrateReport,
): Promise<MigrateReport> {
  if (told.to === dataVersion) return told;
  if (config.databaseUrl !== undefined) return migrateOurselves(config, log);
  throw new Problem(
    'conflict',
    `The server that runs on ${config.dataFolder} writes data of version ${told.to} and this program version ` +
      `${dataVersion}; stop it, and start the newer program.`,
  );
}
