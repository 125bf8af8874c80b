/** Blobs on S3 servers, and what tests do with them. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Blobs, StoredBlob } from '../../src/blobs/blobs.ts';
import { openS3Blobs } from '../../src/blobs/s3.ts';
import type { S3Times } from '../../src/blobs/s3-calls.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { parseS3Address } from '../../src/kernel/formats/s3-address.ts';
import { openFakeS3 } from '../fakes/s3-server.ts';

/** Blobs on their own fake S3 server. */
export async function stageS3Blobs(t: TestContext, times = patientTimes, clock: Clock = Date.now) {
  const standIn = await openFakeS3();
  const { blobs, incoming, close } = openS3BlobsAt(standIn.url, times, clock);
  t.after(async () => {
    close();
    await standIn.close();
  });
  return { standIn, blobs, incoming };
}

/** Long enough for a slow machine; tests that wait for a limit set a shorter one. */
export const patientTimes: S3Times = {
  answerMs: 60_000,
  putMs: 60_000,
  idleMs: 60_000,
  waitMs: 60_000,
  pauseMs: 50,
};

/** As one process has them. */
export function openS3BlobsAt(url: string, times = patientTimes, clock: Clock = Date.now) {
  const incoming = mkdtempSync(path.join(tmpdir(), 'baraza-s3-test-'));
  const blobs = openS3Blobs(parseS3Address(url), incoming, clock, times);
  return { blobs, incoming, close: () => rmSync(incoming, { recursive: true, force: true }) };
}

let count = 0;
export function nextName(): string {
  count += 1;
  return `blob_${String(count).padStart(26, '0')}`;
}

export async function putBlob(blobs: Blobs, bytes: Buffer, account?: string): Promise<StoredBlob> {
  const name = nextName();
  const writer = await blobs.create(name, account);
  await writer.write(bytes);
  await writer.commit();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { blob: name, size: bytes.length, sha256 };
}

export async function readBlob(blobs: Blobs, blob: StoredBlob, start = 0, end = blob.size) {
  const pieces: Buffer[] = [];
  for await (const piece of (await blobs.open(blob, { start, end })) ?? [])
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
