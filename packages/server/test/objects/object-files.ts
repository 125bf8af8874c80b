import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Blobs } from '../../src/blobs/blobs.ts';
import type { TestServer } from '../fixtures/server.ts';

/** Every file in the objects folder of a server but its mark, also what is still on its way in. */
export function objectFiles(server: Pick<TestServer, 'folder'>): string[] {
  const folder = path.join(server.folder, 'objects');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'owner')
    .map((entry) => entry.name);
}

export async function namesOf(blobs: Blobs): Promise<string[]> {
  const names: string[] = [];
  for await (const name of blobs.names()) names.push(name);
  return names.sort();
}
