import { codeOf } from '../../kernel/fault.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Engine, type Store, sql } from '../store.ts';
import { platformTables } from './0001-platform.ts';

/** The DDL of one step; names what an engine spells differently. */
export type Migration = (dialect: {
  /** Text compared byte by byte, whatever locale the database was made with. */
  readonly bytewise: string;
}) => readonly string[];

const migrations: readonly Migration[] = [platformTables];

/** The version of data this program writes. */
export const dataVersion = migrations.length;

const dialects: { readonly [engine in Engine]: Parameters<Migration>[0] } = {
  sqlite: { bytewise: '' },
  postgres: { bytewise: 'COLLATE "C"' },
};

/**
 * Brings a store to the version of this program. `beforeUpgrade` runs once before data that is
 * already there is changed; a store of a newer program is refused untouched.
 */
export async function migrate(
  store: Store,
  beforeUpgrade: (fromVersion: number) => Promise<void> = async () => {},
): Promise<void> {
  if (store.engine === 'postgres') await migrateLocked(store, beforeUpgrade);
  else await applyMissing(store, beforeUpgrade);
}

export async function versionOf(store: Store): Promise<number> {
  const table = await store.get<{ name: string }>(
    store.engine === 'sqlite'
      ? sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'baraza_version'`
      : sql`SELECT table_name AS name FROM information_schema.tables
            WHERE table_schema = current_schema() AND table_name = 'baraza_version'`,
  );
  if (table === undefined) return 0;
  const row = await store.get<{ version: number }>(sql`SELECT version FROM baraza_version`);
  return row?.version ?? 0;
}

async function applyMissing(
  store: Store,
  beforeUpgrade: (fromVersion: number) => Promise<void>,
): Promise<void> {
  const from = await versionOf(store);
  if (from > dataVersion)
    throw new Problem(
      'unavailable',
      `The data is of version ${from}, newer than this program, which knows version ${dataVersion}; use the newer program.`,
    );
  if (from === dataVersion) return;
  if (from > 0) await beforeUpgrade(from);
  const dialect = dialects[store.engine];
  for (let version = from + 1; version <= dataVersion; version += 1) {
    const migration = migrations[version - 1];
    if (migration === undefined) break;
    await store.script([...migration(dialect), ...stamp(version)]);
  }
}

function stamp(version: number): readonly string[] {
  return version === 1
    ? [
        'CREATE TABLE baraza_version (version BIGINT NOT NULL)',
        'INSERT INTO baraza_version (version) VALUES (1)',
      ]
    : [`UPDATE baraza_version SET version = ${version}`];
}

// Two processes that start together on one database: the loser of a step looks again.
async function migrateLocked(
  store: Store,
  beforeUpgrade: (fromVersion: number) => Promise<void>,
): Promise<void> {
  const triesMax = 20;
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyMissing(store, beforeUpgrade);
    } catch (error) {
      if (error instanceof Problem || tries === triesMax) throw error;
      const code = codeOf(error);
      // Duplicate table, duplicate row in the catalogue: another process is making the same step.
      if (code !== '42P07' && code !== '23505' && code !== '42710') throw error;
    }
  }
}
