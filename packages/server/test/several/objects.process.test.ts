/** Several processes that share one location of objects. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { openFakeS3 } from '../fakes/s3-server.ts';
import { assertRefused, runCommand } from '../fixtures/command-line.ts';
import { startHere } from '../fixtures/server-here.ts';
import {
  createResource,
  eventually,
  firstKey,
  newPepper,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { createMigratedDatabase } from '../postgres/server.ts';
import { digestsOf } from '../process/backups.ts';
import { ask, form, storage } from '../sockets/requests.ts';

test('an object stored by one process is read from the other at once, and is in a backup of either', async (t) => {
  const { start, folders, environment, standIn } = await stage(t, 's3');
  const [one, other] = [await start(0), await startProcess(t, folders[1] ?? '', environment)];
  const key = firstKey(folders[0] ?? '');
  const bucket = await createResource(one, key, 'storage');
  for (let n = 0; n < 10; n += 1) {
    const [taker, reader] = n % 2 === 0 ? [one, other] : [other, one];
    const target = `${storage}/${bucket}?key=k`;
    const body = form({ bytes: `version ${n}` });
    assert.equal((await ask(taker, 'POST', target, { key, body })).status, n === 0 ? 201 : 200);
    assert.equal((await ask(reader, 'GET', target, { key })).text, `version ${n}`);
  }
  const blobs = () => [...standIn.objects.keys()].filter((name) => name.includes('blob_'));
  assert.equal(blobs().length, 1);
  assert.equal(standIn.objects.has('objects/baraza-pepper'), false, 'it is in a file of its own');
  const file = path.join(temporaryFolder(t), 'x.backup');
  const there = { ...environment, BARAZA_DATA: folders[1] ?? '' };
  assert.equal((await runCommand(['backup', file], there)).code, 0);
  assert.equal((await digestsOf(file)).blobs.count, 1);

  // A process that is killed during an upload leaves no object.
  let isAsked = false;
  standIn.fault = ({ method, key: name }) => {
    isAsked ||= method === 'PUT' && name.includes('blob_');
    return isAsked;
  };
  const cut = ask(other, 'POST', `${storage}/${bucket}?key=cut`, {
    key,
    body: form({ bytes: 'x' }),
  });
  cut.catch(() => {});
  await eventually(() => isAsked);
  await other.end('SIGKILL');
  standIn.fault = undefined;
  assert.equal((await ask(one, 'GET', `${storage}/${bucket}?key=cut`, { key })).status, 404);
  assert.equal((await ask(one, 'GET', `${storage}/${bucket}?key=k`, { key })).text, 'version 9');
  await one.stop();
});

test('a second process with another data folder and without BLOB_URL is refused in one sentence', async (t) => {
  const { start, folders, environment } = await stage(t, 'files');
  const first = await startProcess(t, folders[0] ?? '', environment);
  const refused = await runCommand(['serve'], { ...environment, BARAZA_DATA: folders[1] ?? '' });
  assertRefused(refused, /^Another process at http:.*set BLOB_URL .* would be split\.$/);
  assert.equal((await first.end('SIGKILL')).signal, 'SIGKILL');
  // The same folder again, while the killed process still counts as alive.
  await (await start(0)).stop();
});

test('objects are found only in their place, and a backup is restored only into an unused one', async (t) => {
  const { start, folders, environment, standIn } = await stage(t, 's3');
  const server = await start(0);
  const folder = folders[0] ?? '';
  const key = firstKey(folder);
  const bucket = await createResource(server, key, 'storage');
  const target = `${storage}/${bucket}?key=a`;
  await ask(server, 'POST', target, { key, body: form({ bytes: 'kept' }) });
  const words = ['backup', temporaryFolder(t), '--keep', '2', '--json'];
  const backup = await runCommand(words, { ...environment, BARAZA_DATA: folder });
  assert.equal(backup.code, 0, backup.err.join());
  const { file } = JSON.parse(backup.out.join('')) as { readonly file: string };
  await server.stop();

  const at = (blobUrl: string) =>
    runCommand(['serve'], { ...environment, BARAZA_DATA: folder, BLOB_URL: blobUrl });
  assertRefused(
    await at(''),
    /in s3:\/\/bucket\/objects, not files in the data folder; set BLOB_URL/,
  );
  const elsewhere = standIn.url.replace('/objects', '/other');
  assertRefused(await at(elsewhere), /in s3:\/\/bucket\/objects, not in s3:\/\/bucket\/other/);

  const other = {
    ...environment,
    DATABASE_URL: await createMigratedDatabase(),
    BARAZA_DATA: temporaryFolder(t),
  };
  assertRefused(
    await runCommand(['serve'], other),
    /belong to another database; choose another prefix/,
  );
  const home = {
    ...other,
    DATABASE_URL: await createMigratedDatabase(),
    BARAZA_DATA: temporaryFolder(t),
  };
  assertRefused(await runCommand(['restore', file], home), /in use already; choose another prefix/);
  const moved = { ...home, BLOB_URL: standIn.url.replace('/objects', '/drill') };
  const restored = await runCommand(['restore', file], moved);
  assert.equal(restored.code, 0, restored.err.join('\n'));
  const drill = await startHere(t, home.BARAZA_DATA, moved);
  assert.equal((await ask(drill, 'GET', target, { key })).text, 'kept');
  assert.equal((await ask(drill, 'DELETE', target, { key })).status, 200);
  await drill.stop();
  const blobs = [...standIn.objects.keys()].filter((name) => name.includes('blob_'));
  assert.deepEqual(
    blobs.filter((name) => name.startsWith('drill/')),
    [],
  );
  assert.equal(blobs.filter((name) => name.startsWith('objects/')).length, 1);
});

async function stage(t: TestContext, places: 'files' | 's3') {
  const standIn = await openFakeS3();
  t.after(standIn.close);
  const environment: { readonly [name: string]: string } = {
    DATABASE_URL: await createMigratedDatabase(),
    BARAZA_PEPPER_FILE: newPepper(t),
    ...(places === 's3' ? standIn.environment : {}),
  };
  const folders = [temporaryFolder(t), temporaryFolder(t)];
  const start = (at: number) => startHere(t, folders[at] ?? '', environment);
  return { standIn, environment, folders, start };
}
