/** A disk of a few megabytes that can be filled to its last byte. */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MB = 1024 * 1024;

/** Mounts it over a folder; how it is unmounted, or undefined where this cannot be done. */
export function mountSmall(place: string, megabytes: number): (() => boolean) | undefined {
  mkdirSync(place, { recursive: true });
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', place];
  if (process.getuid?.() !== 0 || spawnSync('mount', options).status !== 0) return undefined;
  return () => spawnSync('umount', ['-l', place]).status === 0;
}

/** For `skip` of what needs such a disk. */
export function noSmallDisk(): string | false {
  const place = mkdtempSync(path.join(tmpdir(), 'baraza-disk-'));
  const isMounted = mountSmall(place, 1)?.() === true;
  rmSync(place, { recursive: true, force: true });
  return isMounted ? false : 'no small disk can be mounted here';
}

export function freeBytesOf(place: string): number {
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize;
}

/** Makes the file as large as leaves so much of its disk, whatever else is there. */
export function leaveFree(file: string, bytes: number): void {
  const size = existsSync(file) ? statSync(file).size : 0;
  const wanted = size + freeBytesOf(path.dirname(file)) - bytes;
  if (wanted < size) {
    truncateSync(file, Math.max(0, wanted));
    return;
  }
  const handle = openSync(file, 'a');
  writeSync(handle, Buffer.alloc(wanted - size));
  closeSync(handle);
}

/** Takes every byte that is left. */
export function fill(file: string): void {
  const handle = openSync(file, 'a');
  for (const size of [MB, 4_096, 1]) {
    const piece = Buffer.alloc(size);
    try {
      while (writeSync(handle, piece) === size);
    } catch {
      // Nothing of this size is left.
    }
  }
  closeSync(handle);
}
