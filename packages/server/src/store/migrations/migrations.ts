import { minuteMs } from '@baraza/contract';
import { codeOf } from '../../kernel/fault.ts';
import { Problem, unavailable } from '../../kernel/problem.ts';
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
import { resourceKeys } from './0010-resource-keys.ts';
import { upkeepTurns } from './0011-upkeep-turns.ts';
import { profileVersions } from './0012-profile-versions.ts';
import { ownerReports } from './0013-owner-reports.ts';
import { consoleTables } from './0014-console.ts';
import { processTables } from './0015-processes.ts';
import { sharedObjects } from './0016-shared-objects.ts';
import { keyParents } from './0017-key-parents.ts';
import { removals } from './0018-removals.ts';
import { mailboxes } from './0019-mailboxes.ts';
import { keptBytes } from './0020-kept-bytes.ts';
import { recordValues } from './0021-record-values.ts';
import { webhookResources } from './0022-webhook-resources.ts';
import { userTables } from './0023-users.ts';
import { people } from './0024-people.ts';
import { conversationTables } from './0025-conversations.ts';
import { channelTables } from './0026-channels.ts';
import { recordWords } from './0027-record-words.ts';
import { pushTables } from './0028-push.ts';
import { savedAnswers } from './0029-saved-answers.ts';
import { importedConversations } from './0030-imported-conversations.ts';
import { serverSettings } from './0031-server-settings.ts';
import { partitionBounds } from './0032-partition-bounds.ts';
import { partitionChecks } from './0033-partition-checks.ts';
import { partitions } from './0034-partitions.ts';
import { siteTransfers } from './0035-site-transfers.ts';
import { keyMakers } from './0036-key-makers.ts';
import { searchMerges } from './0037-search-merges.ts';
import { trustedFields } from './0038-trusted-fields.ts';
import { confirmedAddresses } from './0039-confirmed-addresses.ts';
import { conversationVisitors } from './0040-conversation-visitors.ts';
import { frozenSites } from './0041-frozen-sites.ts';
import { recordReferences } from './0042-record-references.ts';
import { outbox } from './0043-outbox.ts';
import { siteOutbox } from './0044-site-outbox.ts';
import { type Migrated, versionOf } from './data-version.ts';
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
  mailboxes,
  keptBytes,
  recordValues,
  webhookResources,
  userTables,
  people,
  conversationTables,
  channelTables,
  recordWords,
  pushTables,
  savedAnswers,
  importedConversations,
  serverSettings,
  partitionBounds,
  partitionChecks,
  partitions,
  siteTransfers,
  keyMakers,
  searchMerges,
  trustedFields,
  confirmedAddresses,
  conversationVisitors,
  frozenSites,
  recordReferences,
  outbox,
  siteOutbox,
];

/** The first one with the table of `processes/installation.ts`. */
export const marksSince = migrations.indexOf(sharedObjects) + 1;

const dialects: { readonly [engine in Engine]: Parameters<Migration>[0] } = {
  sqlite: {
    bytewise: '',
    clustered: ' WITHOUT ROWID',
    nowMs: "CAST(strftime('%s', 'now') AS INTEGER) * 1000",
    jsonOf: (column) => column,
    only: { sqlite: (statements) => statements, postgres: () => [] },
  },
  postgres: {
    bytewise: 'COLLATE "C"',
    clustered: '',
    nowMs: 'CAST(extract(epoch FROM now()) AS BIGINT) * 1000',
    jsonOf: (column) => `CAST(${column} AS json)`,
    only: { sqlite: () => [], postgres: (statements) => statements },
  },
};

// Their rows are about the running processes, about this store alone, or made by triggers.
const passing: ReadonlySet<string> = new Set([
  'processes',
  'leases',
  'installation',
  'loose_blobs',
  'blob_holds',
  'record_docs',
  'site_phases',
  'site_changes',
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
 * A step that waits for a table blocks every later statement on it. So it waits briefly, and again after a pause in
 * which others can continue.
 */
interface LockWaits {
  readonly lockMs: number;
  readonly pauseMs: number;
  /** How long the step is tried before it is given up. */
  readonly patienceMs: number;
  /** Called when something else locks a table, and repeatedly while it does. */
  readonly onBlocked: () => void;
}

const usualWaits: LockWaits = {
  lockMs: 2_000,
  pauseMs: 1_000,
  patienceMs: 5 * minuteMs,
  onBlocked: () => {},
};

/** Makes an empty store one of this version, together with `also`: a crash leaves both or neither. */
export function createTables(
  store: Store,
  also: readonly string[],
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const dialect = dialects[store.engine];
  return store.script([
    ...guard(store.engine, 0, usualWaits),
    'CREATE TABLE baraza_version (version BIGINT NOT NULL)',
    `INSERT INTO baraza_version (version) VALUES (${steps.length})`,
    ...steps.flatMap((migration) => migration(dialect)),
    ...also,
  ]);
}

async function applyMissing(
  store: Store,
  beforeUpgrade: (fromVersion: number) => Promise<void>,
  steps: readonly Migration[],
  waits: LockWaits,
): Promise<Migrated> {
  const from = await versionOf(store);
  if (from > steps.length)
    throw unavailable(
      `The data is of version ${from}, newer than this program, which knows version ${steps.length}; use the ` +
        'newer program.',
    );
  const migrated = { from, to: steps.length };
  if (from === steps.length) return migrated;
  if (from === 0) {
    // In one commit: each takes the disk several milliseconds.
    await createTables(store, [], steps);
    return migrated;
  }
  if (from >= migrations.indexOf(siteTransfers) + 1 && from <= migrations.indexOf(frozenSites))
    await assertNoOpenMoves(store);
  await beforeUpgrade(from);
  const dialect = dialects[store.engine];
  for (const [index, migration] of steps.entries())
    if (index >= from)
      await store.script([
        ...guard(store.engine, index, waits),
        ...migration(dialect),
        `UPDATE baraza_version SET version = ${index + 1}`,
      ]);
  return migrated;
}

/**
 * Moves of earlier versions are ended by them: a site that was handed over has its only copy at a server that this
 * version cannot ask. What has begun to arrive is still at the other server, and is deleted here as it is hidden.
 */
async function assertNoOpenMoves(store: Store): Promise<void> {
  const [found] = await store.all<{ site: string }>(sql`SELECT site_id AS site FROM site_transfers
    WHERE state NOT IN ('finished', 'cancelled')
    UNION SELECT site_id FROM site_arrivals WHERE state = 'ready' LIMIT 1`);
  if (found === undefined) return;
  throw unavailable(
    `The site ${found.site} is being moved between two servers. Start the version before until \`sites moves\` ` +
      `says finished, or end it with \`sites move ${found.site} --cancel\`; then upgrade.`,
  );
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
        RAISE EXCEPTION 'another process has made this step' USING ERRCODE = '${duplicateTable}';
      END IF;
    END $$`,
  ];
}

// Duplicate table: another process applies the first migration at the same time.
const duplicateTable = '42P07';

// A table was locked for longer than the limit, or two transactions waited for each other: the step is tried again.
const held = new Set(['55P03', '40P01']);

// Two processes that start together on one database: the loser of a race checks again.
async function migrateLocked(
  store: Store,
  beforeUpgrade: (fromVersion: number) => Promise<void>,
  steps: readonly Migration[],
  waits: LockWaits,
): Promise<Migrated> {
  // Each step may be lost once to another process.
  const racesMax = 5 * steps.length;
  const startedMs = performance.now();
  let [races, blocks] = [0, 0];
  for (;;) {
    try {
      return await applyMissing(store, beforeUpgrade, steps, waits);
    } catch (error) {
      const code = codeOf(error);
      if (error instanceof Problem || (code !== duplicateTable && !held.has(code))) throw error;
      if (code === duplicateTable) {
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
  return unavailable(
    'The data could not be upgraded, because a long read or write holds its tables; end backups and other ' +
      'programs that use the database, and start again.',
    { cause },
  );
}
