/** Back to a moment: a base of PostgreSQL with its archived log, and a copy of the bucket that only grows. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { openFakeS3 } from '../fakes/s3-server.ts';
import { runCommand } from '../fixtures/command-line.ts';
import { startHere } from '../fixtures/server-here.ts';
import {
  createResource,
  eventually,
  firstKey,
  newPepper,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { controlPostgres, controlWhenUp } from '../postgres/control.ts';
import { createSeparateDatabase, freePort } from '../postgres/server.ts';
import { ask, form, resources, storage } from '../sockets/requests.ts';

test('the database goes back to a moment, and its rows agree with the objects of the bucket', async (t) => {
  const url = new URL(await createSeparateDatabase());
  const first = await controlPostgres(url.href);
  const archive = first.makeFolder('archive');
  await first.run("ALTER SYSTEM SET archive_mode = 'on'");
  await first.run(
    `ALTER SYSTEM SET archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
  );
  await first.stop();
  first.start();
  const control = await controlWhenUp(url.href);
  t.after(control.end);
  const bucket = await openFakeS3();
  t.after(bucket.close);
  const environment = {
    ...bucket.environment,
    BARAZA_PEPPER_FILE: newPepper(t),
    BARAZA_ENCODER: '0',
  };

  const server = await startHere(t, temporaryFolder(t), {
    ...environment,
    DATABASE_URL: url.href,
  });
  const key = firstKey(server.folder);
  const table = await createResource(server, key, 'data');
  const files = await createResource(server, key, 'storage');
  const add = async (n: number) => {
    const body = { action: 'add-record', record: { n } };
    const { status, json } = await ask(server, 'PATCH', `${resources}/${table}`, { key, body });
    assert.equal(status, 200);
    return json.recordId as string;
  };
  const objectAt = (name: string) => `${storage}/${files}?key=${name}`;
  const put = async (name: string) => {
    const body = form({ bytes: `the bytes of ${name}` });
    const { status } = await ask(server, 'POST', objectAt(name), { key, body });
    assert.ok(status < 300, String(status));
  };

  const early = await add(1);
  await put('early');
  const base = control.makeFolder('base');
  await control.copyBase(base);
  const wanted = await add(2);
  await put('wanted');
  // As `rclone copy` does: it adds, and deletes nothing.
  const copy = new Map(bucket.objects);
  const [moment] = await control.run('SELECT clock_timestamp()::text AS time');

  const late = await add(3);
  await put('late');
  await ask(server, 'DELETE', `${resources}/${table}/records/${early}`, { key });
  await ask(server, 'DELETE', objectAt('wanted'), { key });
  await server.stop();
  // The bytes of what was deleted are gone from the bucket, as they will be after a while.
  const isLeft = [...copy.keys()].filter((name) => /blob_/.test(name));
  assert.equal(isLeft.length, 2);
  for (const name of isLeft) bucket.objects.delete(name);
  const [last] = await control.run('SELECT pg_walfile_name(pg_switch_wal()) AS name');
  await eventually(async () => {
    const [row] = await control.run('SELECT last_archived_wal AS name FROM pg_stat_archiver');
    return String(row?.name) >= String(last?.name);
  });

  const port = await freePort();
  process.prependOnceListener('exit', control.startAt(base, port, archive, String(moment?.time)));
  const restoredUrl = Object.assign(new URL(url), { port: String(port) }).href;
  const restoredControl = await controlWhenUp(restoredUrl);
  t.after(restoredControl.end);
  await eventually(async () => {
    const [row] = await restoredControl.run('SELECT pg_is_in_recovery() AS is_so');
    return row?.is_so === false;
  });
  for (const [name, bytes] of copy) bucket.objects.set(name, bytes);

  const onRestored = { ...environment, DATABASE_URL: restoredUrl, BARAZA_DELIVERIES: '0' };
  const restored = await startHere(t, temporaryFolder(t), onRestored);
  const statuses = await Promise.all(
    [early, wanted, late].map((id) =>
      statusOf(restored, `${resources}/${table}/records/${id}`, key),
    ),
  );
  assert.deepEqual(statuses, [200, 200, 404]);
  for (const name of ['early', 'wanted']) {
    const { status, text } = await ask(restored, 'GET', objectAt(name), { key });
    assert.deepEqual([status, text], [200, `the bytes of ${name}`]);
  }
  assert.equal(await statusOf(restored, objectAt('late'), key), 404);
  // Reads every object and compares it with its row.
  const file = path.join(temporaryFolder(t), 'x.backup');
  const backup = { ...onRestored, BARAZA_DATA: restored.folder };
  const { code, err } = await runCommand(['backup', file], backup);
  assert.equal(code, 0, err.join());
});

async function statusOf(
  server: { readonly url: string },
  place: string,
  key: string,
): Promise<number> {
  return (await ask(server, 'GET', place, { key })).status;
}
