/** Recordings that lie beside the repository; tests that need them are skipped by name where they are not. */
import { existsSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../../shared/fixtures/', import.meta.url);

export const noRecordings = existsSync(new URL('speech/jfk.wav', folder))
  ? false
  : 'shared/fixtures is not beside the repository';

export function recordingFile(name: string): Uint8Array {
  return readFileSync(new URL(name, folder));
}

/** Share of the words that a recogniser got wrong: put in, left out or changed. */
export function wordErrors(said: string, heard: string): number {
  const [right, found] = [said, heard].map(
    (text) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [],
  );
  let row = Array.from({ length: (found ?? []).length + 1 }, (_, at) => at);
  for (const [at, word] of (right ?? []).entries()) {
    const next = [at + 1];
    for (const [column, other] of (found ?? []).entries())
      next.push(
        Math.min(
          (row[column] ?? 0) + (word === other ? 0 : 1),
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return (row.at(-1) ?? 0) / Math.max(1, (right ?? []).length);
}
