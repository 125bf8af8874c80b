import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBlobs } from '../../assemble.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import type { Config } from '../../config.ts';
import { systemClock } from '../../kernel/clock.ts';
import { nameOfS3Address } from '../../kernel/formats/s3-address.ts';
import { createIdMaker } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Finding } from './doctor-check.ts';

const name = 'objects';
const remedy = 'start it, or correct BLOB_URL or the credentials, such as AWS_ACCESS_KEY_ID';

/** Writes to the bucket of BLOB_URL, reads and deletes; files need no look of their own. */
export async function examineObjects({ blobUrl }: Config): Promise<readonly Finding[]> {
  if (blobUrl === undefined) return [];
  const place = `${nameOfS3Address(blobUrl)} by BLOB_URL`;
  // Not the data folder: what arrives there belongs to a server that may be running.
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-doctor-'));
  try {
    const failed = await tryOut(await openBlobs({ blobUrl }, { blobs: folder }));
    if (failed === undefined) return [{ name, status: 'ok', saw: `${place}, written and read` }];
    return [{ name, status: 'failing', saw: `${place} cannot be ${failed}`, remedy }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What could not be done, and why. */
async function tryOut(blobs: Blobs): Promise<string | undefined> {
  const bytes = Buffer.from('habari');
  const blob = createIdMaker(systemClock)('blob');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const write = async () => {
    const writer = await blobs.create(blob);
    await writer.write(bytes);
    await writer.commit();
  };
  const read = async () => {
    const pieces = await blobs.open({ blob, size: bytes.length, sha256 }, { start: 0, end: 6 });
    if (pieces === undefined) throw new Error('what was written is not there');
    for await (const piece of pieces) piece.length;
  };
  for (const [what, step] of [
    ['written', write],
    ['read', read],
    ['deleted from', () => blobs.remove(blob)],
  ] as const)
    try {
      await step();
    } catch (error) {
      return `${what}: ${reasonOf(error)}`;
    }
  return undefined;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Problem ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
