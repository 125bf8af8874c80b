import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines, openServer } from '../../test/fixtures/server.ts';
import { createMetrics } from '../http/metrics/metrics.ts';
import { createLog, silentLog } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { insertItems, takePlace } from '../store/outbox.ts';
import { type Query, type Store, sql } from '../store/store.ts';
import { measureProcess } from './measures.ts';

test('a scrape has the last known figures while the database does not answer', async (t) => {
  const server = await openServer('sqlite');
  t.after(server.close);
  const { store, disk } = server.installation;
  const backup = JSON.stringify({ at: '2026-11-01T00:00:00.000Z', bytes: 1 });
  const rows = (waiting: number) => async (query: Query) =>
    query.strings.join('').includes('sum(waiting)') ? { waiting } : { value: backup };
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
    ...nothingSent,
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
      await tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('o', 'o', 0)`);
      for (const [id, kind] of Object.entries({ a: 'mail', b: 'push', c: 'mail' } as const)) {
        const item = {
          id,
          kind,
          owner: 'o',
          receiver: 's ',
          place: id,
          created_at: 0,
          about: null,
        };
        await takePlace(tx, item, 10);
        await insertItems(tx, [{ ...item, payload: '{}' }]);
      }
    });
    const metrics = createMetrics('1.0.0');
    measureProcess(
      metrics,
      {
        ...{ disk, store, log: silentLog, engine: server.platform.engine },
        health: server.platform.health,
        ...{ ...nothingSent, kinds: ['mail', 'notice'] },
      },
      60_000,
    );
    assert.match(await metrics.write(), /^baraza_deliveries_waiting 2$/m);
  });

const nothingSent = {
  sender: { counts: () => ({ delivered: 0, delayed: 0, failed: 0 }) },
  kinds: ['webhook'],
  jobs: { failures: () => ({}) },
} as const;
