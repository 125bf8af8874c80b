import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Hint, payloadsOf, readPayload } from '../../src/store/hints.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { sql } from '../../src/store/store.ts';
import { eventually } from '../fixtures/server-process.ts';
import { createDatabase } from '../postgres/server.ts';

const key: Hint = { about: 'key', id: 'key_1' };
const activity: Hint = { about: 'activity', id: 'own_1' };

test('hints of a transaction reach all processes after its commit, and none after a rollback', async (t) => {
  const { one, received } = await openTwo(t);
  const failed = one.write(async (tx) => {
    await tx.notify({ about: 'key', id: 'rolled-back' });
    throw new Error('rolled back');
  });
  await assert.rejects(failed, /rolled back/);
  await one.write((tx) => tx.notify(key));
  for (const hints of received) {
    await eventually(() => hints.length > 0);
    assert.deepEqual(hints, [key]);
  }
});

test('hints without a transaction reach only the others, and repeated ones once', async (t) => {
  const { one, received } = await openTwo(t);
  for (let times = 0; times < 100; times += 1) one.others?.notify(activity);
  const [own = [], others = []] = received;
  await eventually(() => others.length > 0);
  await one.write((tx) => tx.notify(key));
  await eventually(() => own.length > 0 && others.length > 1);
  assert.deepEqual([own, others], [[key], [activity, key]]);
});

test('a listener whose connection was cut reports a gap, connects again and receives later hints', async (t) => {
  const { one, other, received, gaps } = await openTwo(t);
  const [, hints = []] = received;
  const before = gaps();
  await one.all(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_notify%'`);
  await eventually(() => gaps() >= before + 4 && other.others?.isListening() === true);
  await eventually(async () => {
    await one.write((tx) => tx.notify(key)).catch(() => {});
    return hints.length > 0;
  });
});

/** Two stores on one database that both listen. */
async function openTwo(t: TestContext) {
  const url = await createDatabase();
  const stores = [openPostgres(url), openPostgres(url)] as const;
  const received: Hint[][] = [[], []];
  let gaps = 0;
  for (const [at, store] of stores.entries()) {
    const stop = store.others?.listen((hint) => {
      if (hint === undefined) gaps += 1;
      else received[at]?.push(hint);
    });
    t.after(async () => {
      await stop?.();
      await store.close();
    });
  }
  await eventually(() => stores.every(({ others }) => others?.isListening() === true));
  return { one: stores[0], other: stores[1], received, gaps: () => gaps };
}

test('any number of hints is sent in payloads that PostgreSQL accepts, and read back equal', () => {
  const hints = Array.from({ length: 1_000 }, (_, at) => ({
    about: 'activity' as const,
    id: `own_${String(at).padStart(26, '0')}`,
  }));
  const payloads = payloadsOf('me', hints);
  assert.ok(payloads.length > 1);
  for (const payload of payloads) assert.ok(Buffer.byteLength(payload) < 8_000);
  assert.deepEqual(
    payloads.flatMap((payload) => readPayload(payload).hints),
    hints,
  );
  assert.deepEqual(payloadsOf('me', []), []);
});

test('payloads that are not hints are ignored', () => {
  for (const payload of ['', 'x', 'x\n', 'x\nactivity', 'x\nother id', "x\nkey '; DROP", '\n\n\n'])
    assert.deepEqual(readPayload(payload).hints, []);
});
