import { minuteMs } from '@baraza/contract';
import { codeOf } from '../../kernel/fault.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Engine, type Store, sql } from '../store.ts';
import { platformTables } from './0001-platform.ts';
import { eventTables } from './0002-events.ts';
import { siteTables } from './0003-sites.ts';
import { vectorTables } from './0004-vectors.ts';
import { nodeTables } from './0005-nodes.ts';
import { liveTables } from './0006-live.ts';
import { keyEnds } from './0007-key-ends.ts';
import { importTables } from './0008-imports.ts';
import { recordKeys } from './0009-record-keys.ts';
import { resourceKeys } from './0020-resource-keys.ts';
import { upkeepTurns } from './0021-upkeep-turns.ts';
import { profileVersions } from './0022-profile-versions.ts';
import { ownerReports } from './0023-owner-reports.ts';
import { consoleTables } from './0024-console.ts';
import { processTables } from './0025-processes.ts';
import { sharedObjects } from './0026-shared-objects.ts';
import { keyParents } from './0027-key-parents.ts';
import { removals } from './0028-removals.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  platformTables,
  eventTables,
  siteTables,
  vectorTables,
  nodeTables,
  liveTables,
  keyEnds,
  importTables,
  recordKeys,
  resourceKeys,
  upkeepTurns,
  profileVersions,
  ownerReports,
  consoleTables,
  processTables,
  sharedObjects,
  keyParents,
  removals,
];

/** The data version that this program writes. */
export const dataVersion = migrations.length;

const dialects: { readonly [engine in Engine]: Parameters<Migration>[0] } = {
  sqlite: {
    bytewise: '',
    clustered: ' WITHOUT ROWID',
    nowMs: "CAST(strftime('%s', 'now') AS INTEGER) * 1000",
  },
  postgres: {
    bytewise: 'COLLATE "C"',
    clustered: '',
    nowMs: 'CAST(extract(epoch FROM now()) AS BIGINT) * 1000',
  },
};

// What they hold is true of the running processes, or of this store alone.
const passing: ReadonlySet<string> = new Set([
  'processes',
  'leases',
  'installation',
  'loose_blobs',
  'blob_holds',
]);

/** All tables that migrations create and whose rows are kept; other tables in the database are not ours. */
export const createdTables: ReadonlySet<string> = new Set(
  migrations
    .flatMap((migration) => migration(dialects.sqlite))
    .flatMap((statement) => /^\s*CREATE TABLE (\w+)/.exec(statement)?.[1] ?? [])
    .filter((table) => !passing.has(table)),
);

/**
 * Migrates a store to the version of this program. `beforeUpgrade` runs once before existing data is
 * changed; a store of a newer program is refused unchanged.
 */
export async function migrate(
  store: Store,
  beforeUpgrade: (fromVersion: number) => Promise<void> = async () => {},
  steps: readonly Migration[] = migrations,
  waits: Partial<LockWaits> = {},
): Promise<Migrated> {
  const all = { ...usualWaits, ...waits };
  if (store.engine === 'postgres') return migrateLocked(store, beforeUpgrade, steps, all);
  return applyMissing(store, beforeUpgrade, steps, all);
}

/**
 * A step that waits for a table holds up every statement that comes after it. So it waits shortly, and again after a
 * pause in which the others go on.
 */
interface LockWaits {
  readonly lockMs: number;
  readonly pauseMs: number;
  /** After this it is given up. */
  readonly patienceMs: number;
  /** Called when something else holds a table, and now and then while it does. */
  readonly onBlocked: () => void;
}

const usualWaits: LockWaits = {
  lockMs: 2_000,
  pauseMs: 1_000,
  patienceMs: 5 * minuteMs,
  onBlocked: () => {},
};

/** Makes an empty store one of this version, together with `also`: a crash leaves both or neither. */
export function createTables(store: Store, also: readonly string[]): Promise<void> {
  const dialect = dialects[store.engine];
  return store.script([
    ...guard(store.engine, 0, usualWaits),
    ...stamp(1),
    ...migrations.flatMap((migration) => migration(dialect)),
    ...stamp(dataVersion),
    ...also,
  ]);
}

/** The data versions before and after; 0 is an empty store. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
}

export async function versionOf(store: Pick<Store, 'engine' | 'get'>): Promise<number> {
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
  steps: readonly Migration[],
  waits: LockWaits,
): Promise<Migrated> {
  const from = await versionOf(store);
  if (from > steps.length)
    throw new Problem(
      'unavailable',
      `The data is of version ${from}, newer than this program, which knows version ${steps.length}; use the ` +
        'newer program.',
    );
  const migrated = { from, to: steps.length };
  if (from === steps.length) return migrated;
  if (from > 0) await beforeUpgrade(from);
  const dialect = dialects[store.engine];
  for (const [index, migration] of steps.entries())
    if (index >= from)
      await store.script([
        ...guard(store.engine, index, waits),
        ...migration(dialect),
        ...stamp(index + 1),
      ]);
  return migrated;
}

function stamp(version: number): readonly string[] {
  return version === 1
    ? [
        'CREATE TABLE baraza_version (version BIGINT NOT NULL)',
        'INSERT INTO baraza_version (version) VALUES (1)',
      ]
    : [`UPDATE baraza_version SET version = ${version}`];
}

// One process at a time applies a migration, and only to the version it is made for.
function guard(engine: Engine, from: number, { lockMs }: LockWaits): readonly string[] {
  if (engine === 'sqlite') return [];
  const lock = 'SELECT pg_advisory_xact_lock(7155110)';
  if (from === 0) return [lock];
  return [
    lock,
    `SET LOCAL lock_timeout = ${lockMs}`,
    `DO $$ BEGIN
      IF (SELECT version FROM baraza_version) <> ${from} THEN
        RAISE EXCEPTION 'another process has made this step' USING ERRCODE = '${madeAlready}';
      END IF;
    END $$`,
  ];
}

// Duplicate table: another process applies the first migration at the same time.
const madeAlready = '42P07';

// A table or a row was not to be had in time.
const isHeld = '55P03';

// Two processes that start together on one database: the loser of a race checks again.
async function migrateLocked(
  store: Store,
  beforeUpgrade: (fromVersion: number) => Promise<void>,
  steps: readonly Migration[],
  waits: LockWaits,
): Promise<Migrated> {
  const racesMax = 20;
  const startedMs = performance.now();
  let [races, blocks] = [0, 0];
  for (;;) {
    try {
      return await applyMissing(store, beforeUpgrade, steps, waits);
    } catch (error) {
      const code = codeOf(error);
      if (error instanceof Problem || (code !== madeAlready && code !== isHeld)) throw error;
      if (code === madeAlready) {
        races += 1;
        if (races === racesMax) throw error;
        continue;
      }
      if (performance.now() - startedMs >= waits.patienceMs) throw heldTooLong(error);
      if (blocks % 10 === 0) waits.onBlocked();
      blocks += 1;
      await new Promise((resolve) => setTimeout(resolve, waits.pauseMs));
    }
  }
}

function heldTooLong(cause: unknown): Problem {
  return new Problem(
    'unavailable',
    'The data could not be upgraded, because a long read or write holds its tables; end backups and other ' +
      'programs that use the database, and start again.',
    { cause },
  );
}
