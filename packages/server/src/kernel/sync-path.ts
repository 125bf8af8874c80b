import { open } from 'node:fs/promises';

/** Syncs a file or folder: a new name survives a power cut only when the folder that holds it was synced too. */
export async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}
