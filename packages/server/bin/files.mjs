/** Trees of files: their size, and their way to the disk. */
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The bytes of a file, or of all files below a folder; files that disappear in the meantime are ignored. */
export async function measureBytes(path) {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.size ?? 0;
  const names = await readdir(path).catch(() => []);
  const bytes = await Promise.all(names.map((name) => measureBytes(join(path, name))));
  return bytes.reduce((sum, count) => sum + count, 0);
}

/** Writes all files below a folder, and the folders themselves, from the caches of the system to the disk. */
export async function flush(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await flush(path);
    else if (entry.isFile()) await flushOne(path, 'r+');
  }
  await flushOne(folder, 'r');
}

async function flushOne(path, flags) {
  // Windows flushes no folders, and a file that is only readable was written by nobody.
  const handle = await open(path, flags).catch(() => undefined);
  try {
    await handle?.sync();
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EINVAL'].includes(error.code)) throw error;
  } finally {
    await handle?.close();
  }
}
