import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { hourMs, minuteMs } from '@baraza/contract';
import { silentLog } from '../../src/kernel/log.ts';
import { runWithLease } from '../../src/server/jobs.ts';
import { type Hint, payloadsOf, readPayload } from '../../src/store/hints.ts';
import { migrate } from '../../src/store/migrations/migrations.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { takeLease } from '../../src/store/processes/leases.ts';
import {
  joinProcesses,
  leaveProcesses,
  renewProcess,
  runningProcesses,
} from '../../src/store/processes/processes.ts';
import { type Store, sql } from '../../src/store/store.ts';
import { runTakeovers } from '../conversations/takeovers.ts';
import { openServer } from '../fixtures/server.ts';
import { eventually } from '../fixtures/server-process.ts';
import { createDatabase, createMigratedDatabase } from '../postgres/server.ts';

const one = { id: 'one', folder: 'folder-a', address: 'http://127.0.0.1:1' };
const other = { id: 'other', folder: 'folder-b', address: '' };

test('of processes that start together every later one sees those before it', async (t) => {
  const store = openPostgres(await createMigratedDatabase());
  t.after(store.close);
  const names = ['a', 'b', 'c', 'd', 'e'];
  const seen = await Promise.all(
    names.map((id) => store.write((tx) => joinProcesses(tx, { ...one, id }, 0))),
  );
  assert.deepEqual(seen.map((others) => others.length).sort(), [0, 1, 2, 3, 4]);
});

test('a start that is refused leaves nothing, and one that has left or fallen silent is not there', async (t) => {
  const store = openPostgres(await createMigratedDatabase());
  t.after(store.close);
  await migrate(store);
  await store.write((tx) => joinProcesses(tx, one, 0));
  const refused = store.write(async (tx) => {
    assert.deepEqual(await joinProcesses(tx, other, 0), [one]);
    throw new Error('not beside that one');
  });
  await assert.rejects(refused, /not beside/);
  assert.deepEqual(await runningProcesses(store, 0), [one]);
  await store.write((tx) => joinProcesses(tx, other, 0));
  assert.equal(await store.write((tx) => renewProcess(tx, { id: 'other', address: 'x' }, 0)), 1);
  assert.deepEqual(await runningProcesses(store, 0), [one, { ...other, address: 'x' }]);
  await store.write((tx) => leaveProcesses(tx, 'other'));
  await store.write((tx) => tx.run(sql`UPDATE processes SET seen_at = seen_at - 16000`));
  assert.deepEqual(await runningProcesses(store, 0), []);
  assert.deepEqual(await store.write((tx) => joinProcesses(tx, other, 0)), []);
  assert.equal(await store.write((tx) => renewProcess(tx, one, 0)), 0);
});

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
  for (let times = 0; times < 100; times += 1) one.otherProcesses?.notify(activity);
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
  await eventually(() => gaps() >= before + 4 && other.otherProcesses?.isListening() === true);
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
    const stop = store.otherProcesses?.listen((hint) => {
      if (hint === undefined) gaps += 1;
      else received[at]?.push(hint);
    });
    t.after(async () => {
      await stop?.();
      await store.close();
    });
  }
  await eventually(() =>
    stores.every(({ otherProcesses }) => otherProcesses?.isListening() === true),
  );
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

describe('takeovers at random moments, on two servers', () => {
  test('the assistant says nothing after a person has taken over, and no message is lost', async () => {
    const found = await runTakeovers({ conversations: 12, seed: 7 });
    assert.deepEqual(found.faults, []);
    assert.ok(found.answered > 0 && found.kept > 0, JSON.stringify(found));
  });
});
