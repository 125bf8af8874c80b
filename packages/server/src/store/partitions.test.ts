import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { dayMs, siteLimits } from '@baraza/contract';
import { fieldsOf } from '../../test/fixtures/fields-of.ts';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { createMigratedDatabase } from '../../test/postgres/server.ts';
import { questionRow } from '../../test/site/question-row.ts';
import { createIdMaker, idFloor } from '../kernel/id.ts';
import type { Assistant } from '../site/assistant.ts';
import { forgetOldVisits } from '../site/sites/retention.ts';
import { migrate } from './migrations/migrations.ts';
import { addPartitions, dropPartitions, mergeDeliveries } from './partitions.ts';
import { activityAfter, insertActivity } from './platform/activity.ts';
import { openPostgres } from './postgres/postgres.ts';
import { readNumber } from './rows.ts';
import { insertQuestion, listQuestions, type QuestionRow } from './site/questions.ts';
import { importQuestions } from './site/transfers.ts';
import { openSqlite } from './sqlite/sqlite.ts';
import { type Store, sql } from './store.ts';

const startMs = Date.UTC(2027, 0, 1);
const nowMs = Date.UTC(2028, 5, 17);

/** A store with three sites, and on PostgreSQL partitions of the first months. */
async function openStores(t: TestContext, months = 6): Promise<readonly Store[]> {
  const folder = temporaryFolder(t);
  const stores = [
    openSqlite(path.join(folder, 'baraza.db')),
    openPostgres(await createMigratedDatabase()),
  ];
  for (const store of stores) {
    t.after(store.close);
    if (store.engine === 'sqlite') await migrate(store);
    for (let month = 0; month < months; month += 3)
      await addPartitions(store, Date.UTC(2027, month, 5));
    await store.write(async (tx) => {
      await tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('own', 'own', 0)`);
      for (const site of Object.keys(retentions))
        await tx.run(sql`INSERT INTO sites (id, owner_id, status, plan, key, key_created_at, created_at, updated_at,
            version, gate, profile)
          VALUES (${site}, 'own', 'live', 'local', ${site}, 0, 0, 0, 1, '{}', '{}')`);
    });
  }
  return stores;
}

const retentions: { readonly [site: string]: number } = { short: 20, usual: 180, long: 200 };
const profiles = {
  headOf: async ({ id }: { id: string }) => ({ retention_days: retentions[id] }),
} as unknown as Assistant['profiles'];

function names(store: Store): Promise<{ name: string }[]> {
  return store.all(sql`SELECT relname AS name FROM pg_class WHERE relkind = 'r'
    AND (relname LIKE 'questions\\_%' OR relname LIKE 'activity\\_%' OR relname LIKE 'deliveries\\_%')
    AND relname NOT LIKE 'questions\\_moves' ORDER BY relname`);
}

function rowOf(site: string, id: string, askedAt: number): QuestionRow {
  return questionRow({ site_id: site, id, question: 'Q?', asked_at: askedAt, answered: 1 });
}

test('exactly the questions within the retention of their site remain, on both databases', async (t) => {
  const stores = await openStores(t, 18);
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const edges = Object.values(retentions).flatMap((days) => {
    const edgeMs = nowMs - days * dayMs;
    return [edgeMs - 1, edgeMs, edgeMs + 1];
  });
  let clockMs = 0;
  const makeId = createIdMaker(() => clockMs);
  const own: QuestionRow[] = [];
  const imported: QuestionRow[] = [];
  for (let at = 0; at < 600; at += 1) {
    const askedAt = edges[at] ?? startMs + random(nowMs - startMs);
    // Of imported ones the id may be of any time.
    clockMs = at % 5 === 0 ? startMs + random(3 * (nowMs - startMs)) : askedAt - random(5_000);
    const site = Object.keys(retentions)[random(3)] ?? '';
    const row = rowOf(site, idFloor('question', clockMs) + makeId('question').slice(12), askedAt);
    (at % 5 === 0 ? imported : own).push(row);
  }
  const isKept = (row: QuestionRow) =>
    row.asked_at >= nowMs - (retentions[row.site_id] ?? 0) * dayMs;
  const wanted = [...own, ...imported].filter(isKept).map(({ id }) => id);
  const kept: unknown[] = [];
  for (const store of stores) {
    await store.write(async (tx) => {
      for (const row of own) await insertQuestion(tx, row);
      for (let at = 0; at < imported.length; at += 20)
        await importQuestions(tx, imported.slice(at, at + 20));
    });
    await forgetOldVisits({ store, clock: () => nowMs, profiles });
    const rows = await store.all<{ id: string }>(sql`SELECT id FROM questions`);
    assert.deepEqual(rows.map(({ id }) => id).toSorted(), wanted.toSorted(), store.engine);
    kept.push(await readNumber(store, sql`SELECT kept_bytes FROM owners`));
  }
  assert.equal(kept[0], kept[1], 'the bytes of imported rows are given back');
  const [, postgres] = stores as [Store, Store];
  const left = (await names(postgres)).map(({ name }) => name);
  assert.ok(!left.includes('questions_2027_03'), 'a month past every retention is dropped');
  assert.ok(left.includes('questions_2028_01'));
});

test('a process that was killed between taking a month out and dropping it is finished by the next', async (t) => {
  const [, store] = (await openStores(t)) as [Store, Store];
  const makeId = createIdMaker(() => Date.UTC(2027, 2, 3));
  // The second one was imported with a newer time.
  const [gone, kept] = [
    rowOf('long', makeId('question'), Date.UTC(2027, 2, 3)),
    rowOf('long', makeId('question'), nowMs),
  ];
  await store.write(async (tx) => {
    await insertQuestion(tx, gone);
    await insertQuestion(tx, kept);
  });
  await store.script(['ALTER TABLE questions DETACH PARTITION questions_2027_03']);
  await forgetOldVisits({ store, clock: () => nowMs, profiles });
  assert.deepEqual(await store.all(sql`SELECT id FROM questions`), [{ id: kept.id }]);
  assert.ok((await names(store)).every(({ name }) => name !== 'questions_2027_03'));
});

test('a row that is kept can be read at any time while its month is dropped, even after a kill', async (t) => {
  const [, store] = (await openStores(t)) as [Store, Store];
  const makeId = createIdMaker(() => Date.UTC(2027, 2, 3));
  const [gone, kept] = [
    rowOf('long', makeId('question'), Date.UTC(2027, 2, 3)),
    rowOf('long', makeId('question'), nowMs),
  ];
  await store.write((tx) => importQuestions(tx, [gone, kept]));
  const dying: Store = {
    ...store,
    script: async (statements) => {
      await store.script(statements);
      if (statements.some((statement) => statement.includes('DETACH PARTITION questions_2027_03')))
        throw new Error('killed');
    },
  };
  const retention = { keptSinceMs: () => nowMs };
  await assert.rejects(dropPartitions(dying, 'questions', retention), /killed/);
  const ids = () => store.all(sql`SELECT id FROM questions`);
  assert.deepEqual(await ids(), [{ id: kept.id }]);
  await dropPartitions(store, 'questions', retention);
  assert.deepEqual(await ids(), [{ id: kept.id }]);
  assert.ok((await names(store)).every(({ name }) => name !== 'questions_2027_03'));
  assert.equal(
    await readNumber(store, sql`SELECT kept_bytes FROM owners`),
    await readNumber(store, sql`SELECT sum(imported_bytes) FROM questions`),
    'the bytes of the other one are given back, once',
  );
});

test('a retention that became longer while a month was taken out keeps its rows', async (t) => {
  const [, store] = (await openStores(t)) as [Store, Store];
  const atMs = Date.UTC(2027, 2, 3);
  const row = rowOf('long', createIdMaker(() => atMs)('question'), atMs);
  await store.write((tx) => insertQuestion(tx, row));
  let sinceMs = Date.UTC(2027, 8, 1);
  await dropPartitions(store, 'questions', {
    keptSinceMs: () => sinceMs,
    refresh: async () => {
      sinceMs = atMs;
    },
  });
  assert.deepEqual(await store.all(sql`SELECT id FROM questions`), [{ id: row.id }]);
});

test('PostgreSQL keeps one plan for the usual pages over all months', async (t) => {
  const url = await createMigratedDatabase();
  // One connection, whose plans can be seen.
  const store = openPostgres(url, { connectionsMax: 1 });
  t.after(store.close);
  for (const month of [0, 3, 6]) await addPartitions(store, Date.UTC(2027, month, 5));
  await fillMonths(store);
  const filter = { open: false, sinceMs: undefined, text: undefined };
  const limit = siteLimits.pageSizeDefault + 1;
  for (let times = 1; times <= 12; times += 1) {
    const before = idFloor('question', Date.UTC(2027, 1 + (times % 6), 5));
    assert.equal((await listQuestions(store, 'shop', filter, { before, limit })).length, limit);
  }
  const [plans] = await store.all<{ generic: number }>(sql`SELECT generic_plans AS generic
    FROM pg_prepared_statements WHERE statement LIKE ${'%FROM questions%ORDER BY id DESC%'}`);
  assert.ok(plans !== undefined && plans.generic > 0);
});

/** Thousands of questions in each of nine months. */
async function fillMonths(store: Store): Promise<void> {
  await store.write(async (tx) => {
    await tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('own', 'own', 0)`);
    await tx.run(sql`INSERT INTO sites (id, owner_id, status, plan, key, key_created_at, created_at, updated_at,
        version, gate, profile) VALUES ('shop', 'own', 'live', 'local', 'k', 0, 0, 0, 1, '{}', '{}')`);
  });
  const months = Array.from({ length: 9 }, (_, month) => Date.UTC(2027, month, 3));
  await store.script([
    ...months.map(
      (
        atMs,
      ) => `INSERT INTO questions (site_id, id, asked_at, question, question_folded, language, mode, answered,
          answer, sources, status)
        SELECT 'shop', '${idFloor('question', atMs)}' || lpad(n::text, 16, '0'), ${atMs}, 'Q?', 'q?', 'en', 'text', 1,
          'A.', '[]', 'new' FROM generate_series(1, 4000) AS n`,
    ),
    'ANALYZE questions',
  ]);
}

test('activity past its time goes with its month, and the order of an owner goes on over months', async (t) => {
  const [, store] = (await openStores(t)) as [Store, Store];
  const makeId = createIdMaker(() => nowMs);
  await store.write(async (tx) => {
    for (let seq = 1; seq <= 16; seq += 1)
      await insertActivity(tx, {
        owner_id: 'own',
        seq,
        id: makeId('activity'),
        at: Date.UTC(2027, seq - 1, 10),
        action: 'record-added',
        resource_id: 'r',
        service: 'data',
        kind: 'k',
        name: 'n',
        key_id: '',
        key_name: '',
        detail: '{}',
        user_id: null,
        removed: null,
      });
  });
  const sinceMs = Date.UTC(2027, 5, 5);
  await dropPartitions(store, 'activity', { keptSinceMs: () => sinceMs });
  const rows = await activityAfter(store, 'own', 0, 100);
  // The month of the limit stays: its rows are deleted one by one.
  assert.deepEqual(fieldsOf(rows, 'seq'), [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
});

test('rows of a month without a partition are kept in the default one, and move when it is made', async (t) => {
  const [, store] = (await openStores(t)) as [Store, Store];
  const atMs = Date.UTC(2031, 2, 3);
  const row = rowOf('long', createIdMaker(() => atMs)('question'), atMs);
  await store.write((tx) => insertQuestion(tx, row));
  const count = (table: string) =>
    readNumber(store, { strings: [`SELECT count(*) FROM ${table}`], parts: [] });
  assert.equal(await count('questions_default'), 1);
  await Promise.all([addPartitions(store, atMs), addPartitions(store, atMs)]);
  assert.deepEqual([await count('questions_default'), await count('questions_2031_03')], [0, 1]);
  // An id that exists is refused wherever its row is, also with another time.
  const again = await store.write((tx) => importQuestions(tx, [{ ...row, asked_at: 5 }]));
  assert.equal(again.count, 0);
});

test('old months of deliveries are merged, and the deliveries stay', async (t) => {
  const [, store] = (await openStores(t)) as [Store, Store];
  const id = createIdMaker(() => Date.UTC(2027, 2, 3))('event');
  await store.write(async (tx) => {
    await tx.run(sql`INSERT INTO resources (id, owner_id, service, kind, name, name_folded, config, state, version,
        created_at, updated_at) VALUES ('hook', 'own', 'webhooks', 'webhook', 'n', 'n', '{}', 'active', 1, 0, 0)`);
    await tx.run(sql`INSERT INTO webhooks (resource_id, owner_id, events, services, secret, active)
      VALUES ('hook', 'own', '[]', '[]', '', 1)`);
    await tx.run(sql`INSERT INTO deliveries (id, webhook_id, event, state, tries, created_at)
      VALUES (${id}, 'hook', 'e', 'delivered', 1, 0)`);
  });
  await mergeDeliveries(store, nowMs);
  assert.deepEqual(await store.all(sql`SELECT id FROM deliveries_default`), [{ id }]);
  const left = (await names(store)).filter(({ name }) => name.startsWith('deliveries_20'));
  assert.deepEqual(left, []);
});
