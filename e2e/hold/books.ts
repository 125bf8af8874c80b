/** What must be true of a data folder and its server whatever happened to them: counts, files and rows agree. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { resources } from '../../packages/server/test/fixtures/house.ts';
import { withDatabase } from '../../packages/server/test/platform/accounts.ts';
import type { Ledger } from '../../packages/server/test/process/ledger.ts';
import type { Installation } from './installation.ts';

/** Compares the answers that the first owner's writers got with what the server has now. */
export async function auditBooks(server: Installation, ledgers: readonly Ledger[]): Promise<void> {
  const { json } = await server.platform('GET', resources);
  const listed = new Set<string>(json.resources.map(({ id }: { id: string }) => id));
  const known = new Set(ledgers.flatMap((ledger) => ledger.ids()));
  const strays = new Set([...listed].filter((id) => !known.has(id)));
  for (const ledger of ledgers) await ledger.audit(server, listed, strays);
  assert.deepEqual([...strays], [], 'resources that nobody asked for');
  const owners = (await server.command('owners list')) as {
    readonly name: string;
    readonly resources: number;
    readonly objectBytes: number;
  }[];
  const owner = owners.find(({ name }) => name === 'local');
  assert.equal(owner?.resources, listed.size);
  assert.equal(json.total, listed.size);
  const bytes = ledgers.reduce((sum, ledger) => sum + ledger.bytes(), 0);
  assert.equal(owner?.objectBytes, bytes);
}

export function incomingFiles(folder: string): string[] {
  return readdirSync(path.join(folder, 'objects', 'incoming'));
}

export function blobFiles(folder: string): string[] {
  const root = path.join(folder, 'objects');
  // Beside the folders of blobs lies the note whose they are.
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'incoming')
    .flatMap(({ name }) => readdirSync(path.join(root, name)))
    .sort();
}

interface BlobRow {
  readonly blob: string;
  readonly size: number;
  readonly sha256: string;
}

export function blobRows(folder: string): readonly BlobRow[] {
  return withDatabase(folder, (database) =>
    database.prepare<[], BlobRow>('SELECT blob, size, sha256 FROM objects ORDER BY blob').all(),
  );
}

/** Every row's file has the bytes that were hashed when they came. */
export function assertObjectsAreWhole(folder: string): number {
  const rows = blobRows(folder);
  for (const { blob, size, sha256 } of rows) {
    const bytes = readFileSync(path.join(folder, 'objects', blob.slice(5, 11), blob));
    assert.equal(bytes.length, size);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
  }
  return rows.length;
}

export function assertDatabaseIsWhole(folder: string): void {
  const told = withDatabase(folder, (database) => database.pragma('integrity_check'));
  assert.deepEqual(told, [{ integrity_check: 'ok' }]);
}
