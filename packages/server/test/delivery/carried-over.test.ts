/** What waited in the tables before the outbox is carried over: each item once, with its id. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hourMs } from '@baraza/contract';
import { outbox } from '../../src/store/migrations/0043-outbox.ts';
import { createTables, migrate, migrations } from '../../src/store/migrations/migrations.ts';
import { findPayload, recentDeliveries } from '../../src/store/platform/deliveries.ts';
import { isPausedWebhook } from '../../src/store/platform/webhooks.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { type Store, sql } from '../../src/store/store.ts';
import { engines } from '../fixtures/server.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { createDatabase } from '../postgres/server.ts';

const payload = (name: string) => JSON.stringify({ type: 'record-added', data: { name } });

async function fill(store: Store): Promise<void> {
  const dueAt = Date.now() - hourMs;
  const keys = { lasting: null, ending: Date.now() + hourMs, ended: Date.now() - hourMs };
  await store.script([
    `INSERT INTO owners (id, name, created_at, kept_bytes) VALUES ('own', 'own', 0, 5000)`,
    ...Object.entries(keys).map(
      ([
        id,
        end,
      ]) => `INSERT INTO keys (id, owner_id, type, public, hash, name, scopes, created_at, expires_at)
        VALUES ('${id}', 'own', 'secret', '${id}', '${id}', 'k', '[]', 0, ${end})`,
    ),
    ...['one', 'ending', 'ended', 'archived'].flatMap((id) => [
      `INSERT INTO resources (id, owner_id, service, kind, name, name_folded, config, state, version, created_at,
        updated_at) VALUES ('${id}', 'own', 'connect', 'webhook', 'n', 'n', '{}', 'active', 1, 0, 0)`,
      `INSERT INTO webhooks (resource_id, owner_id, events, services, secret, active, pending, key_id)
        VALUES ('${id}', 'own', '[]', '["data"]', '', ${id === 'archived' ? 0 : 1}, 1,
          '${id in keys ? id : 'lasting'}')`,
    ]),
    `INSERT INTO delivery_payloads (id, owner_id, payload) VALUES ('evt_1', 'own', '${payload('shared')}')`,
  ]);
  const delivery = (
    id: string,
    webhook: string,
    more: Record<string, string | number | null> = {},
  ) => {
    const row = {
      ...{ id, webhook_id: webhook, event: 'record-added', payload: '', payload_id: 'evt_1' },
      ...{
        state: 'pending',
        tries: 0,
        due_at: dueAt,
        created_at: 5,
        resource_id: 'r',
        service: 'data',
      },
      ...more,
    };
    const values = Object.values(row).map((value) => (value === null ? 'NULL' : `'${value}'`));
    return `INSERT INTO deliveries (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
  };
  await store.script([
    delivery('evt_1', 'one', {
      tries: 2,
      status: 500,
      fault: 'status 500',
      attempts: '[{"at":"x"}]',
    }),
    delivery('evt_2', 'one', { tries: 1, taken_by: 'killed' }),
    // Older than the table of payloads, and than the columns of what it is about.
    delivery('evt_3', 'one', {
      ...{ payload: payload('own'), payload_id: null, resource_id: null, service: null },
    }),
    delivery('evt_4', 'one', { state: 'delivered', due_at: null, finished_at: 9, tries: 1 }),
    ...['ending', 'ended', 'archived'].map((id) => delivery(`evt_${id}`, id)),
  ]);
}

for (const engine of engines)
  describe(`an upgrade to the outbox, on ${engine}`, () => {
    test('carries over every delivery, with what is known of it', async (t) => {
      const store =
        engine === 'sqlite'
          ? openSqlite(`${temporaryFolder(t)}/baraza.db`)
          : openPostgres(await createDatabase());
      t.after(store.close);
      await createTables(store, [], migrations.slice(0, migrations.indexOf(outbox)));
      await fill(store);
      await migrate(store);
      const wanted = { known: undefined, status: undefined, limit: 100 };
      const rows = await recentDeliveries(store, 'one', wanted);
      assert.deepEqual(
        rows.map(({ id, state, tries, fault, isTaken }) => [id, state, tries, fault, isTaken]),
        [
          ['evt_4', 'delivered', 1, null, false],
          ['evt_3', 'pending', 0, null, false],
          ['evt_2', 'pending', 1, null, true],
          ['evt_1', 'pending', 2, 'status 500', false],
        ],
      );
      const [, third, , first] = rows;
      assert.deepEqual(first?.attempts, [{ at: 'x' }]);
      assert.deepEqual([first?.service, first?.resource_id], ['data', 'r']);
      assert.deepEqual([third?.service, third?.resource_id], [null, null]);
      assert.ok(first && third);
      assert.deepEqual(await findPayload(store, first), { payload: payload('shared') });
      assert.deepEqual(await findPayload(store, third), { payload: payload('own') });
      const receivers = await store.all(
        sql`SELECT receiver, waiting, CASE WHEN next_at IS NULL THEN 0 ELSE 1 END AS due FROM receivers
          ORDER BY receiver`,
      );
      assert.deepEqual(receivers, [
        { receiver: 'archived', waiting: 1, due: 0 },
        { receiver: 'ended', waiting: 1, due: 0 },
        { receiver: 'ending', waiting: 1, due: 1 },
        { receiver: 'one', waiting: 3, due: 1 },
      ]);
      const paused = await Promise.all(
        ['archived', 'ended', 'ending', 'one'].map((id) => isPausedWebhook(store, id)),
      );
      assert.deepEqual(paused, [true, true, false, false]);
      const uses = await store.all(sql`SELECT id, uses FROM delivery_payloads ORDER BY id`);
      assert.deepEqual(uses, [
        { id: 'evt_1', uses: 6 },
        { id: 'evt_3', uses: 1 },
      ]);
      // What had no shared payload is counted now.
      const kept = await store.get<{ kept_bytes: number }>(sql`SELECT kept_bytes FROM owners`);
      assert.equal(kept?.kept_bytes, 5_000 + 1_024 + payload('own').length);
    });
  });
