/** Size of an installation, shown before it starts and while it runs. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Unpacked and to download, in megabytes, measured on linux-x64; the tests hold them to what is installed. */
export const sizes = {
  node: { unpacked: 212 },
  production: { unpacked: 724, download: 262 },
  all: { unpacked: 1000, download: 430 },
};

/**
 * Shows the size of `folder` every few seconds, rewriting one line on a terminal; returns how to
 * stop.
 */
export function showProgress(folder, aimMb) {
  const rewrites = process.stdout.isTTY === true;
  let busy = false;
  let shown = false;
  const timer = setInterval(
    async () => {
      if (busy) return;
      busy = true;
      const line = `  ${Math.round((await measureBytes(folder)) / 1e6)} of about ${aimMb} MB`;
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

/** The bytes of all files below a folder; files that vanish meanwhile are ignored. */
export async function measureBytes(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const bytes = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return measureBytes(path);
      return lstat(path).then(
        (file) => file.size,
        () => 0,
      );
    }),
  );
  return bytes.reduce((sum, count) => sum + count, 0);
}
