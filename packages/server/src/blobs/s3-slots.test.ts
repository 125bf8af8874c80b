/** Limits of concurrent requests and downloads, in total and by owner. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { eventually } from '../../test/fixtures/server-process.ts';
import { patientTimes, putBlob, readBlob, stageS3Blobs } from '../../test/s3/s3-blobs.ts';
import { Problem } from '../kernel/problem.ts';

const large = 600_000;
const times = { ...patientTimes, waitMs: 50, pauseMs: 600_000 };

test('slow downloads of some owners do not block the others', async (t) => {
  const { blobs } = await stageS3Blobs(t, times);
  const bytes = randomBytes(large);
  const blob = await putBlob(blobs, bytes);
  const download = async (account: string) => {
    const content = await blobs.open(blob, { start: 0, end: large }, account);
    assert.ok(content !== undefined);
    return content;
  };
  const slow: AsyncIterable<Buffer>[] = [];
  for (const owner of ['one', 'other']) {
    for (let n = 0; n < 64; n += 1) slow.push(await download(owner));
    await assert.rejects(download(owner), isBusy);
  }
  assert.deepEqual(await readBlob(blobs, blob), bytes);
  const [, small] = [await putBlob(blobs, bytes), await putBlob(blobs, randomBytes(10))];
  assert.equal((await readBlob(blobs, small)).length, 10);
  await blobs.abandon(small.blob);
  // A download that ends, read or not, makes room for the next.
  for (const content of slow) for await (const piece of content) if (piece.length > 0) break;
  for (const owner of ['one', 'other'])
    for await (const piece of await download(owner)) piece.length;
});

test('opening an absent or damaged object releases its slot', async (t) => {
  const { blobs } = await stageS3Blobs(t, times);
  const blob = await putBlob(blobs, randomBytes(large));
  for (let n = 0; n < 65; n += 1) {
    const absent = { ...blob, blob: `blob_${'x'.repeat(26)}` };
    assert.equal(await blobs.open(absent, { start: 0, end: large }), undefined);
    await assert.rejects(blobs.open({ ...blob, size: large + 1 }, { start: 0, end: 1 }));
    for await (const piece of (await blobs.open(blob, { start: 5, end: 5 })) ?? []) piece.length;
  }
  assert.equal((await readBlob(blobs, blob)).length, large);
});

test('uploads of one owner leave room for those of others', async (t) => {
  const { standIn, blobs } = await stageS3Blobs(t, { ...times, putMs: 10_000 });
  const held: ServerResponse[] = [];
  standIn.fault = ({ method, body }, response) => {
    const isHeld = method === 'PUT' && body.length === 1;
    if (isHeld) held.push(response);
    return isHeld;
  };
  const sent = Array.from({ length: 20 }, () => putBlob(blobs, Buffer.from('1'), 'one'));
  const all = Promise.allSettled(sent);
  await eventually(() => held.length >= 6);
  await putBlob(blobs, Buffer.from('22'), 'other');
  assert.equal(held.length, 6);
  standIn.fault = undefined;
  for (const response of held) response.writeHead(400).end();
  const ends = await all;
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 14);
});

test('small objects that one owner reads leave room for those of others', async (t) => {
  const { standIn, blobs } = await stageS3Blobs(t, times);
  const [wanted, other] = [
    await putBlob(blobs, randomBytes(100)),
    await putBlob(blobs, randomBytes(100)),
  ];
  const held: ServerResponse[] = [];
  standIn.fault = ({ method, key }, response) => {
    const isHeld = method === 'GET' && key.endsWith(wanted.blob);
    if (isHeld) held.push(response);
    return isHeld;
  };
  const open = (blob: typeof wanted, account: string) =>
    blobs.open(blob, { start: 0, end: 100 }, account);
  const all = Promise.allSettled(Array.from({ length: 128 }, () => open(wanted, 'one')));
  await eventually(() => held.length >= 64);
  assert.ok((await open(other, 'other')) !== undefined);
  await putBlob(blobs, randomBytes(100), 'other');
  for (const response of held) response.writeHead(404).end();
  assert.equal((await all).filter(({ status }) => status === 'rejected').length, 64);
});

test('waiting too long for a slot is busy, and does not count as a failure of the server', async (t) => {
  const { standIn, blobs } = await stageS3Blobs(t, times);
  const held: ServerResponse[] = [];
  standIn.fault = ({ method }, response) => {
    if (method === 'GET') held.push(response);
    return method === 'GET';
  };
  const absent = { blob: `blob_${'x'.repeat(26)}`, size: 1, sha256: '' };
  const asked = ['one', 'other'].flatMap((account) =>
    Array.from({ length: 64 }, () => blobs.open(absent, { start: 0, end: 1 }, account)),
  );
  for (let n = 0; n < 6; n += 1) await assert.rejects(blobs.owner(), isBusy);
  await eventually(() => held.length === 128);
  standIn.fault = undefined;
  for (const response of held) response.writeHead(404).end();
  assert.deepEqual(new Set(await Promise.all(asked)), new Set([undefined]));
});

function isBusy(error: unknown): boolean {
  return error instanceof Problem && error.code === 'busy';
}
