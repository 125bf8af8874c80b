import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../kernel/clock.ts';
import { nameOfS3Address } from '../../kernel/formats/s3-address.ts';
import { createIdMaker } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { openBlobs } from '../../server/assemble.ts';
import type { Config } from '../../setup/config.ts';
import { type Finding, failing, ok } from './doctor-check.ts';

const name = 'objects';
const remedy =
  'start it, or correct BLOB_URL, the credentials such as AWS_ACCESS_KEY_ID, or the rights of the key';

/** Tries out the bucket of BLOB_URL; files need no check. */
export async function examineObjects({ blobUrl }: Config): Promise<readonly Finding[]> {
  if (blobUrl === undefined) return [];
  const place = `${nameOfS3Address(blobUrl)} by BLOB_URL`;
  // Not the data folder: uploads in it belong to a server that may be running.
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-doctor-'));
  try {
    const blobs = await openBlobs({ blobUrl }, { blobs: folder });
    const fault = await blobs.examine?.(createIdMaker(systemClock)('blob'));
    if (fault === undefined) return [ok(name, `${place}, written and read`)];
    return [failing(name, `${place} cannot be ${fault.what}: ${reasonOf(fault.cause)}`, remedy)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Problem ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
