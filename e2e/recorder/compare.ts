/**
 * `node e2e/recorder/compare.ts OLD NEW [--allow FILE]`: one line for each difference between two recordings. Ends
 * with 1 if there is one that FILE does not name.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Outcome } from './corpus/play.ts';

type Recording = ReadonlyMap<string, readonly string[]>;

/** Every outcome of a recording, by `KIND CASE`, such as `corpus-sqlite where-001/case-3`. */
export function readRecording(folder: string): Recording {
  const files = readdirSync(folder).filter((name) => /\.ndjson(\.gz)?$/.test(name));
  return new Map(
    files.toSorted().flatMap((name) => {
      const bytes = readFileSync(path.join(folder, name));
      const text = name.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString();
      const lines = text.split('\n').filter((line) => line !== '');
      return lines
        .map((line) => JSON.parse(line) as Outcome)
        .map((one): [string, readonly string[]] => [`${name.split('.')[0]} ${one.case}`, one.saw]);
    }),
  );
}

/** The differences as lines that begin with `KIND CASE: `. Kinds that NEW has not recorded at all are left out. */
export function differences(old: Recording, now: Recording): string[] {
  const kindOf = (place: string) => place.split(' ')[0];
  const kinds = new Set([...now.keys()].map(kindOf));
  const places = new Set([...old.keys(), ...now.keys()]);
  return [...places]
    .filter((place) => kinds.has(kindOf(place)))
    .flatMap((place) => {
      const [before, after] = [old.get(place), now.get(place)];
      if (before === undefined) return [`${place}: is new: ${after?.join(' · ')}`];
      if (after === undefined) return [`${place}: is missing; it was ${before.join(' · ')}`];
      const count = Math.max(before.length, after.length);
      const at = Array.from({ length: count }, (_, index) => index).find(
        (index) => before[index] !== after[index],
      );
      if (at === undefined) return [];
      return [
        `${place}: ${at + 1} of ${count}: ${before[at] ?? 'nothing'} → ${after[at] ?? 'nothing'}`,
      ];
    })
    .map((line) => line.replaceAll(/\s+/g, ' '));
}

/** `KIND CASE` in each line, with `*` for any text; what follows `#` is the reason. Empty lines are left out. */
export function readAllowed(text: string): readonly RegExp[] {
  return text
    .split('\n')
    .map((line) => line.replace(/(^|\s+)#.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) =>
      line
        .split('*')
        .map((part) => part.replaceAll(/[^\w\s]/g, '\\$&'))
        .join('.*'),
    )
    .map((pattern) => new RegExp(`^${pattern}: `, 's'));
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { allow: { type: 'string' } },
  });
  const [old, now] = positionals;
  if (old === undefined || now === undefined || !existsSync(old) || !existsSync(now))
    throw new Error('node e2e/recorder/compare.ts OLD NEW [--allow FILE]');
  const allowed = values.allow === undefined ? [] : readAllowed(readFileSync(values.allow, 'utf8'));
  const found = differences(readRecording(old), readRecording(now));
  const isAllowed = (line: string) => allowed.some((one) => one.test(line));
  const wrong = found.filter((line) => !isAllowed(line));
  for (const line of wrong) console.log(line);
  for (const one of allowed.filter((each) => !found.some((line) => each.test(line))))
    console.log(`nothing differs any more where ${one.source} is allowed`);
  console.log(`${wrong.length} differences, and ${found.length - wrong.length} that are allowed`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
