/** Size of an installation, shown before it starts and while it runs. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * In megabytes, on Linux: the installed size, the download, and the size of files that are removed after unpacking. A
 * test compares them with an installation.
 */
export const sizes = {
  node: { unpacked: 150 },
  production: { unpacked: 345, download: 282, temporary: 410 },
  all: { unpacked: 660, download: 480, temporary: 410 },
};

/**
 * Shows the size of `folder` every few seconds, rewriting one line on a terminal; returns a function that stops it.
 */
export function showProgress(folder, expectedMb) {
  const rewrites = process.stdout.isTTY === true;
  let busy = false;
  let shown = false;
  const timer = setInterval(
    async () => {
      if (busy) return;
      busy = true;
      const line = `  ${Math.round((await measureBytes(folder)) / 1e6)} of about ${expectedMb} MB`;
      if (timer.stopped !== true) process.stdout.write(rewrites ? `\r${line} ` : `${line}\n`);
      shown = true;
      busy = false;
    },
    rewrites ? 500 : 3_000,
  );
  return () => {
    clearInterval(timer);
    timer.stopped = true;
    if (rewrites && shown) process.stdout.write('\n');
  };
}

/** The bytes of a file, or of all files below a folder; files that disappear in the meantime are ignored. */
export async function measureBytes(path) {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.size ?? 0;
  const names = await readdir(path).catch(() => []);
  const bytes = await Promise.all(names.map((name) => measureBytes(join(path, name))));
  return bytes.reduce((sum, count) => sum + count, 0);
}
