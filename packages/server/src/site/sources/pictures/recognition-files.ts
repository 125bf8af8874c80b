/**
 * The files of the text recognition. They come with packages of other publishers, so they are used only if their
 * SHA-256 is the recorded one. `weights.sha256` has the format of sha256sum; origin and licence are in docs/decisions.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const records = new URL('./weights.sha256', import.meta.url);

export class DamagedFile extends Error {}

/** The bytes of a file, named by its path in `node_modules`. Throws `DamagedFile` if they are not the recorded ones. */
export function recognitionFile(file: string, pathOf = packageFile): Buffer {
  const lines = readFileSync(records, 'utf8').split('\n');
  const [recorded] = lines.find((line) => line.endsWith(`  ${file}`))?.split(' ') ?? [];
  const damaged = `The file ${file} is missing or not the recorded one, and is not used.`;
  let bytes: Buffer;
  try {
    bytes = readFileSync(pathOf(file));
  } catch (cause) {
    throw new DamagedFile(damaged, { cause });
  }
  if (createHash('sha256').update(bytes).digest('hex') !== recorded) throw new DamagedFile(damaged);
  return bytes;
}

/** The first fault; undefined if every file is the recorded one. */
export function recognitionFault(pathOf = packageFile): string | undefined {
  const files = readFileSync(records, 'utf8').matchAll(/^\w+ {2}(.+)$/gm);
  for (const [, file = ''] of files)
    try {
      recognitionFile(file, pathOf);
    } catch (error) {
      if (error instanceof DamagedFile) return error.message;
      throw error;
    }
  return undefined;
}

export function packageFile(file: string): string {
  return fileURLToPath(import.meta.resolve(file));
}
