import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hourMs, minuteMs } from '@baraza/contract';
import { runWithLease } from '../../src/cli/serve/run-with-lease.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { takeLease } from '../../src/store/processes/leases.ts';
import { type Store, sql } from '../../src/store/store.ts';
import { openServer } from '../fixtures/server.ts';
import { createMigratedDatabase } from '../postgres/server.ts';

const job = { name: 'tidy', everyMs: hourMs };
const goesOn = () => false;

describe('a job of one of all', () => {
  test('is done once an hour, and after two minutes by another where its holder was killed', async (t) => {
    const server = await openServer('sqlite');
    t.after(server.close);
    const { store } = server.platform;
    let nowMs = 1_800_000_000_000;
    let done = 0;
    const work = async () => {
      done += 1;
    };
    const attempt = () =>
      runWithLease({ store, log: silentLog, clock: () => nowMs }, job, goesOn, work);
    assert.deepEqual([await attempt(), await attempt()], [true, false]);
    nowMs += hourMs - 1;
    assert.equal(await attempt(), false);
    nowMs += 1;
    const killed = { name: job.name, holder: 'killed' };
    assert.equal(await store.write((tx) => takeLease(tx, killed, 2 * minuteMs, nowMs)), 1);
    assert.equal(await attempt(), false);
    nowMs += 2 * minuteMs;
    assert.equal(await attempt(), true);
    assert.equal(done, 2);
  });

  test('that was left half done by a stop is taken by the next at once', async (t) => {
    const server = await openServer('sqlite');
    t.after(server.close);
    const { store, clock } = server.platform;
    const parts = { store, clock, log: silentLog };
    await runWithLease(
      parts,
      job,
      () => true,
      async () => {},
    );
    assert.equal(await runWithLease(parts, job, goesOn, async () => {}), true);
  });

  test('is done by exactly one of many that try at the same moment', async (t) => {
    const url = await createMigratedDatabase();
    const stores: Store[] = Array.from({ length: 3 }, () => openPostgres(url));
    t.after(() => Promise.all(stores.map(({ close }) => close())));
    let done = 0;
    const work = async () => {
      done += 1;
    };
    const tries = Array.from({ length: 12 }, (_, at) => {
      const parts = { store: stores[at % 3] as Store, log: silentLog, clock: () => 0 };
      return runWithLease(parts, job, goesOn, work);
    });
    assert.equal((await Promise.all(tries)).filter(Boolean).length, 1);
    assert.equal(done, 1);
    const row = await stores[0]?.get(sql`SELECT holder, until FROM leases`);
    assert.deepEqual(row, { holder: null, until: 0 });
  });
});
