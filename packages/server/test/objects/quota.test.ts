import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ask,
  engines,
  form,
  newResource,
  resources,
  serverOfSuite,
  storage,
} from '../fixtures/server.ts';
import { assertRefusal } from '../hostile/lawful.ts';
import { objectFiles } from './object-files.ts';

const quota = 10_000;

for (const engine of engines)
  describe(`the bytes of an owner on ${engine}`, () => {
    const { server } = serverOfSuite(engine, {
      environment: { BARAZA_OWNER_BYTES: String(quota) },
    });

    const newBucket = async (key: string) =>
      `${storage}/${(await newResource(server, key, 'storage')).id}`;
    const post = (key: string, bucket: string, name: string, size: number) =>
      ask(server, 'POST', bucket, { key, body: form({ bytes: 'x'.repeat(size), name }) });
    const bytesOf = async (key: string, bucket: string) =>
      (await ask(server, 'GET', bucket, { key })).json.bytes;

    test('are never passed by uploads at the same time, in however many buckets', async () => {
      const { key } = await server.newOwner();
      const buckets = await Promise.all([1, 2, 3].map(() => newBucket(key)));
      const before = objectFiles(server).length;
      const replies = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          post(key, buckets[index % 3] as string, `file ${index}`, 1_000),
        ),
      );
      const stored = replies.filter(({ status }) => status === 201);
      assert.equal(stored.length, 10);
      for (const reply of replies) if (reply.status !== 201) assertRefusal(reply, '', 409);
      const sums = await Promise.all(buckets.map((bucket) => bytesOf(key, bucket)));
      assert.equal(
        sums.reduce((sum: number, bytes: number) => sum + bytes, 0),
        quota,
      );
      assert.equal(objectFiles(server).length - before, 10);
    });

    test('may be used to the last one, do not count for another, and what goes makes room again', async () => {
      const { key } = await server.newOwner();
      const other = await server.newOwner();
      const bucket = await newBucket(key);
      assert.equal((await post(key, bucket, 'a', quota)).status, 201);
      assert.equal((await post(other.key, await newBucket(other.key), 'a', quota)).status, 201);
      assertRefusal(await post(key, bucket, 'b', 1), 'one too many', 409);
      assert.equal((await post(key, bucket, 'none', 0)).status, 201);
      assertRefusal(await post(key, bucket, 'a', quota + 1), 'grown by one', 409);
      assert.equal((await post(key, bucket, 'a', quota - 1)).status, 200);
      assert.equal((await post(key, bucket, 'b', 1)).status, 201);
      assert.equal((await ask(server, 'DELETE', `${bucket}?key=a`, { key })).status, 200);
      assert.equal(await bytesOf(key, bucket), 1);
      assert.equal((await post(key, bucket, 'c', quota - 1)).status, 201);
      const id = bucket.slice(storage.length + 1);
      await ask(server, 'DELETE', `${resources}/${id}`, { key });
      assert.equal((await post(key, await newBucket(key), 'd', quota)).status, 201);
    });

    test('go with their object and with their bucket', async () => {
      const { key } = await server.newOwner();
      const before = objectFiles(server).length;
      const bucket = await newBucket(key);
      for (const name of ['a', 'b', 'c']) await post(key, bucket, name, 10);
      assert.equal(objectFiles(server).length - before, 3);
      await ask(server, 'DELETE', `${bucket}?key=a`, { key });
      assert.equal(objectFiles(server).length - before, 2);
      const gone = await ask(server, 'DELETE', bucket.replace('storage', 'resources'), { key });
      assert.equal(gone.json.objects, 2);
      assert.equal(objectFiles(server).length, before);
    });
  });
