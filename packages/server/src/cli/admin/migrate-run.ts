import { assemble } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import type { Log } from '../../kernel/log.ts';
import type { Migrated } from '../../store/migrations/migrations.ts';

export interface MigrateReport extends Migrated {
  /** The engine with its version. */
  readonly store: string;
}

/** Migrates the store itself; the caller has locked the data folder. */
export async function migrateOurselves(config: Config, log: Log): Promise<MigrateReport> {
  const { migrated, storeName, close } = await assemble(config, log);
  await close();
  return { ...migrated, store: storeName };
}
