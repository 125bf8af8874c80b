import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, json, loseAnswer, startServer } from '../../test/scripted-server.ts';
import type { Progress } from '../index.ts';

const id = 'res_01hx';

// `e2e/client-package.test.ts` has imports, exports, downloads and whole uploads.

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
