/** Bytes that no object refers to: who removes them, and when. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { openS3Blobs } from '../../src/blobs/s3.ts';
import { usualTimes } from '../../src/blobs/s3-calls.ts';
import { parseS3Address } from '../../src/kernel/formats/s3-address.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { announceBlob, sweepBlobs } from '../../src/platform/objects/blob-removal.ts';
import { type Store, sql } from '../../src/store/store.ts';
import { type FakeS3, openFakeS3, type S3Request } from '../fakes/s3-server.ts';
import {
  ask,
  engines,
  form,
  newResource,
  openServer,
  storage,
  type TestServer,
} from '../fixtures/server.ts';
import { namesOf } from './object-files.ts';

const overAnHour = 61 * 60_000;
const sweep = (server: TestServer) => sweepBlobs(server.platform, () => false);

for (const places of ['files', 's3'] as const)
  test(`what a killed upload left is swept after its lease, and not before (${places})`, async (t) => {
    const { server, names } = await stage(t, places);
    const { blobs, makeId } = server.platform;
    const blob = makeId('blob');
    await announceBlob(server.platform, blob);
    const writer = await blobs.create(blob);
    await writer.write(Buffer.from('half'));
    await writer.commit();
    assert.equal(await sweep(server), 0);
    assert.deepEqual(await names(), [blob]);
    server.clock.advance(overAnHour);
    assert.equal(await sweep(server), 1);
    assert.deepEqual([await names(), await loose(server)], [[], []]);
  });

test('what an upload of an earlier process left is swept at the start, and one of this process is not', async (t) => {
  const { server, names } = await stage(t, 'files');
  const { blobs, clock, makeId } = server.platform;
  const write = async () => {
    const blob = makeId('blob');
    await announceBlob(server.platform, blob);
    await (await blobs.create(blob)).commit();
    return blob;
  };
  const earlier = await write();
  server.clock.advance(1_000);
  const startedAtMs = clock();
  const present = await write();
  assert.deepEqual(await names(), [earlier, present]);
  assert.equal(await sweepBlobs(server.platform, () => false, startedAtMs), 1);
  assert.deepEqual([await names(), await loose(server)], [[present], [present]]);
});

test('parts that a killed upload left on S3 are swept with it', async (t) => {
  const { server, fakeS3 } = await stage(t, 's3');
  const blob = server.platform.makeId('blob');
  await announceBlob(server.platform, blob);
  fakeS3.uploads.set('left', { key: `objects/${blob}`, parts: new Map([[1, Buffer.alloc(9)]]) });
  fakeS3.uploads.set('other', { key: `objects/${blob}0`, parts: new Map() });
  server.clock.advance(overAnHour);
  assert.equal(await sweep(server), 1);
  assert.deepEqual([...fakeS3.uploads.keys()], ['other']);
});

/** Failures after which the server may have, or get, bytes that the store does not list. */
const unsureFailures: readonly {
  readonly name: string;
  readonly bytes: number;
  readonly fault: (request: S3Request, response: ServerResponse, fakeS3: FakeS3) => boolean;
}[] = [
  {
    name: 'whose id in parts was never received',
    bytes: 9_000_000,
    fault: ({ method, key, query }, response, { uploads }) => {
      if (method !== 'POST' || !query.has('uploads')) return false;
      uploads.set('untold', { key, parts: new Map() });
      response.destroy();
      return true;
    },
  },
  {
    name: 'whose parts could not be ended',
    bytes: 9_000_000,
    fault: ({ method, query }, response) => {
      const isEnd = method === 'DELETE' && query.has('uploadId');
      if (query.get('partNumber') !== '2' && !isEnd) return false;
      response.writeHead(403).end();
      return true;
    },
  },
  {
    name: 'that the server ends after it was deleted',
    bytes: 5,
    fault: ({ method, key, body }, response, { objects }) => {
      // The answer is given up before the deletion; the bytes get their name after it.
      if (method === 'DELETE') response.on('finish', () => objects.set(key, lateBytes));
      if (method === 'PUT') lateBytes = body;
      return method === 'PUT';
    },
  },
];
let lateBytes: Buffer;

for (const { name, bytes, fault } of unsureFailures)
  test(`a failed upload ${name} is swept after its lease`, async (t) => {
    const { server, fakeS3, put } = await stage(t, 's3');
    const incoming = path.join(server.folder, 'objects', 'incoming');
    const times = { ...usualTimes, putMs: bytes > 1_000 ? 60_000 : 200 };
    const blobs = openS3Blobs(parseS3Address(fakeS3.url), incoming, Date.now, times);
    Object.assign(server.platform, { blobs });
    fakeS3.fault = (request, response) => fault(request, response, fakeS3);
    assert.equal((await put('x'.repeat(bytes))).status, 503);
    fakeS3.fault = undefined;
    const left = () => [...fakeS3.uploads.keys(), ...fakeS3.objects.keys()].filter(isBlob);
    assert.equal(left().length, 1);
    assert.equal(await sweep(server), 0);
    server.clock.advance(overAnHour);
    assert.equal(await sweep(server), 1);
    assert.deepEqual([left(), await loose(server)], [[], []]);
  });

test('an upload that a sweep has given up is refused, and never an object without bytes', async (t) => {
  const { server, key, target, names } = await stage(t, 'files');
  const { blobs } = server.platform;
  const slow = {
    ...blobs,
    create: async (name: string) => {
      server.clock.advance(overAnHour);
      const writer = await blobs.create(name);
      return {
        ...writer,
        commit: async () => {
          await writer.commit();
          assert.equal(await sweep(server), 1);
        },
      };
    },
  };
  Object.assign(server.platform, { blobs: slow });
  const late = await ask(server, 'POST', target, { key, body: form({ bytes: 'late' }) });
  assert.deepEqual(
    [late.status, late.json.error],
    [503, 'The upload took too long; send it again.'],
  );
  Object.assign(server.platform, { blobs });
  assert.equal((await ask(server, 'GET', target, { key })).status, 404);
  assert.deepEqual([await names(), await loose(server)], [[], []]);
});

for (const engine of engines)
  test(`bytes whose removal fails are removed by the next sweep (${engine})`, async (t) => {
    const { server, key, target, put, names } = await stage(t, 's3', engine);
    assert.equal((await put('one')).status, 201);
    const [first] = await names();
    const { blobs } = server.platform;
    const failing = { ...blobs, remove: async () => Promise.reject(new Error('away')) };
    Object.assign(server.platform, { blobs: failing });
    assert.equal((await put('two')).status, 200);
    assert.deepEqual(await loose(server), [first]);
    assert.equal((await ask(server, 'DELETE', target, { key })).status, 200);
    assert.equal((await names()).length, 2);
    Object.assign(server.platform, { blobs });
    assert.equal(await sweep(server), 2);
    assert.deepEqual([await names(), await loose(server)], [[], []]);
  });

test('one blob that cannot be removed keeps no other from being swept', async (t) => {
  const warnings: string[] = [];
  const { server, names } = await stage(t, 's3');
  const { blobs, log, makeId } = server.platform;
  const made: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const blob = makeId('blob');
    made.push(blob);
    await announceBlob(server.platform, blob);
    const writer = await blobs.create(blob);
    await writer.commit();
  }
  const abandon = (blob: string) =>
    blob === made[0] ? Promise.reject(new Error('away')) : blobs.abandon(blob);
  const warn = (message: string) => warnings.push(message);
  Object.assign(server.platform, { blobs: { ...blobs, abandon }, log: { ...log, warn } });
  server.clock.advance(overAnHour);
  assert.equal(await sweep(server), 2);
  assert.deepEqual([await names(), await loose(server)], [[made[0]], [made[0]]]);
  assert.deepEqual(warnings, ['blobs were left for the next sweep']);
  Object.assign(server.platform, { blobs });
  assert.equal(await sweep(server), 1);
});

for (const engine of engines) {
  test(`a commit that failed leaves bytes for the sweep, one whose answer was lost none (${engine})`, async (t) => {
    const { server, put, read, names } = await stage(t, 'files', engine);
    const { store } = server.platform;
    losing(server, 'before');
    assert.equal((await put('x')).status, 503);
    assert.equal((await loose(server)).length, 1);
    Object.assign(server.platform, { store });
    losing(server, 'after');
    assert.equal((await put('x')).status, 503);
    Object.assign(server.platform, { store });
    await endLeases(server);
    assert.equal(await sweep(server), 1);
    assert.equal((await names()).length, 1);
    assert.equal((await read()).text, 'x');
  });

  test(`a replacement whose answer was lost has the new bytes, one that failed the old (${engine})`, async (t) => {
    const { server, put, read, names } = await stage(t, 'files', engine);
    const { store } = server.platform;
    assert.equal((await put('one')).status, 201);
    for (const [when, bytes, stands] of [
      ['before', 'two', 'one'],
      ['after', 'three', 'three'],
    ] as const) {
      losing(server, when);
      assert.equal((await put(bytes)).status, 503);
      Object.assign(server.platform, { store });
      assert.equal((await read()).text, stands);
      await endLeases(server);
      assert.equal(await sweep(server), 1);
      assert.deepEqual([(await names()).length, await loose(server)], [1, []]);
      assert.equal((await read()).text, stands);
    }
  });
}

test('without the S3 server uploads and downloads are 503, and the rest works', async (t) => {
  const { server, key, target, fakeS3 } = await stage(t, 's3');
  await ask(server, 'POST', target, { key, body: form({ bytes: 'kept' }) });
  await fakeS3.shut();
  for (const reply of [
    await ask(server, 'GET', target, { key }),
    await ask(server, 'POST', target, { key, body: form({ bytes: 'new' }) }),
  ]) {
    assert.deepEqual([reply.status, reply.headers.get('retry-after')], [503, '5']);
    assert.match(reply.json.error, /^The object storage does not answer; try again shortly\.$/);
  }
  const listed = await ask(server, 'GET', target.replace(/\?.*/, ''), { key });
  assert.deepEqual([listed.status, listed.json.total], [200, 1]);
  await newResource(server, key, 'data');
  const status = await ask(server, 'GET', '/api/platform/status', { key });
  assert.deepEqual([status.status, status.json.checks.storage.status], [503, 'failing']);
  assert.equal((await ask(server, 'DELETE', target, { key })).status, 200);
  await fakeS3.open();
});

function isBlob(name: string): boolean {
  return !/baraza-(owner|pepper)$/.test(name);
}

async function stage(
  t: TestContext,
  places: 'files' | 's3',
  engine: TestServer['engine'] = 'sqlite',
) {
  const fakeS3 = await openFakeS3();
  t.after(fakeS3.close);
  const environment = places === 's3' ? fakeS3.environment : {};
  const server = await openServer(engine, { environment });
  t.after(server.close);
  const { key } = await server.newOwner();
  const { id } = await newResource(server, key, 'storage');
  const { blobs } = server.platform;
  const target = `${storage}/${id}?key=a`;
  return {
    server,
    fakeS3,
    key,
    target,
    put: (bytes: string) => ask(server, 'POST', target, { key, body: form({ bytes }) }),
    read: () => ask(server, 'GET', target, { key }),
    names: () => namesOf(blobs),
  };
}

/** The store gives no answer to the commit of the next upload, which it did or did not do. */
function losing(server: TestServer, when: 'before' | 'after'): void {
  const { store } = server.platform;
  let writes = 0;
  const write: Store['write'] = async (job) => {
    writes += 1;
    // The first write announces the upload.
    if (writes === 1) return store.write(job);
    if (when === 'after') await store.write(job);
    throw new Problem('unavailable', 'Whether this was stored is not known.');
  };
  Object.assign(server.platform, { store: { ...store, write } });
}

async function loose(server: TestServer): Promise<readonly string[]> {
  const rows = await server.installation.store.all<{ blob: string }>(
    sql`SELECT blob FROM loose_blobs ORDER BY blob`,
  );
  return rows.map(({ blob }) => blob);
}

/** As if an hour had passed: PostgreSQL has its own clock for leases. */
async function endLeases({ installation }: TestServer): Promise<void> {
  await installation.store.write((tx) => tx.run(sql`UPDATE loose_blobs SET due_at = 0`));
}
