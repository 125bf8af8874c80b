import { systemClock } from '../kernel/clock.ts';
import { conflict } from '../kernel/problem.ts';
import { openMigrated } from '../server/assemble.ts';
import { dataPaths } from '../setup/data-folder.ts';
import { dataVersion, type Migrated } from '../store/migrations/data-version.ts';
import type { Context, Given, Result } from './command.ts';
import { runOnServer } from './run-operation.ts';

interface MigrateReport extends Migrated {
  /** The engine with its version. */
  readonly store: string;
}

export async function runMigrate(_given: Given, context: Context): Promise<Result> {
  const { config } = context;
  let isDone = false;
  const answer = await runOnServer(config, { name: 'migrate', input: {} }, async () => {
    isDone = true;
    return migrateStore(context);
  });
  const reported = answer as MigrateReport;
  const report = isDone ? reported : await migrateBesideServer(context, reported);
  const { from, to, store } = report;
  return {
    value: report,
    lines: [
      from === to
        ? `The data (${store}) is of version ${to} already.`
        : `The data (${store}) was of version ${from} and is of version ${to} now.`,
    ],
  };
}

/** On SQLite the caller has locked the data folder. The pepper is not needed. */
async function migrateStore({ config, log }: Context): Promise<MigrateReport> {
  const paths = dataPaths(config.dataFolder);
  const { store, storeName, migrated } = await openMigrated(config, paths, log, systemClock);
  await store.close();
  return { ...migrated, store: storeName };
}

/** A running server has migrated at its start to the version of its program, which may be another one. */
async function migrateBesideServer(
  context: Context,
  reported: MigrateReport,
): Promise<MigrateReport> {
  if (reported.to === dataVersion) return reported;
  const { config } = context;
  if (config.databaseUrl !== undefined) return migrateStore(context);
  throw conflict(
    `The server that runs on ${config.dataFolder} writes data of version ${reported.to} and this program version ` +
      `${dataVersion}; stop it, and start the newer program.`,
  );
}
