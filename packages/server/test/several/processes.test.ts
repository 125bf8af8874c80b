import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../../src/store/migrations/migrations.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import {
  joinProcesses,
  leaveProcesses,
  renewProcess,
  runningProcesses,
} from '../../src/store/processes/processes.ts';
import { sql } from '../../src/store/store.ts';
import { createMigratedDatabase } from '../postgres/server.ts';

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
