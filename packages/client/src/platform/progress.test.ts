import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, clientOf, json, loseAnswer, startServer } from '../../test/scripted-server.ts';
import type { Progress } from '../index.ts';

const id = 'res_01hx';

/** Records the progress of a call, and checks the rules that hold for uploads and downloads. */
function recorder() {
  const reported: Progress[] = [];
  return {
    reported,
    onProgress: (progress: Progress) => void reported.push(progress),
    assertGrows: (from = 0) => {
      const sizes = reported.slice(from).map((one) => one.bytes);
      assert.ok(sizes.length > 1, 'reported more than once');
      assert.deepEqual(
        sizes,
        sizes.toSorted((a, b) => a - b),
      );
    },
  };
}

const large = new Uint8Array(1024 * 1024).fill(7);

test('an upload reports the bytes sent, and at the end all of them', async (t) => {
  const server = await startServer(t, json(201, {}));
  const { client } = clientOf(server);
  const { reported, onProgress, assertGrows } = recorder();
  await client.storage.upload(id, 'k', large, { onProgress });
  assertGrows();
  assert.ok(reported.length > 15, `reported only ${reported.length} times`);
  const { length } = server.received[0]?.body ?? [];
  assert.ok(length !== undefined && length > large.length);
  assert.deepEqual(reported.at(-1), { bytes: length, totalBytes: length });
});

test('an upload of a stream reports bytes without a total', async (t) => {
  const server = await startServer(t, json(201, {}));
  const { client } = clientOf(server);
  const { reported, onProgress } = recorder();
  await client.storage.upload(id, 'k', new Blob([large]).stream(), { onProgress });
  const { length } = server.received[0]?.body ?? [];
  assert.deepEqual(reported.at(-1), { bytes: length, totalBytes: undefined });
});

test('a retried upload counts from the beginning and arrives complete', async (t) => {
  const server = await startServer(t, loseAnswer(), json(201, {}));
  const { client } = clientOf(server);
  const { reported, onProgress, assertGrows } = recorder();
  await client.storage.upload(id, 'k', large, { onProgress });
  assert.equal(server.received.length, 2);
  assert.deepEqual(server.received[0]?.body, server.received[1]?.body);
  const again = reported.findIndex(
    ({ bytes }, at) => at > 0 && bytes < (reported[at - 1]?.bytes ?? 0),
  );
  assertGrows(again);
  assert.equal(reported.at(-1)?.bytes, server.received[1]?.body.length);
});

test('an import reports the bytes sent', async (t) => {
  const server = await startServer(t, json(201, { imported: 2_000 }));
  const { client } = clientOf(server);
  const { reported, onProgress, assertGrows } = recorder();
  const records = Array.from({ length: 2_000 }, (_, at) => ({ at, text: 'x'.repeat(100) }));
  await client.resources.importRecords(id, records, { onProgress });
  assertGrows();
  const { length } = server.received[0]?.body ?? [];
  assert.deepEqual(reported.at(-1), { bytes: length, totalBytes: length });
});

test('an export and a download report the bytes received', async (t) => {
  const line = `${JSON.stringify({ recordId: 'rec_1', record: { text: 'x'.repeat(100) } })}\n`;
  const text = line.repeat(5_000);
  const server = await startServer(t, bytes(200, text, {}), bytes(200, text, {}));
  const { client } = clientOf(server);
  const exported = recorder();
  let count = 0;
  for await (const _ of client.resources.exportRecords(id, { onProgress: exported.onProgress }))
    count += 1;
  assert.equal(count, 5_000);
  exported.assertGrows();
  assert.equal(exported.reported.at(-1)?.bytes, text.length);
  const downloaded = recorder();
  const options = { onProgress: downloaded.onProgress };
  await (await client.storage.download(id, 'k', options)).bytes();
  downloaded.assertGrows();
  assert.equal(downloaded.reported.at(-1)?.bytes, text.length);
});

test('an upload times out only if it makes no progress', async (t) => {
  const server = await startServer(t, json(201, {}), json(201, {}));
  let ring = () => {};
  const alarms: number[] = [];
  const timing = {
    alarm: (ms: number, call: () => void) => {
      alarms.push(ms);
      ring = call;
      return () => {};
    },
  };
  const { client } = clientOf(server, { timing, timeoutMs: 3_000 });
  await client.storage.upload(id, 'k', large);
  assert.ok(alarms.length > large.length / (64 * 1024), 'the timeout starts again with each piece');
  assert.equal(alarms[0], 3_000);
  // The timeout after the last piece is longer, since a megabyte may still be in the buffers of the system:
  // 4 seconds more, at 256 KB a second.
  assert.ok(Math.max(...alarms) > 7_000);
  assert.equal(
    server.received[0]?.headers['content-length'],
    String(server.received[0]?.body.length),
  );
  const never = new ReadableStream<Uint8Array>({ pull: () => ring() });
  await assert.rejects(client.storage.upload(id, 'k', never), { code: 'timeout' });
});
