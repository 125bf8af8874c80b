/** Size of an installation, shown before it starts and while it runs. */
import { measureBytes } from '../packages/server/bin/files.mjs';

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
