import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines, openServer } from '../../test/fixtures/server.ts';
import { idleSender } from '../delivery/retrying-sender.ts';
import { createMetrics } from '../http/metrics/metrics.ts';
import { createLog, silentLog } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { deliveryOutbox } from '../store/platform/deliveries.ts';
import { noticeOutbox } from '../store/site/notices.ts';
import { type Query, type Store, sql, type Writer } from '../store/store.ts';
import { measureProcess } from './measures.ts';

test('a scrape has the last known figures while the database does not answer', async (t) => {
  const server = await openServer('sqlite');
  t.after(server.close);
  const { store, disk } = server.installation;
  const backup = JSON.stringify({ at: '2026-11-01T00:00:00.000Z', bytes: 1 });
  const rows = (waiting: number) => async (query: Query) =>
    query.strings.join('').includes('count(*)') ? { waiting } : { value: backup };
  let answer: (query: Query) => Promise<unknown> = rows(7);
  const measured: Store = {
    ...store,
    get: <Row>(query: Query) => answer(query) as Promise<Row | undefined>,
  };
  const metrics = createMetrics('1.0.0');
  const logged: string[] = [];
  const log = createLog('warn', (line) => logged.push(line));
  const { engine } = server.platform;
  const parts = {
    disk,
    store: measured,
    log,
    engine,
    health: server.platform.health,
    sender: idleSender,
    outbox: deliveryOutbox,
  };
  measureProcess(metrics, parts, 20);
  const scrape = async () => {
    const lines = (await metrics.write()).split('\n');
    const one = (name: string) => lines.find((line) => line.startsWith(`${name} `));
    assert.ok(one('process_resident_memory_bytes'));
    assert.ok(one('baraza_store_waiting'));
    assert.equal(one('baraza_backup_last_timestamp_seconds')?.split(' ')[1], '1793491200');
    return one('baraza_deliveries_waiting');
  };
  assert.equal(await scrape(), 'baraza_deliveries_waiting 7');
  assert.deepEqual(logged, []);
  answer = () => Promise.reject(new Problem('busy', 'The database cannot be reached.'));
  assert.equal(await scrape(), 'baraza_deliveries_waiting 7');
  assert.match(logged.join(), /could not be read.*The database cannot be reached/);
  const silent = Promise.withResolvers<void>();
  let asked = 0;
  answer = async (query) => {
    asked += 1;
    await silent.promise;
    return rows(8)(query);
  };
  assert.equal(await scrape(), 'baraza_deliveries_waiting 7');
  assert.equal(await scrape(), 'baraza_deliveries_waiting 7');
  assert.equal(asked, 2, 'scrapes do not pile up in the database');
  silent.resolve();
  await silent.promise;
  answer = rows(9);
  assert.match((await scrape()) ?? '', /^baraza_deliveries_waiting [89]$/);
  assert.equal(await scrape(), 'baraza_deliveries_waiting 9');
});

for (const engine of engines)
  test(`waiting deliveries are counted on ${engine}`, async (t) => {
    const server = await openServer(engine);
    t.after(server.close);
    const { store, disk } = server.installation;
    await store.write(async (tx) => {
      await insertSite(tx);
      for (const [id, state] of Object.entries({ a: 'pending', b: 'failed', c: 'pending' }))
        await tx.run(sql`INSERT INTO notices (id, site_id, channel, event, payload, state, tries, created_at)
          VALUES (${id}, 's', 'email', 'x', '{}', ${state}, 0, 0)`);
    });
    const metrics = createMetrics('1.0.0');
    measureProcess(
      metrics,
      {
        ...{ disk, store, log: silentLog, engine: server.platform.engine },
        health: server.platform.health,
        ...{ sender: idleSender, outbox: noticeOutbox },
      },
      60_000,
    );
    assert.match(await metrics.write(), /^baraza_deliveries_waiting 2$/m);
  });

for (const engine of engines)
  test(`waiting deliveries are counted through an index, on ${engine}`, async (t) => {
    const server = await openServer(engine);
    t.after(server.close);
    const { store } = server.installation;
    const plan = async (query: Query) => {
      const explain = engine === 'sqlite' ? sql`EXPLAIN QUERY PLAN` : sql`EXPLAIN`;
      return JSON.stringify(await store.all(sql`${explain} ${query}`));
    };
    if (engine === 'postgres')
      await store.write(async (tx) => {
        await insertSite(tx);
        await tx.run(sql`INSERT INTO notices
            (id, site_id, channel, event, payload, state, tries, created_at)
          SELECT 'n' || n, 's', 'email', 'x', '{}', 'failed', 0, 0
          FROM generate_series(1, 5000) AS n`);
        await tx.run(sql`ANALYZE notices`);
      });
    for (const name of ['notices', ...(engine === 'sqlite' ? ['deliveries'] : [])])
      assert.match(
        await plan({ strings: [`SELECT 1 FROM ${name} WHERE state = 'pending'`], parts: [] }),
        new RegExp(`${name}_pending`),
      );
  });

async function insertSite(tx: Writer): Promise<void> {
  await tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('o', 'o', 0)`);
  await tx.run(sql`INSERT INTO sites (id, owner_id, status, plan, key, key_created_at, created_at,
      updated_at, version, gate, profile, uses_since)
    VALUES ('s', 'o', 'active', 'local', 'k', 0, 0, 0, 1, '{}', '{}', 0)`);
}
