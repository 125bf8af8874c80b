import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { openBackup } from '../../src/backup/verified.ts';
import { dataVersion } from '../../src/store/migrations/data-version.ts';

/** The digests of a backup's tables; equal ones hold equal rows. */
export async function digestsOf(file: string) {
  const { manifest, close } = await openBackup(file, dataVersion);
  close();
  return { tables: manifest.tables, blobs: manifest.blobs };
}

/** Every file of a folder with a hash of its bytes. */
export function pictureOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const place = path.join(folder, name);
      const isFile = statSync(place, { throwIfNoEntry: false })?.isFile() === true;
      return isFile
        ? `${name} ${createHash('sha256').update(readFileSync(place)).digest('hex')}`
        : name;
    });
}
