/**
 * Calls every function of the store with arguments of every kind, and looks at the plans of its statements on SQLite:
 * on tables that grow with use, none may walk over the whole table or sort what it finds.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Statements, StatementsWanted } from '../../test/fakes/statements.ts';
import { controlPostgres } from '../../test/postgres/control.ts';
import { createMigratedDatabase } from '../../test/postgres/server.ts';
import { createIdMaker } from '../kernel/id.ts';
import { migrate } from './migrations/migrations.ts';
import { addPartitions } from './partitions.ts';
import { openPostgres } from './postgres/postgres.ts';
import { openSqlite } from './sqlite/sqlite.ts';

/** Tables that have thousands of rows of one owner. */
const tables =
  'questions|leads|records|resources|outbox|receivers|deliveries|delivery_payloads|activity|asks|answers|objects';
const walksLarge = new RegExp(`^SCAN (${tables})\\b`);
const readsLarge = new RegExp(`(FROM|JOIN|UPDATE) (${tables})\\b`);

/** Statements that may do it, and why. */
const allowed: { readonly [name: string]: string } = {
  activityByDay: 'an owner has at most 10,000 entries',
  listLeads: 'read in another thread where a time is given',
  siteLoads: 'read in another thread',
  listQuestions: 'read in another thread where a time is given',
  listWordings: 'read in another thread where a time is given',
  listOtherLanguage: 'read in another thread',
  resourcesNaming: 'read in another thread where there are many',
  recentDeliveries: 'a webhook has at most 10,000 that wait',
  itemsOfSiteAfter: 'an operator moves a site, which is frozen meanwhile',
  deleteAbandoned: 'only housekeeping of failed imports, which have a limited size',
};

/** Exports that run no statement themselves, or only one by a primary key with arguments that are not made here. */
const withoutQuery = new Set([
  'outbox.ts aboutOf',
  'outbox.ts receiverOf',
  'outbox.ts itemKinds',
  'owners.ts bytesOf',
  'owners.ts giveImported',
  'platform/deliveries.ts payloadOf',
  'platform/deliveries.ts waitingDelivery',
  'platform/condition-query.ts conditionQuery',
  'platform/condition-query.ts fieldQuery',
  'platform/condition-dialects.ts postgresDialect',
  'platform/condition-dialects.ts sqliteDialect',
  'platform/condition-dialects.ts timeText',
  'platform/held-condition.ts holds',
  'platform/record-access.ts allOf',
  'platform/record-access.ts isPublished',
  'platform/record-access.ts isReadable',
  'platform/record-condition.ts comparisonsIn',
  'platform/record-condition.ts isAbsent',
  'platform/record-condition.ts folded',
  'platform/record-keys.ts isPoint',
  'platform/record-keys.ts isBeside',
  'platform/record-keys.ts isWithin',
  'platform/record-keys.ts keyAfter',
  'platform/record-keys.ts keyColumn',
  'platform/record-keys.ts pointOf',
  // `test/records/record-walk.test.ts` looks at their plans.
  'platform/record-walk.ts countMatching',
  'platform/record-walk.ts nextPiece',
  'platform/record-walk.ts rowsOfPiece',
  'platform/record-walk.ts wholePiece',
  // In another thread.
  'platform/record-summary.ts summaryRows',
  'platform/record-words.ts idsWithWords',
  'platform/record-words.ts rankedRows',
  'platform/records.ts keyAssignments',
  'platform/records.ts recordIdOf',
  'platform/records.ts uniqueAssignments',
  // Any table that moves, in the order of its key.
  'site/site-rows.ts siteRowsAfter',
  'site/site-rows.ts putSiteRows',
  'site/transfers.ts textBytes',
  'site/usage.ts takeUsage',
  'site/vectors.ts vectorBatches',
]);

const root = import.meta.dirname;
const files = globSync('{,platform/,site/}*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$|\.contract\.ts$/.test(file))
  .filter(
    (file) =>
      !/^(store|hints|rows|tables|cursor|partitions|snapshot-queue|console|nodes?)\.ts$/.test(file),
  )
  .toSorted();

const worker = new Worker(new URL('../../test/fakes/statements.ts', import.meta.url), {
  workerData: { files, withoutQuery } satisfies StatementsWanted,
});
const statements: Promise<Statements> = once(worker, 'message').then(([found]) => found);

describe('plans of the queries', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-plans-'));
  let database: Database.Database;
  before(async () => {
    const file = path.join(folder, 'baraza.db');
    const store = openSqlite(file);
    await migrate(store);
    await store.close();
    database = new Database(file);
  });
  after(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Undefined for a text that is not a statement, because an argument was of the wrong kind. */
  const planOf = (text: string): readonly string[] | undefined => {
    try {
      const values = Array(text.split('?').length - 1).fill('x');
      const rows = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values);
      return (rows as { detail: string }[]).map(({ detail }) => detail);
    } catch {
      return undefined;
    }
  };

  for (const file of files)
    test(`${file} reads large tables by their indexes`, async () => {
      for (const [name, { sqlite }] of (await statements).get(file) ?? assert.fail()) {
        const plans = new Map<string, readonly string[]>();
        for (const text of sqlite) {
          const plan = planOf(text);
          if (plan !== undefined) plans.set(text, plan);
        }
        assert.ok(plans.size > 0, `no statement of ${name} was seen: add arguments for it`);
        if (name in allowed) continue;
        for (const [text, plan] of plans) {
          const walks = plan.filter((step) => walksLarge.test(step));
          const sorts = readsLarge.test(text)
            ? plan.filter((step) => /TEMP B-TREE/.test(step))
            : [];
          assert.deepEqual([...walks, ...sorts], [], `${name}: ${text}`);
        }
      }
    });
});

/** The files whose statements read the tables in partitions. */
const partitioned = /(questions|messages|people|visits|activity|deliveries|owners)\.ts$/;

describe('plans over partitions of PostgreSQL', () => {
  let control: Awaited<ReturnType<typeof controlPostgres>>;
  before(async () => {
    const url = await createMigratedDatabase();
    const store = openPostgres(url);
    for (const month of [0, 3, 6]) await addPartitions(store, Date.UTC(2027, month));
    await store.close();
    control = await controlPostgres(url);
    // Without rows a walk is cheap; it is seen where no index serves.
    await control.run('SET enable_seqscan = off');
    await control.run('SET plan_cache_mode = force_generic_plan');
  });
  after(() => control.end());

  const planOf = async (text: string): Promise<readonly string[] | undefined> => {
    try {
      await control.run(`PREPARE wanted AS ${text}`);
    } catch {
      return undefined;
    }
    const count = new Set(text.match(/\$\d+/g)).size;
    const values = count === 0 ? '' : `(${Array(count).fill('NULL').join(', ')})`;
    const rows = await control.run(`EXPLAIN (COSTS off) EXECUTE wanted${values}`);
    await control.run('DEALLOCATE wanted');
    return rows.map((row) => String(row['QUERY PLAN']));
  };

  for (const file of files.filter((one) => partitioned.test(one)))
    test(`${file} reads each partition by an index`, async () => {
      let seen = 0;
      for (const [name, { postgres }] of (await statements).get(file) ?? assert.fail()) {
        for (const text of postgres) {
          if (!/(FROM|JOIN|UPDATE) (questions|activity|deliveries)\b/.test(text)) continue;
          const plan = await planOf(text);
          if (plan === undefined) continue;
          seen += 1;
          const walks = plan.filter((line) =>
            /Seq Scan on (questions|activity|deliveries)/.test(line),
          );
          assert.deepEqual(walks, [], `${name}: ${text}\n${plan.join('\n')}`);
        }
      }
      assert.ok(seen > 0, 'no statement was seen');
    });

  test('a question or delivery is looked up in the partition of its id alone', async () => {
    for (const [table, noun] of [
      ['questions', 'question'],
      ['deliveries', 'event'],
    ] as const) {
      const id = createIdMaker(() => Date.UTC(2027, 3, 4))(noun);
      const rows = await control.run(
        `EXPLAIN (COSTS off) SELECT id FROM ${table} WHERE id = '${id}'`,
      );
      const scans = rows
        .map((row) => String(row['QUERY PLAN']))
        .filter((line) => / on /.test(line));
      assert.equal(scans.length, 1, scans.join());
      assert.match(scans[0] ?? '', new RegExp(`${table}_2027_04`));
    }
  });
});
