/** Tables of an earlier version become partitions while others use them, and a kill at any step is resumed. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createIdMaker, idFloor } from '../../src/kernel/id.ts';
import { partitionBounds } from '../../src/store/migrations/0032-partition-bounds.ts';
import { dataVersion } from '../../src/store/migrations/data-version.ts';
import { migrate, migrations } from '../../src/store/migrations/migrations.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { type Store, sql } from '../../src/store/store.ts';
import { eventually, spawnBaraza, temporaryFolder } from '../fixtures/server-process.ts';
import { controlPostgres } from '../postgres/control.ts';
import { createDatabase } from '../postgres/server.ts';

const first = migrations.indexOf(partitionBounds);
// Imported, with a time for which there is no partition.
const strange = `${idFloor('question', Date.UTC(2090, 0))}${'z'.repeat(16)}`;

const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

describe('an upgrade to partitions', () => {
  let base: URL;
  before(async () => {
    base = new URL(await createDatabase());
    const store = openPostgres(base.href);
    await migrate(store, undefined, migrations.slice(0, first));
    await fill(store);
    await store.close();
  });

  const copyOfBase = async (step: number) => {
    const name = base.pathname.slice(1);
    const server = await controlPostgres(
      Object.assign(new URL(base), { pathname: '/postgres' }).href,
    );
    await server.run(`CREATE DATABASE ${name}_${step} TEMPLATE ${name}`);
    await server.end();
    return `${base.href}_${step}`;
  };

  for (const [step, mode] of [
    // Each lock lets the steps before pass, and holds this one.
    [0, 'ACCESS SHARE'],
    [1, 'SHARE UPDATE EXCLUSIVE'],
    [2, 'ACCESS SHARE'],
  ] as const)
    test(`killed in step ${step + 1} is resumed, and no row is lost`, async (t) => {
      const url = await copyOfBase(step);
      const [store, control] = [openPostgres(url), await controlPostgres(url)];
      t.after(() => Promise.all([store.close(), control.end()]));
      const before = await contents(store);
      const [files] = await control.run(fileNames('questions', 'deliveries', 'activity'));
      await migrate(store, undefined, migrations.slice(0, first + step));

      const holder = await controlPostgres(url);
      await holder.run('BEGIN');
      await holder.run(`LOCK TABLE activity IN ${mode} MODE`);
      const killed = spawnBaraza(t, ['migrate'], temporaryFolder(t), { DATABASE_URL: url });
      await eventually(async () => (await control.run(waiting)).length > 0);
      killed.child.kill('SIGKILL');
      await killed.ended;
      await holder.run('ROLLBACK');
      await holder.end();
      assert.deepEqual(await contents(store), before);

      const migrated = await migrate(store, undefined, undefined, { pauseMs: 1 });
      assert.deepEqual(migrated, { from: first + step, to: dataVersion });
      assert.deepEqual(await contents(store), before);
      const names = await control.run(`SELECT relname AS name FROM pg_class WHERE relkind = 'r'
      AND relname ~ '^(questions|deliveries|activity)_before_' ORDER BY relname`);
      const [, delivered = '', asked = ''] = names.map(({ name }) => String(name));
      const [after] = await control.run(fileNames(asked, delivered, String(names[0]?.name)));
      assert.deepEqual(after, files, 'the files of the tables are those of before');
      // One that was there stays unique.
      await assert.rejects(insertQuestion(store, strange), { code: '23505' });
    });
});

function fileNames(questions: string, deliveries: string, activity: string): string {
  return `SELECT pg_relation_filenode('${questions}') AS questions,
    pg_relation_filenode('${deliveries}') AS deliveries, pg_relation_filenode('${activity}') AS activity`;
}

function insertQuestion(store: Store, id: string): Promise<number> {
  return store.write((tx) =>
    tx.run(sql`INSERT INTO questions (site_id, id, asked_at, question, question_folded, language, mode, answered,
        answer, sources, status)
      VALUES ('shop', ${id}, 5, 'Q', 'q', 'en', 'text', 1, 'A', '[]', 'new')`),
  );
}

async function fill(store: Store): Promise<void> {
  const makeId = createIdMaker(() => Date.UTC(2026, 3, 4));
  await store.write(async (tx) => {
    await tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('own', 'own', 0)`);
    await tx.run(sql`INSERT INTO sites (id, owner_id, status, plan, key, key_created_at, created_at, updated_at,
        version, gate, profile) VALUES ('shop', 'own', 'live', 'local', 'k', 0, 0, 0, 1, '{}', '{}')`);
    await tx.run(sql`INSERT INTO resources (id, owner_id, service, kind, name, name_folded, config, state, version,
        created_at, updated_at) VALUES ('hook', 'own', 'webhooks', 'webhook', 'n', 'n', '{}', 'active', 1, 0, 0)`);
    await tx.run(sql`INSERT INTO webhooks (resource_id, owner_id, events, services, secret, active)
      VALUES ('hook', 'own', '[]', '[]', '', 1)`);
    for (let seq = 1; seq <= 20; seq += 1) {
      await tx.run(sql`INSERT INTO deliveries (id, webhook_id, event, payload, state, tries, created_at)
        VALUES (${makeId('event')}, 'hook', 'e', '', 'delivered', 1, 0)`);
      await tx.run(sql`INSERT INTO activity (owner_id, seq, id, at, action, resource_id, service, kind, name, key_id,
          key_name, detail)
        VALUES ('own', ${seq}, ${makeId('activity')}, ${seq}, 'record-added', 'r', 'data', 'k', 'n', '', '', '{}')`);
    }
  });
  for (let at = 0; at < 20; at += 1) await insertQuestion(store, makeId('question'));
  await insertQuestion(store, strange);
}

async function contents(store: Store): Promise<unknown> {
  return Promise.all([
    store.all(sql`SELECT * FROM questions ORDER BY id`),
    store.all(sql`SELECT id, webhook_id, event, state, created_at FROM deliveries ORDER BY id`),
    store.all(sql`SELECT * FROM activity ORDER BY seq`),
  ]);
}
