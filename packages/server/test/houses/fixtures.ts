import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Hostile input lies beside the repository and is never part of it. */
const folder = fileURLToPath(new URL('../../../../../shared/fixtures/', import.meta.url));

/** For the options of a test: a reason to skip it, or false. */
export const skip = existsSync(folder) ? false : 'the shared fixtures are not here';

export function fixture(name: string): Buffer {
  return readFileSync(path.join(folder, name));
}

export function fixtureNames(name: string, ending: string): string[] {
  return readdirSync(path.join(folder, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .sort();
}

/** The big list of naughty strings. */
export function naughtyStrings(): string[] {
  return unique(JSON.parse(fixture('abuse-text/blns.json').toString('utf8')) as string[]);
}

/** What attackers send, one in each line. */
export function attackStrings(): string[] {
  const lists = fixtureNames('abuse-text', '').filter((file) => file.startsWith('patt-'));
  return unique(
    lists.flatMap((file) => fixture(`abuse-text/${file}`).toString('utf8').split('\n')),
  );
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Runs a job for every item, a few at a time; the first failure is the last job that begins. */
export async function eachOf<Item>(
  items: Iterable<Item>,
  job: (item: Item) => Promise<void>,
  together = 16,
): Promise<void> {
  const waiting = Iterator.from(items);
  let failed = false;
  const work = async () => {
    for (let next = waiting.next(); next.done !== true && !failed; next = waiting.next())
      await job(next.value);
  };
  const fail = (error: unknown) => {
    failed = true;
    throw error;
  };
  await Promise.all(Array.from({ length: together }, () => work().catch(fail)));
}
