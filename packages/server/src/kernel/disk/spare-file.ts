/**
 * A file whose only purpose is to be removed when other programs have filled the disk to its last byte: a database
 * needs room to be opened and to delete.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface SpareFile {
  /** Whether there was one. */
  readonly remove: () => boolean;
  /** Makes it if it is not there. */
  readonly make: (bytes: number) => Promise<void>;
}

export const noSpare: SpareFile = { remove: () => false, make: async () => {} };

const makeBytes = promisify(randomBytes);

export function createSpareFile(file: string): SpareFile {
  return {
    remove: () => {
      if (!existsSync(file)) return false;
      rmSync(file, { force: true });
      return true;
    },
    make: async (bytes) => {
      if (bytes === 0 || existsSync(file)) return;
      const part = `${file}.part`;
      try {
        // Random, since a file system may compress zeros to nothing.
        await writeFile(part, await makeBytes(bytes), { mode: 0o600 });
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
  };
}
