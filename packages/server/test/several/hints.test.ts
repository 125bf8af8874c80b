import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Hint } from '../../src/store/hints.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { sql } from '../../src/store/store.ts';
import { eventually } from '../fixtures/server-process.ts';
import { createDatabase } from '../postgres/server.ts';

const key: Hint = { about: 'key', id: 'key_1' };
const activity: Hint = { about: 'activity', id: 'own_1' };

test('what a transaction tells is heard by all after its commit, and never after a rollback', async (t) => {
  const { one, heardBy } = await openTwo(t);
  const failed = one.write(async (tx) => {
    await tx.notify({ about: 'key', id: 'rolled-back' });
    throw new Error('rolled back');
  });
  await assert.rejects(failed, /rolled back/);
  await one.write((tx) => tx.notify(key));
  for (const heard of heardBy) {
    await eventually(() => heard.length > 0);
    assert.deepEqual(heard, [key]);
  }
});

test('what is told without a transaction is heard by the others alone, once for many times', async (t) => {
  const { one, heardBy } = await openTwo(t);
  for (let times = 0; times < 100; times += 1) one.others?.notify(activity);
  const [own = [], others = []] = heardBy;
  await eventually(() => others.length > 0);
  await one.write((tx) => tx.notify(key));
  await eventually(() => own.length > 0 && others.length > 1);
  assert.deepEqual([own, others], [[key], [activity, key]]);
});

test('a listener whose connection was cut says so, connects again and hears what comes then', async (t) => {
  const { one, other, heardBy, gaps } = await openTwo(t);
  const [, heard = []] = heardBy;
  const before = gaps();
  await one.all(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_notify%'`);
  await eventually(() => gaps() >= before + 4 && other.others?.isListening() === true);
  await eventually(async () => {
    await one.write((tx) => tx.notify(key)).catch(() => {});
    return heard.length > 0;
  });
});

/** Two stores on one database that both listen. */
async function openTwo(t: TestContext) {
  const url = await createDatabase();
  const stores = [openPostgres(url), openPostgres(url)] as const;
  const heardBy: Hint[][] = [[], []];
  let gaps = 0;
  for (const [at, store] of stores.entries()) {
    const stop = store.others?.listen((hint) => {
      if (hint === undefined) gaps += 1;
      else heardBy[at]?.push(hint);
    });
    t.after(async () => {
      await stop?.();
      await store.close();
    });
  }
  await eventually(() => stores.every(({ others }) => others?.isListening() === true));
  return { one: stores[0], other: stores[1], heardBy, gaps: () => gaps };
}
